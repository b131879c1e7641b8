-- What queue.lua is in Redis, in PostgreSQL: each call of braid.step_VERSION is one
-- transaction, takes and answers the same, and queue.lua says what that is.  A client puts
-- 7 digits of this text's digest for VERSION, so that builds of braid that differ here have
-- functions of their own; tables are shared, and a change of theirs takes another schema.
--
-- Steps of a run hold its lock together with others, those that need all to stand still hold
-- it alone.  Below that lock an owner's row and its jobs are changed by its own steps only,
-- which hold its row; so what is free is all that owners contend for, and who finds a job
-- locked takes the next one.
--
-- Ids are 8 bytes as they come; names are bytes, whatever the database's encoding is.
SELECT pg_advisory_xact_lock(hashtextextended('braid', 0));
DO $$ BEGIN IF to_regnamespace('braid') IS NULL THEN CREATE SCHEMA braid; END IF; END $$;
CREATE TABLE IF NOT EXISTS braid.run (
  name text PRIMARY KEY, token text NOT NULL, state text NOT NULL, first int NOT NULL,
  leader text NOT NULL, owners int NOT NULL, lease int NOT NULL, patient timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS braid.fact (
  run text, name bytea, value bytea NOT NULL, PRIMARY KEY (run, name));
CREATE TABLE IF NOT EXISTS braid.file (
  run text, digest bytea, bytes bytea NOT NULL, PRIMARY KEY (run, digest));
-- Open ones only; 0: nobody has it.
CREATE TABLE IF NOT EXISTS braid.job (
  run text, id bytea, depth bigint NOT NULL, failures int NOT NULL, owner int NOT NULL,
  bytes bytea NOT NULL, PRIMARY KEY (run, id));
CREATE INDEX IF NOT EXISTS job_free ON braid.job (run, depth) WHERE owner = 0 AND failures = 0;
CREATE INDEX IF NOT EXISTS job_again ON braid.job (run) WHERE owner = 0 AND failures > 0;
CREATE INDEX IF NOT EXISTS job_held ON braid.job (run, owner) WHERE owner <> 0;
-- Rows stay when owners leave: what they did counts.
CREATE TABLE IF NOT EXISTS braid.owner (
  run text, number int, is_alive boolean NOT NULL DEFAULT true,
  is_hungry boolean NOT NULL DEFAULT false, beat timestamptz NOT NULL,
  seq bigint NOT NULL DEFAULT 0, took bytea[], was_lost boolean NOT NULL DEFAULT false,
  made numeric NOT NULL DEFAULT 0, done numeric NOT NULL DEFAULT 0,
  children numeric NOT NULL DEFAULT 0, found numeric NOT NULL DEFAULT 0,
  made_low numeric NOT NULL DEFAULT 0, done_low numeric NOT NULL DEFAULT 0,
  made_high numeric NOT NULL DEFAULT 0, done_high numeric NOT NULL DEFAULT 0,
  PRIMARY KEY (run, number)) WITH (fillfactor = 50);
CREATE TABLE IF NOT EXISTS braid.sum (
  run text, owner int, name bytea, value numeric NOT NULL, PRIMARY KEY (run, owner, name))
  WITH (fillfactor = 50);
CREATE SEQUENCE IF NOT EXISTS braid.finding;
CREATE TABLE IF NOT EXISTS braid.found (
  run text, number bigint, key bytea NOT NULL, owner bigint NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (run, number), UNIQUE (run, key));
CREATE TABLE IF NOT EXISTS braid.ended (name text PRIMARY KEY, token text NOT NULL);

CREATE OR REPLACE FUNCTION braid.bytes_VERSION(t text) RETURNS bytea LANGUAGE sql STABLE
AS $$ SELECT convert_to(t, 'UTF8') $$;

CREATE OR REPLACE FUNCTION braid.words_VERSION(VARIADIC words text[]) RETURNS bytea[]
LANGUAGE sql STABLE AS $$
  SELECT array_agg(convert_to(v, 'UTF8') ORDER BY place)
  FROM unnest(words) WITH ORDINALITY AS u (v, place) $$;

CREATE OR REPLACE FUNCTION braid.number_VERSION(b bytea, at int) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT get_byte(b, at)::bigint + get_byte(b, at + 1) * 256::bigint +
         get_byte(b, at + 2) * 65536::bigint + get_byte(b, at + 3) * 16777216::bigint $$;

-- Free jobs are counted as far as it matters how many they are.
CREATE OR REPLACE FUNCTION braid.answer_VERSION(word text, r text) RETURNS bytea[]
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE alive int; hungry int; free int; n int;
BEGIN
  SELECT count(*), count(*) FILTER (WHERE is_hungry) INTO alive, hungry
    FROM braid.owner WHERE run = r AND is_alive;
  SELECT count(*) INTO free FROM (SELECT 1 FROM braid.job WHERE run = r AND owner = 0 AND
    failures = 0 LIMIT 130 * alive + 1) AS f;
  SELECT count(*) INTO n FROM (SELECT 1 FROM braid.job WHERE run = r AND owner = 0 AND
    failures > 0 LIMIT 130 * alive + 1) AS f;
  RETURN (SELECT ARRAY[braid.bytes_VERSION(word), braid.bytes_VERSION((free + n)::text),
    braid.bytes_VERSION(alive::text), braid.bytes_VERSION(hungry::text),
    braid.bytes_VERSION(state), braid.bytes_VERSION(first::text)] FROM braid.run WHERE name = r);
END $$;

-- Nobody has its jobs any more; failed: 1 if it died.  With 4 deaths a job is a cut.
CREATE OR REPLACE FUNCTION braid.free_VERSION(r text, who int, failed int) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE n bigint; low numeric; high numeric;
BEGIN
  IF failed > 0 THEN
    WITH cut AS (DELETE FROM braid.job WHERE run = r AND owner = who AND failures + failed >= 4
                 RETURNING id)
    SELECT count(*), coalesce(sum(braid.number_VERSION(id, 0)), 0),
           coalesce(sum(braid.number_VERSION(id, 4)), 0) INTO n, low, high FROM cut;
    UPDATE braid.owner SET done = done + n, done_low = done_low + low,
      done_high = done_high + high WHERE run = r AND number = who;
    INSERT INTO braid.sum AS s SELECT r, who, braid.bytes_VERSION(v), n FROM unnest(ARRAY[
      'cut: jobs whose processes died', 'paths cut', 'jobs done']) AS v WHERE n > 0
      ON CONFLICT (run, owner, name) DO UPDATE SET value = s.value + excluded.value;
  END IF;
  UPDATE braid.job SET owner = 0, failures = failures + failed WHERE run = r AND owner = who;
END $$;

CREATE OR REPLACE FUNCTION braid.is_led_VERSION(r text) RETURNS boolean LANGUAGE sql AS $$
  SELECT coalesce(bool_or(o.is_alive AND
    clock_timestamp() - o.beat < w.lease * interval '1 ms'), false)
  FROM braid.run AS w, braid.owner AS o
  WHERE w.name = r AND o.run = r AND o.number = w.first $$;

-- Where nobody was heard of for half a lease it was the server, or the way to it, that
-- stood still: for a lease from now on nobody is judged.
CREATE OR REPLACE FUNCTION braid.listen_VERSION(r text) RETURNS boolean
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE heard timestamptz; span interval;
BEGIN
  SELECT max(beat) INTO heard FROM braid.owner WHERE run = r;
  SELECT lease * interval '1 ms' INTO span FROM braid.run WHERE name = r;
  IF clock_timestamp() - heard > span / 2 THEN
    UPDATE braid.run SET patient = clock_timestamp() + span WHERE name = r;
  END IF;
  RETURN (SELECT clock_timestamp() >= patient FROM braid.run WHERE name = r);
END $$;

-- 'lost': all that it had is others'; 'again': that step was done; 'late': and others since,
-- so nobody hears the answer; '': go on.  The owner's row is held from here on, so that a
-- call whose connection broke and that is still at work is waited for.
CREATE OR REPLACE FUNCTION braid.check_step_VERSION(r text, who int, step bigint) RETURNS text
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE o braid.owner;
BEGIN
  SELECT * INTO o FROM braid.owner WHERE run = r AND number = who FOR UPDATE;
  RETURN CASE WHEN NOT FOUND OR NOT o.is_alive THEN 'lost'
              WHEN o.seq = step THEN CASE WHEN o.was_lost THEN 'lost' ELSE 'again' END
              WHEN o.seq > step THEN 'late'
              WHEN o.seq + 1 < step THEN 'lost'
              ELSE '' END;
END $$;

CREATE OR REPLACE FUNCTION braid.lose_VERSION(r text, who int, step bigint) RETURNS bytea[]
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM braid.free_VERSION(r, who, 0);
  INSERT INTO braid.owner (run, number, beat, seq, was_lost)
    VALUES (r, who, clock_timestamp(), step, true)
    ON CONFLICT (run, number) DO UPDATE SET is_alive = true, is_hungry = false,
      beat = excluded.beat, seq = excluded.seq, took = NULL, was_lost = true;
  RETURN braid.answer_VERSION('lost', r);
END $$;

-- Each child is of a job that ends here, with as many as that says, and has the run's digest.
-- '' or 'lost'; all else is an error.
CREATE OR REPLACE FUNCTION braid.check_VERSION(r text, who int, is_new boolean, a_id bytea[],
  a_parent bytea[], a_digest bytea[], d_id bytea[], d_children bytea[], r_id bytea[],
  o_what bytea[], o_value bytea[]) RETURNS text
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE wrong text;
BEGIN
  IF (SELECT count(DISTINCT v) FROM unnest(d_id) AS v) <> cardinality(d_id) THEN
    RAISE EXCEPTION 'a job is done twice';
  END IF;
  IF (SELECT count(*) FROM braid.job WHERE run = r AND id = ANY (d_id) AND owner = who)
       <> cardinality(d_id) OR
     (SELECT count(*) FROM braid.job WHERE run = r AND id = ANY (r_id) AND owner = who)
       <> (SELECT count(DISTINCT v) FROM unnest(r_id) AS v) THEN
    RETURN 'lost';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(o_what, o_value) AS o (what, value)
             WHERE what = 'n' AND encode(value, 'escape') !~ '^[0-9]{1,18}$') THEN
    RAISE EXCEPTION 'a count is none';
  END IF;
  IF (SELECT count(DISTINCT v) FROM unnest(a_id) AS v) <> cardinality(a_id) OR
     EXISTS (SELECT 1 FROM braid.job WHERE run = r AND id = ANY (a_id)) THEN
    RAISE EXCEPTION 'a job is there twice';
  END IF;
  IF NOT is_new THEN
    IF EXISTS (SELECT 1 FROM unnest(a_digest) AS v WHERE v IS DISTINCT FROM
                 (SELECT substring(value FROM 1 FOR 8)        -- a seal may be behind it
                  FROM braid.fact WHERE run = r AND name = 'digest')) THEN
      RAISE EXCEPTION 'a job is of another program';
    END IF;
    SELECT CASE WHEN d.id IS NULL THEN 'a job is of none that ends'
                ELSE 'a job has other children than it says' END INTO wrong
      FROM unnest(d_id, d_children) AS d (id, children) FULL JOIN
           (SELECT v, count(*) AS n FROM unnest(a_parent) AS v GROUP BY v) AS c ON d.id = c.v
      WHERE d.id IS NULL OR braid.number_VERSION(d.children, 0) <> coalesce(c.n, 0)
      ORDER BY d.id IS NULL DESC LIMIT 1;
    IF FOUND THEN RAISE EXCEPTION '%', wrong; END IF;
  END IF;
  RETURN '';
