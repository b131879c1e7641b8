-- All that changes a queue: each call is one atomic step of the server.
--
--   KEYS[1]  braid:{NAME}:run        ARGV  what is asked, the run's token, the owner, ...
--
-- run    hash    facts; also token, state, first (who leads), owners (numbers given),
--                heard (when anybody was last), patient (until when nobody is judged)
-- open   hash    id -> deaths (a byte), depth (4 bytes), the job's bytes
-- free   stream  ids of open jobs that nobody has
-- again  stream  ... and with which a process died
-- held:N set     ids of the open jobs of owner N
-- leases hash    owner -> its entry in lease
-- lease  stream  an entry an owner, pending for as long as it works
-- seq    hash    owner -> number of its last step, which may come again
-- took   hash    owner -> ids that its last step took
-- sum, proof     hashes: results, and what shows that the tree is whole
-- found  stream, keys set: what was found, and its digests
-- file   hash    the program, by content
-- hungry set     owners that wait
local P = string.sub(KEYS[1], 1, -4)
local call = redis.call
local what, token, owner = ARGV[1], ARGV[2], ARGV[3]
local GROUP = 'braid'
-- Where a process died with a job it is a suspect; then it is taken alone, and when three
-- more died with it, it is a cut.
local MOST_FAILURES = 4
local RUN, OPEN, SUM, PROOF = P .. 'run', P .. 'open', P .. 'sum', P .. 'proof'
local FREE, AGAIN, LEASE, LEASES = P .. 'free', P .. 'again', P .. 'lease', P .. 'leases'
local SEQ, TOOK, HUNGRY = P .. 'seq', P .. 'took', P .. 'hungry'
local FOUND, KEYSET, FILE = P .. 'found', P .. 'keys', P .. 'file'

local function held(who) return P .. 'held:' .. who end
local function text(number) return string.format('%.0f', number) end

-- Sums of the two halves of ids: those made and those done must come out the same.
local proof = {}
local function prove(what, id)
  local low, high = struct.unpack('<I4I4', id)
  proof[what] = (proof[what] or 0) + 1
  proof[what .. ' low'] = (proof[what .. ' low'] or 0) + low
  proof[what .. ' high'] = (proof[what .. ' high'] or 0) + high
end
local function write_proof()
  for name, n in pairs(proof) do call('HINCRBY', PROOF, name, text(n)) end
end

local function answer(word)
  return {word, call('XLEN', FREE) + call('XLEN', AGAIN), call('HLEN', LEASES),
          call('SCARD', HUNGRY), call('HGET', RUN, 'state') or '',
          call('HGET', RUN, 'first') or ''}
end

-- Nobody has the job any more; failed: 1 if its process died.
local function free_job(id, failed)
  local job = call('HGET', OPEN, id)
  if not job then return end
  local failures = string.byte(job) + failed
  if failures >= MOST_FAILURES then
    call('HDEL', OPEN, id)
    prove('done', id)
    call('HINCRBY', SUM, 'cut: jobs whose processes died', 1)
    call('HINCRBY', SUM, 'paths cut', 1)
    call('HINCRBY', SUM, 'jobs done', 1)
    return
  end
  if failed > 0 then
    call('HSET', OPEN, id, string.char(failures) .. string.sub(job, 2))
  end
  call('XADD', failures > 0 and AGAIN or FREE, '*', 'j', id)
end

local function free_all(who, failed)
  for _, id in ipairs(call('SMEMBERS', held(who))) do free_job(id, failed) end
  call('DEL', held(who))
  call('SREM', HUNGRY, who)
end

local function add_lease(who)
  local entry = call('XADD', LEASE, '*', 'w', who)
  call('XREADGROUP', 'GROUP', GROUP, who, 'COUNT', 1, 'STREAMS', LEASE, '>')
  call('HSET', LEASES, who, entry)
end

local function drop_lease(who)
  local entry = call('HGET', LEASES, who)
  call('HDEL', LEASES, who)
  call('HDEL', SEQ, who)
  call('HDEL', TOOK, who)
  if entry then
    call('XACK', LEASE, GROUP, entry)
    call('XDEL', LEASE, entry)
  end
  for _, stream in ipairs({FREE, AGAIN, LEASE}) do
    call('XGROUP', 'DELCONSUMER', stream, GROUP, who)
  end
end