END $$;

-- Findings come in the order of their numbers, and go into the table in that of their keys,
-- so that two who find the same do not wait for each other.
CREATE OR REPLACE FUNCTION braid.apply_VERSION(r text, who int, a_id bytea[], a_depth bytea[],
  a_bytes bytea[], d_id bytea[], d_children bytea[], r_id bytea[], o_what bytea[],
  o_name bytea[], o_value bytea[]) RETURNS void
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE fresh bigint := 0;
BEGIN
  INSERT INTO braid.job (run, id, depth, failures, owner, bytes)
    SELECT r, id, braid.number_VERSION(depth, 0), 0, who, depth || bytes
    FROM unnest(a_id, a_depth, a_bytes) AS a (id, depth, bytes);
  DELETE FROM braid.job WHERE run = r AND id = ANY (d_id);
  IF cardinality(r_id) > 0 THEN
    UPDATE braid.job SET owner = 0 WHERE run = r AND id = ANY (r_id);
  END IF;
  INSERT INTO braid.sum AS s
    SELECT r, who, name, sum(encode(value, 'escape')::numeric)
    FROM unnest(o_what, o_name, o_value) AS o (what, name, value) WHERE what = 'n' GROUP BY name
    ON CONFLICT (run, owner, name) DO UPDATE SET value = s.value + excluded.value;
  IF 's' = ANY (o_what) THEN
    INSERT INTO braid.fact
      SELECT DISTINCT ON (name) r, name, value FROM unnest(o_what, o_name, o_value)
        WITH ORDINALITY AS o (what, name, value, place) WHERE what = 's' ORDER BY name, place DESC
      ON CONFLICT (run, name) DO UPDATE SET value = excluded.value;
  END IF;
  IF 'b' = ANY (o_what) THEN
    INSERT INTO braid.file
      SELECT DISTINCT ON (name) r, name, value FROM unnest(o_what, o_name, o_value)
        AS o (what, name, value) WHERE what = 'b'
      ON CONFLICT (run, digest) DO UPDATE SET bytes = excluded.bytes;
  END IF;
  IF 'f' = ANY (o_what) THEN
    WITH numbered AS MATERIALIZED (
      SELECT nextval('braid.finding') AS number, name, value
      FROM (SELECT name, value FROM unnest(o_what, o_name, o_value)
            WITH ORDINALITY AS o (what, name, value, place) WHERE what = 'f' ORDER BY place) AS o)
    INSERT INTO braid.found (run, number, key, owner, bytes)
      SELECT r, number, name, braid.number_VERSION(value, 0), substring(value FROM 5)
      FROM numbered ORDER BY name ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS fresh = ROW_COUNT;
  END IF;
  UPDATE braid.owner SET found = found + fresh, made = made + cardinality(a_id),
      done = done + cardinality(d_id), made_low = made_low + a.low, made_high = made_high + a.high,
      done_low = done_low + d.low, done_high = done_high + d.high, children = children + c.n
    FROM (SELECT coalesce(sum(braid.number_VERSION(v, 0)), 0) AS low,
                 coalesce(sum(braid.number_VERSION(v, 4)), 0) AS high FROM unnest(a_id) AS v) AS a,
         (SELECT coalesce(sum(braid.number_VERSION(v, 0)), 0) AS low,
                 coalesce(sum(braid.number_VERSION(v, 4)), 0) AS high FROM unnest(d_id) AS v) AS d,
         (SELECT coalesce(sum(braid.number_VERSION(v, 0)), 0) AS n
          FROM unnest(d_children) AS v) AS c
    WHERE run = r AND number = who;
END $$;

CREATE OR REPLACE FUNCTION braid.take_VERSION(r text, who int, step bigint, most int)
RETURNS bytea[] LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  word text := braid.check_step_VERSION(r, who, step);
  ids bytea[]; all_of_it bytea[]; share bigint;
BEGIN
  IF word = 'late' THEN RETURN braid.answer_VERSION('lost', r); END IF;
  IF word = 'lost' THEN RETURN braid.lose_VERSION(r, who, step); END IF;
  -- If the server dies and forgets who took a job, its owner is refused, and it is done again.
  SET LOCAL synchronous_commit = off;
  IF word = 'again' THEN
    SELECT took INTO ids FROM braid.owner WHERE run = r AND number = who;
  ELSIF (SELECT state FROM braid.run WHERE name = r) = 'run' THEN
    -- A suspect alone, else a part of those that are free.
    SELECT array_agg(id) INTO ids
    FROM (SELECT id FROM braid.job WHERE run = r AND owner = 0 AND failures > 0
          LIMIT 1 FOR UPDATE SKIP LOCKED) AS it;
    IF ids IS NULL THEN
      SELECT greatest(1, least(most, f.n / (2 * greatest(o.n, 1)))) INTO share
      FROM (SELECT count(*) AS n FROM braid.owner WHERE run = r AND is_alive) AS o,
        LATERAL (SELECT count(*) AS n FROM (SELECT 1 FROM braid.job WHERE run = r AND owner = 0
          AND failures = 0 LIMIT 2 * most * greatest(o.n, 1)) AS g) AS f;
      SELECT array_agg(id) INTO ids
      FROM (SELECT id FROM braid.job WHERE run = r AND owner = 0 AND failures = 0
            ORDER BY depth LIMIT share FOR UPDATE SKIP LOCKED) AS it;
    END IF;
    UPDATE braid.job SET owner = who WHERE run = r AND id = ANY (ids);
  END IF;
  IF ids IS NULL THEN
    UPDATE braid.owner SET is_hungry = true WHERE run = r AND number = who AND NOT is_hungry;
    RETURN braid.answer_VERSION(CASE WHEN EXISTS (SELECT 1 FROM braid.job WHERE run = r AND
      owner <> who) THEN 'others' ELSE 'empty' END, r);
  END IF;
  IF word = '' THEN
    UPDATE braid.owner SET seq = step, took = ids, was_lost = false, is_hungry = false
      WHERE run = r AND number = who;
  END IF;
  SELECT array_agg(v ORDER BY depth, id, part) INTO all_of_it
  FROM braid.job, LATERAL (VALUES (1, id), (2, set_byte('\x00'::bytea, 0, failures) || bytes))
    AS parts (part, v) WHERE run = r AND id = ANY (ids) AND owner = who;
  RETURN braid.answer_VERSION('ok', r) || coalesce(all_of_it, '{}');