-- Milliseconds since its owner was heard of; false: it has no lease.
local function idle(who)
  local entry = who and call('HGET', LEASES, who)
  local pending = entry and call('XPENDING', LEASE, GROUP, entry, entry, 1)
  return pending and pending[1] and tonumber(pending[1][3])
end

-- Where nobody was heard of for half a lease it was the server, or the way to it, that
-- stood still: for a lease from now on nobody is judged.
local function listen()
  local time = call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local lease = tonumber(call('HGET', RUN, 'lease'))
  local heard, patient = unpack(call('HMGET', RUN, 'heard', 'patient'))
  if now - (heard or 0) > lease / 2 then
    patient = now + lease
    call('HSET', RUN, 'patient', text(patient))
  end
  call('HSET', RUN, 'heard', text(now))
  return now >= tonumber(patient)
end

local function is_led()
  local ms = idle(call('HGET', RUN, 'first'))
  return ms and ms < tonumber(call('HGET', RUN, 'lease'))
end

-- 'lost': all that it had is others'; 'again': that step was done; false: go on.
local function check_step(number)
  local last = call('HGET', SEQ, owner)
  if not last then return 'lost' end
  -- Its answer did not arrive: that is given again.
  if last == number then
    return call('HGET', TOOK, owner) == 'lost' and 'lost' or 'again'
  end
  return tonumber(last) + 1 ~= tonumber(number) and 'lost'
end

local function lose(number)
  free_all(owner, 0)
  if not call('HGET', LEASES, owner) then add_lease(owner) end
  call('HSET', SEQ, owner, number)
  call('HSET', TOOK, owner, 'lost')
  write_proof()
  return answer('lost')
end