END $$;

CREATE OR REPLACE FUNCTION braid.join_VERSION(r text, leads boolean, self text)
RETURNS bytea[] LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE w braid.run;
BEGIN
  SELECT * INTO w FROM braid.run WHERE name = r;
  IF leads THEN
    IF w.leader = self THEN
      RETURN braid.words_VERSION('ok', w.first::text);
    END IF;
    IF braid.is_led_VERSION(r) THEN RETURN braid.words_VERSION('led'); END IF;
    PERFORM braid.free_VERSION(r, w.first, 0);
    UPDATE braid.owner SET is_alive = false, is_hungry = false, took = NULL
      WHERE run = r AND number = w.first;
  END IF;
  UPDATE braid.run SET owners = owners + 1 WHERE name = r RETURNING * INTO w;
  INSERT INTO braid.owner (run, number, beat) VALUES (r, w.owners, clock_timestamp());
  IF leads THEN
    UPDATE braid.run SET first = w.owners, leader = self, state = 'run' WHERE name = r;
  END IF;
  RETURN braid.words_VERSION('ok', w.owners::text);
END $$;

CREATE OR REPLACE FUNCTION braid.look_VERSION(r text, who int) RETURNS bytea[]
LANGUAGE sql AS $$
  SELECT braid.words_VERSION('ok', j.open::text, j.free::text, o.alive::text,
    CASE WHEN braid.is_led_VERSION(r) THEN '1' ELSE '0' END, f.n::text, f.n::text, w.state,
    j.held::text, o.made::text, o.done::text, o.children::text, o.made_low::text,
    o.done_low::text, o.made_high::text, o.done_high::text, o.found::text)
  FROM (
    SELECT count(*) AS open, count(*) FILTER (WHERE owner = 0) AS free,
           count(*) FILTER (WHERE owner = who AND who <> 0) AS held
    FROM braid.job WHERE run = r) AS j,
    (SELECT count(*) AS n FROM braid.found WHERE run = r) AS f,
    (SELECT count(*) FILTER (WHERE is_alive) AS alive, sum(made) AS made, sum(done) AS done,
            sum(children) AS children, sum(made_low) AS made_low, sum(done_low) AS done_low,
            sum(made_high) AS made_high, sum(done_high) AS done_high, sum(found) AS found
     FROM braid.owner WHERE run = r) AS o,
    braid.run AS w
  WHERE w.name = r $$;

CREATE OR REPLACE FUNCTION braid.drop_VERSION(r text) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO braid.ended SELECT name, token FROM braid.run WHERE name = r
    ON CONFLICT (name) DO UPDATE SET token = excluded.token;
  DELETE FROM braid.run WHERE name = r;
  DELETE FROM braid.fact WHERE run = r;
  DELETE FROM braid.file WHERE run = r;
  DELETE FROM braid.job WHERE run = r;
  DELETE FROM braid.owner WHERE run = r;
  DELETE FROM braid.sum WHERE run = r;
  DELETE FROM braid.found WHERE run = r;
END $$;

-- What is there, of whichever run; NULL: that is no such question.  A number that is given
-- early may be committed late: who reads findings waits until none is under way.
CREATE OR REPLACE FUNCTION braid.query_VERSION(r text, what text, more text, data bytea)
RETURNS bytea[] LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE behind bigint; value bytea; all_of_it bytea[];
BEGIN
  IF what = 'get' THEN
    value := CASE
      WHEN more = 'file' THEN (SELECT bytes FROM braid.file WHERE run = r AND digest = data)
      WHEN more = 'seq' THEN (SELECT braid.bytes_VERSION(seq::text) FROM braid.owner
        WHERE run = r AND number = encode(data, 'escape')::int AND is_alive)
      WHEN data = 'token' THEN (SELECT braid.bytes_VERSION(token) FROM braid.run WHERE name = r)
      ELSE (SELECT f.value FROM braid.fact AS f WHERE run = r AND name = data) END;
    RETURN CASE WHEN value IS NULL THEN ARRAY['ok'::bytea] ELSE ARRAY['ok', value] END;
  ELSIF what = 'sums' THEN
    SELECT array_agg(v ORDER BY name, part) INTO all_of_it
    FROM (SELECT name, sum(s.value) AS n FROM braid.sum AS s WHERE run = r GROUP BY name) AS s,
      LATERAL (VALUES (1, name), (2, braid.bytes_VERSION(n::text))) AS parts (part, v);
  ELSIF what = 'receipts' THEN
    SELECT array_agg(v ORDER BY name, part) INTO all_of_it
    FROM (SELECT name, f.value AS n FROM braid.fact AS f WHERE run = r AND
          substring(name FROM 1 FOR 8) = 'receipt '::bytea) AS f,
      LATERAL (VALUES (1, name), (2, n)) AS parts (part, v);
  ELSIF what = 'found' THEN
    behind := split_part(more, '-', 1)::bigint * 1048576 + split_part(more, '-', 2)::bigint;
    IF EXISTS (SELECT 1 FROM braid.found WHERE run = r AND number > behind) THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('braid ' || r, 0));
    END IF;
    SELECT array_agg(v ORDER BY number, part) INTO all_of_it
    FROM (SELECT * FROM braid.found WHERE run = r AND number > behind
          ORDER BY number LIMIT encode(data, 'escape')::int) AS f,
      LATERAL (VALUES
        (1, braid.bytes_VERSION((number / 1048576)::text || '-' || (number % 1048576)::text)),
        (2, braid.bytes_VERSION(get_byte(key, 0)::text)),
        (3, braid.bytes_VERSION(owner::text)), (4, bytes)) AS parts (part, v);
  ELSIF what = 'ended' THEN
    SELECT ARRAY[braid.bytes_VERSION(token)] INTO all_of_it FROM braid.ended WHERE name = r;
  ELSE
    RETURN NULL;
  END IF;
  RETURN ARRAY['ok'::bytea] || coalesce(all_of_it, '{}');