-- A transaction: what is to be done, read from its bytes.
local function read(data)
  local t = {done = {}, add = {}, release = {}, other = {}}
  local at, size = 1, #data
  while at <= size do
    local op = string.sub(data, at, at)
    at = at + 1
    local a, b, c, d, e
    if op == 'a' then
      a, b, c, d, e, at = struct.unpack('<c8c8c4c8I4', data, at)
      t.add[#t.add + 1] = {a, b, c, d, string.sub(data, at, at + e - 1)}
      at = at + e
    elseif op == 'd' then
      a, b, at = struct.unpack('<c8I4', data, at)
      t.done[#t.done + 1] = {a, b}
    elseif op == 'r' then
      a, at = struct.unpack('<c8', data, at)
      t.release[#t.release + 1] = a
    else
      a, b, at = struct.unpack('<I4I4', data, at)
      t.other[#t.other + 1] = {op, string.sub(data, at, at + a - 1),
                               string.sub(data, at + a, at + a + b - 1)}
      at = at + a + b
    end
  end
  return t
end

-- Each child is of a job that ends here, with as many as that says, and has the run's
-- digest.  False, or what is wrong.
local function check(t, is_new)
  local children, declared, seen = {}, {}, {}
  for _, d in ipairs(t.done) do
    if declared[d[1]] then return 'a job is done twice' end
    if call('SISMEMBER', held(owner), d[1]) == 0 or call('HEXISTS', OPEN, d[1]) == 0 then
      return 'lost'
    end
    declared[d[1]], children[d[1]] = d[2], 0
  end
  for _, id in ipairs(t.release) do
    if call('SISMEMBER', held(owner), id) == 0 then return 'lost' end
  end
  for _, o in ipairs(t.other) do
    if o[1] == 'n' and (#o[3] > 18 or not string.match(o[3], '^%d+$')) then
      return 'a count is none'
    end
  end
  -- A seal may be behind it.
  local digest = not is_new and string.sub(call('HGET', RUN, 'digest') or '', 1, 8)
  for _, a in ipairs(t.add) do
    if seen[a[1]] or call('HEXISTS', OPEN, a[1]) == 1 then
      return 'a job is there twice'
    end
    seen[a[1]] = true
    if not is_new then
      if not children[a[2]] then return 'a job is of none that ends' end
      if a[4] ~= digest then return 'a job is of another program' end
      children[a[2]] = children[a[2]] + 1
    end
  end
  for id, count in pairs(declared) do
    if children[id] ~= count then return 'a job has other children than it says' end
  end
  return false
end

-- What could fail comes first.
local function apply(t)
  local mine = held(owner)
  for _, o in ipairs(t.other) do
    if o[1] == 'n' then call('HINCRBY', SUM, o[2], o[3]) end
  end
  for _, a in ipairs(t.add) do
    call('HSET', OPEN, a[1], '\0' .. a[3] .. a[5])
    call('SADD', mine, a[1])
    prove('made', a[1])
  end
  for _, d in ipairs(t.done) do
    call('SREM', mine, d[1])
    call('HDEL', OPEN, d[1])
    prove('done', d[1])
    proof.children = (proof.children or 0) + d[2]
  end
  for _, id in ipairs(t.release) do
    call('SREM', mine, id)
    free_job(id, 0)
  end
  for _, o in ipairs(t.other) do
    if o[1] == 's' then call('HSET', RUN, o[2], o[3])
    elseif o[1] == 'b' then call('HSET', FILE, o[2], o[3])
    elseif o[1] == 'f' and call('SADD', KEYSET, o[2]) == 1 then -- a kind and a digest
      call('XADD', FOUND, '*', 'k', string.byte(o[2]), 'o', struct.unpack('<I4', o[3]),
           'b', string.sub(o[3], 5))
      proof.found = (proof.found or 0) + 1
    end
  end
  write_proof()
end

if what == 'create' then
  if call('HGET', RUN, 'token') == token then return answer('ok') end   -- again
  if call('EXISTS', RUN) == 1 then return {'there', is_led() and 1 or 0} end
  local t = read(ARGV[5])
  local wrong = check(t, true)
  if wrong then return redis.error_reply('BRAID ' .. wrong) end
  call('HSET', RUN, 'token', token, 'state', 'run', 'first', owner, 'owners', owner,
       'lease', ARGV[4])
  for _, stream in ipairs({FREE, AGAIN, LEASE}) do
    call('XGROUP', 'CREATE', stream, GROUP, '0', 'MKSTREAM')
  end
  add_lease(owner)
  call('HSET', SEQ, owner, '0')
  call('DEL', P .. 'ended')
  apply(t)
  return answer('ok')
end

-- What is there, of whichever run.
if what == 'get' then           -- ARGV[4]: run, file or seq; ARGV[5]: a name
  local value = call('HGET', P .. ARGV[4], ARGV[5])
  return value and {'ok', value} or {'ok'}
elseif what == 'sums' then
  local all = call('HGETALL', SUM)
  table.insert(all, 1, 'ok')
  return all
elseif what == 'receipts' then  -- facts, one a writer
  local facts, all = call('HGETALL', RUN), {'ok'}
  for k = 1, #facts, 2 do
    if string.sub(facts[k], 1, 8) == 'receipt ' then
      all[#all + 1], all[#all + 2] = facts[k], facts[k + 1]
    end
  end
  return all
elseif what == 'found' then     -- ARGV[4]: behind which one; ARGV[5]: so many
  local all = {'ok'}
  for _, entry in ipairs(call('XRANGE', FOUND, '(' .. ARGV[4], '+', 'COUNT', ARGV[5])) do
    local value = entry[2]
    for _, word in ipairs({entry[1], value[2], value[4], value[6]}) do
      all[#all + 1] = word
    end
  end
  return all
elseif what == 'ended' then
  return {'ok', call('GET', P .. 'ended') or ''}
end

if call('HGET', RUN, 'token') ~= token then
  return {'gone', call('GET', P .. 'ended') == token and 1 or 0}
end

if what == 'commit' then
  local number = ARGV[4]
  local state = owner ~= '0' and check_step(number)
  if state == 'again' then return answer('ok') end
  local t = read(ARGV[5])
  local wrong = state or check(t, false)
  if wrong == 'lost' then return lose(number) end
  if wrong then return redis.error_reply('BRAID ' .. wrong) end
  if owner ~= '0' then
    call('HSET', SEQ, owner, number)
    call('HDEL', TOOK, owner)
  end
  apply(t)
  return answer('ok')

elseif what == 'take' then
  local number, most = ARGV[4], tonumber(ARGV[5])
  local state = check_step(number)
  if state == 'lost' then return lose(number) end
  local ids = {}
  if state == 'again' then
    local took = call('HGET', TOOK, owner) or ''
    for at = 1, #took, 8 do ids[#ids + 1] = string.sub(took, at, at + 7) end
  elseif call('HGET', RUN, 'state') == 'run' then
    local suspects = call('XLEN', AGAIN)
    local from = suspects > 0 and AGAIN or FREE
    local count = math.floor(call('XLEN', FREE) / (2 * call('HLEN', LEASES)))
    count = suspects > 0 and 1 or math.max(1, math.min(count, most))
    local got = call('XREADGROUP', 'GROUP', GROUP, owner, 'COUNT', count, 'NOACK',
                     'STREAMS', from, '>')
    for _, entry in ipairs(got and got[1][2] or {}) do
      local id = entry[2][2]
      call('XDEL', from, entry[1])
      if call('HEXISTS', OPEN, id) == 1 then
        call('SADD', held(owner), id)
        ids[#ids + 1] = id
      end
    end
  end
  -- A question without an answer is no step, and changes nothing that goes to disk.
  if #ids == 0 then
    call('SADD', HUNGRY, owner)
    return answer(call('HLEN', OPEN) == call('SCARD', held(owner)) and 'empty'
                  or 'others')
  end
  if state ~= 'again' then
    call('HSET', SEQ, owner, number)
    call('HSET', TOOK, owner, table.concat(ids))
  end
  call('SREM', HUNGRY, owner)
  local all = answer('ok')
  for _, id in ipairs(ids) do
    all[#all + 1] = id
    all[#all + 1] = call('HGET', OPEN, id) or ''
  end
  return all

elseif what == 'join' then      -- ARGV[4]: 1 if it leads; ARGV[5]: which process it is
  if ARGV[4] == '1' then
    if call('HGET', RUN, 'leader') == ARGV[5] then      -- again
      return {'ok', tonumber(call('HGET', RUN, 'first'))}
    end
    if is_led() then return {'led'} end
    local former = call('HGET', RUN, 'first')
    free_all(former, 0)
    drop_lease(former)
  end
  local new = call('HINCRBY', RUN, 'owners', 1)
  add_lease(new)
  call('HSET', SEQ, new, '0')
  if ARGV[4] == '1' then call('HSET', RUN, 'first', new, 'leader', ARGV[5], 'state', 'run') end
  write_proof()
  return {'ok', new}

elseif what == 'leave' then
  free_all(owner, 0)
  drop_lease(owner)
  write_proof()
  return {'ok'}

elseif what == 'beat' then
  local entry = call('HGET', LEASES, owner)
  if entry then call('XCLAIM', LEASE, GROUP, owner, 0, entry, 'JUSTID') end
  listen()
  return answer('ok')

elseif what == 'reclaim' then   -- whose lease has run out
  if not listen() then return {'ok', 0} end
  local got = call('XAUTOCLAIM', LEASE, GROUP, owner, call('HGET', RUN, 'lease'), '0-0',
                   'COUNT', 16)
  local count = 0
  for _, entry in ipairs(got[2]) do
    local who = entry and entry[2] and entry[2][2]
    if who and who ~= owner then
      free_all(who, 1)
      drop_lease(who)
      count = count + 1
    end
  end
  write_proof()
  return {'ok', count}

elseif what == 'look' then
  local p = {}
  for k, name in ipairs({'made', 'done', 'children', 'made low', 'done low', 'made high',
                         'done high', 'found'}) do
    p[k] = call('HGET', PROOF, name) or '0'
  end
  local all = {'ok', call('HLEN', OPEN), call('XLEN', FREE) + call('XLEN', AGAIN),
               call('HLEN', LEASES), is_led() and 1 or 0, call('XLEN', FOUND),
               call('SCARD', KEYSET), call('HGET', RUN, 'state') or '',
               call('SCARD', held(owner))}
  for _, value in ipairs(p) do all[#all + 1] = value end
  return all

elseif what == 'stop' then
  call('HSET', RUN, 'state', 'stopped')
  return {'ok'}

elseif what == 'drop' then
  for _, who in ipairs(call('HKEYS', LEASES)) do call('UNLINK', held(who)) end
  for _, key in ipairs({RUN, OPEN, FREE, AGAIN, LEASES, LEASE, SEQ, TOOK, SUM, PROOF,
                        FOUND, KEYSET, FILE, HUNGRY}) do
    call('UNLINK', key)
  end
  call('SET', P .. 'ended', token, 'EX', 86400)
  return {'ok'}
end
return redis.error_reply('BRAID unknown: ' .. what)