END $$;

CREATE OR REPLACE FUNCTION braid.step_VERSION(r text, what text, t text, who int, more text,
  data bytea, a_id bytea[], a_parent bytea[], a_depth bytea[], a_digest bytea[],
  a_bytes bytea[], d_id bytea[], d_children bytea[], r_id bytea[], o_what bytea[],
  o_name bytea[], o_value bytea[]) RETURNS bytea[]
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  answer bytea[] := braid.query_VERSION(r, what, more, data);
  lock bigint := hashtextextended('braid ' || r, 0);
  is_alone boolean;
  word text := '';
  dead int;
  count int := 0;
BEGIN
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  is_alone := what IN ('create', 'join', 'stop', 'drop') OR what = 'reclaim' AND EXISTS (
    SELECT 1 FROM braid.run AS w, braid.owner AS o WHERE w.name = r AND o.run = r AND
    is_alive AND number <> who AND clock_timestamp() - beat >= lease * interval '1 ms');
  IF is_alone THEN
    PERFORM pg_advisory_xact_lock(lock);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(lock);
  END IF;
  IF what = 'create' THEN
    IF EXISTS (SELECT 1 FROM braid.run WHERE name = r AND token = t) THEN
      RETURN braid.answer_VERSION('ok', r);
    END IF;
    IF EXISTS (SELECT 1 FROM braid.run WHERE name = r) THEN
      RETURN braid.words_VERSION('there', CASE WHEN braid.is_led_VERSION(r) THEN '1'
                                               ELSE '0' END);
    END IF;
    INSERT INTO braid.run VALUES (r, t, 'run', who, '', who, more::int,
      clock_timestamp() + more::int * interval '1 ms');
    -- What nobody in particular does is row 0's.
    INSERT INTO braid.owner (run, number, beat, is_alive)
      VALUES (r, who, clock_timestamp(), true), (r, 0, clock_timestamp(), false);
    DELETE FROM braid.ended WHERE name = r;
    PERFORM braid.check_VERSION(r, who, true, a_id, a_parent, a_digest, d_id, d_children, r_id,
                                o_what, o_value);
    PERFORM braid.apply_VERSION(r, who, a_id, a_depth, a_bytes, d_id, d_children, r_id, o_what,
                                o_name, o_value);
    RETURN braid.answer_VERSION('ok', r);
  END IF;

  IF NOT EXISTS (SELECT 1 FROM braid.run WHERE name = r AND token = t) THEN
    RETURN braid.words_VERSION('gone', CASE WHEN EXISTS (SELECT 1 FROM braid.ended
      WHERE name = r AND token = t) THEN '1' ELSE '0' END);
  END IF;

  CASE what
  WHEN 'commit' THEN
    IF who = 0 AND cardinality(a_id) + cardinality(d_id) + cardinality(r_id) > 0 THEN
      RAISE EXCEPTION 'nobody has no jobs';
    END IF;
    IF who <> 0 THEN word := braid.check_step_VERSION(r, who, more::bigint); END IF;
    IF word = 'again' THEN RETURN braid.answer_VERSION('ok', r); END IF;
    IF word = 'late' THEN RETURN braid.answer_VERSION('lost', r); END IF;
    IF word = '' THEN
      word := braid.check_VERSION(r, who, false, a_id, a_parent, a_digest, d_id, d_children,
                                  r_id, o_what, o_value);
    END IF;
    IF word = 'lost' THEN RETURN braid.lose_VERSION(r, who, more::bigint); END IF;
    PERFORM braid.apply_VERSION(r, who, a_id, a_depth, a_bytes, d_id, d_children, r_id, o_what,
                                o_name, o_value);
    UPDATE braid.owner SET seq = more::bigint, took = NULL, was_lost = false
      WHERE run = r AND number = who AND who <> 0;
    RETURN braid.answer_VERSION('ok', r);
  WHEN 'take' THEN
    RETURN braid.take_VERSION(r, who, more::bigint, encode(data, 'escape')::int);
  WHEN 'join' THEN
    RETURN braid.join_VERSION(r, more = '1', encode(data, 'escape'));
  WHEN 'leave' THEN
    PERFORM 1 FROM braid.owner WHERE run = r AND number = who FOR UPDATE;
    PERFORM braid.free_VERSION(r, who, 0);
    UPDATE braid.owner SET is_alive = false, is_hungry = false, took = NULL
      WHERE run = r AND number = who;
  WHEN 'beat' THEN
    SET LOCAL synchronous_commit = off;
    PERFORM braid.listen_VERSION(r);
    UPDATE braid.owner SET beat = clock_timestamp() WHERE run = r AND number = who AND is_alive;
    RETURN braid.answer_VERSION('ok', r);
  WHEN 'reclaim' THEN
    IF braid.listen_VERSION(r) AND is_alone THEN
      FOR dead IN SELECT number FROM braid.run AS w, braid.owner AS o WHERE w.name = r AND
          o.run = r AND is_alive AND number <> who AND
          clock_timestamp() - beat >= lease * interval '1 ms' LOOP
        PERFORM braid.free_VERSION(r, dead, 1);
        UPDATE braid.owner SET is_alive = false, is_hungry = false, took = NULL
          WHERE run = r AND number = dead;
        count := count + 1;
      END LOOP;
    END IF;
    RETURN braid.words_VERSION('ok', count::text);
  WHEN 'look' THEN
    RETURN braid.look_VERSION(r, who);
  WHEN 'stop' THEN
    UPDATE braid.run SET state = 'stopped' WHERE name = r;
  WHEN 'drop' THEN
    PERFORM braid.drop_VERSION(r);
  END CASE;
  RETURN braid.words_VERSION('ok');
END $$;
