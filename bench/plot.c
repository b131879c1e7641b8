/*
 * Draws growth as an SVG: one panel a program, one line a series, logarithmic
 * upwards with one scale for all panels; sideways logarithmic where sizes span
 * more than an order of magnitude.
 *
 *   plot TITLE "SIDEWAYS" "UPWARDS" <LINES >FILE.svg
 *
 * A line is PANEL, SERIES, SIZE and VALUE, between tabs.  A value ">N" is more
 * than N, nobody knows how much: an open mark at N.  Other lines are left out.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 4096, MAX_NAMES = 64, NAME = 64 };

static const int ACROSS = 4, WIDTH = 190, HEIGHT = 130,         /* of a panel */
                 LEFT = 46, RIGHT = 14, ABOVE = 26, BELOW = 34, /* round it */
                 HEAD = 56;

typedef struct point {
  int panel, series;
  double x, y;
  bool is_more;
} point;

typedef struct names {
  char text[MAX_NAMES][NAME];
  int count;
} names;

typedef struct scale {
  double low, high;
  bool is_log;
  double from, to;              /* on paper */
} scale;

static point points[MAX_POINTS];
static int point_count;
static names panels, series;

/* Told apart by people who see few colours, too. */
static const char *const colours[] = {"#d55e00", "#0072b2", "#009e73",
                                      "#cc79a7", "#e69f00", "#555555"};
enum { COLOURS = sizeof colours / sizeof *colours };

static int find(names *n, const char *text) {
  for (int k = 0; k < n->count; k++)
    if (!strcmp(n->text[k], text)) return k;
  if (n->count == MAX_NAMES) return -1;
  snprintf(n->text[n->count], NAME, "%s", text);
  return n->count++;
}

static void read_points(void) {
  char line[512];
  while (fgets(line, sizeof line, stdin) && point_count < MAX_POINTS) {
    char panel[NAME], name[NAME], *end;
    char x[32], y[32];
    if (sscanf(line, "%63[^\t]\t%63[^\t]\t%31[^\t]\t%31[^\t\n]", panel, name,
               x, y) != 4)
      continue;
    const bool is_more = y[0] == '>';
    point p = {.x = strtod(x, &end), .is_more = is_more};
    if (*end) continue;
    p.y = strtod(y + is_more, &end);
    if (*end || p.y <= 0 || p.x <= 0) continue;
    p.panel = find(&panels, panel);
    p.series = find(&series, name);
    if (p.panel >= 0 && p.series >= 0) points[point_count++] = p;
  }
}

static double along(const scale *s, double v) {
  const double part = s->is_log ? log(v / s->low) / log(s->high / s->low)
                                : (v - s->low) / (s->high - s->low);
  return s->from + part * (s->to - s->from);
}

static void put_text(const char *text) {
  for (; *text; text++)
    switch (*text) {
    case '<': fputs("&lt;", stdout); break;
    case '>': fputs("&gt;", stdout); break;
    case '&': fputs("&amp;", stdout); break;
    default: putchar(*text);
    }
}

static void label(double x, double y, const char *anchor, const char *style,
                  const char *text) {
  printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor,
         style);
  put_text(text);
  puts("</text>");
}

/* 1500 is "1.5k". */
static const char *short_number(double v) {
  static char text[32];
  if (v >= 1e6) snprintf(text, sizeof text, "%gM", v / 1e6);
  else if (v >= 1e3) snprintf(text, sizeof text, "%gk", v / 1e3);
  else snprintf(text, sizeof text, "%g", v);
  return text;
}

/* A step of 1, 2 or 5 times a power of ten that gives at most five marks. */
static double round_step(double span) {
  double step = pow(10, floor(log10(span)));
  while (span / step < 2) step /= 2;
  while (span / step > 5) step *= 2;
  return step < 1 ? 1 : floor(step);
}

static void put_sideways(const scale *s, double top, double bottom) {
  const double step = round_step(s->high - s->low);
  const double first = s->is_log ? pow(10, ceil(log10(s->low)))
                                 : ceil(s->low / step) * step;
  for (double v = first; v <= s->high * 1.0001; v = s->is_log ? v * 10
                                                             : v + step) {
    const double x = along(s, v);
    printf("<path d=\"M%.1f %.1fV%.1f\" class=\"grid\"/>\n", x, top, bottom);
    label(x, bottom + 13, "middle", "", short_number(v));
  }
}

static void put_upwards(const scale *s, double left, double right) {
  for (double v = s->low; v <= s->high * 1.0001; v *= 10) {
    const double y = along(s, v);
    printf("<path d=\"M%.1f %.1fH%.1f\" class=\"grid\"/>\n", left, y, right);
    label(left - 4, y + 4, "end", "", short_number(v));
  }
}

static int by_size(const void *a, const void *b) {
  const point *p = a, *q = b;
  if (p->panel != q->panel) return p->panel - q->panel;
  if (p->series != q->series) return p->series - q->series;
  return p->x < q->x ? -1 : p->x > q->x;
}

static void put_line(const scale *x, const scale *y, int panel, int which) {
  const char *colour = colours[which % COLOURS];
  bool is_first = true;
  printf("<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" d=\"", colour);
  for (int k = 0; k < point_count; k++) {
    const point *p = points + k;
    if (p->panel != panel || p->series != which) continue;
    printf("%c%.1f %.1f", is_first ? 'M' : 'L', along(x, p->x),
           along(y, p->y));
    is_first = false;
  }
  puts(is_first ? "M0 0\"/>" : "\"/>");
  for (int k = 0; k < point_count; k++) {
    const point *p = points + k;
    if (p->panel != panel || p->series != which) continue;
    printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" stroke=\"%s\" "
           "fill=\"%s\"/>\n", along(x, p->x), along(y, p->y), colour,
           p->is_more ? "white" : colour);
  }
}

static void put_panel(int panel, scale y, double left, double top) {
  scale x = {.low = INFINITY, .high = 0, .from = left + 8,
             .to = left + WIDTH - 8};
  for (int k = 0; k < point_count; k++) {
    if (points[k].panel != panel) continue;
    if (points[k].x < x.low) x.low = points[k].x;
    if (points[k].x > x.high) x.high = points[k].x;
  }
  x.is_log = x.high / x.low > 10;
  if (x.low == x.high) x.low = x.low / 2, x.high = 2 * x.high;
  y.from = top + HEIGHT;
  y.to = top + 4;
  put_sideways(&x, top, top + HEIGHT);
  put_upwards(&y, left, left + WIDTH);
  printf("<path d=\"M%.1f %.1fV%.1fH%.1f\" class=\"axis\"/>\n", left, top,
         top + HEIGHT, left + WIDTH);
  label(left + WIDTH / 2.0, top - 7, "middle", " font-weight=\"bold\"",
        panels.text[panel]);
  for (int which = 0; which < series.count; which++)
    put_line(&x, &y, panel, which);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s TITLE SIDEWAYS UPWARDS <LINES >FILE.svg\n",
            argv[0]);
    return 1;
  }
  read_points();
  if (!point_count) {
    fprintf(stderr, "%s: nothing to draw\n", argv[0]);
    return 1;
  }
  qsort(points, (size_t) point_count, sizeof *points, by_size);
  scale y = {.low = INFINITY, .high = 0, .is_log = true};
  for (int k = 0; k < point_count; k++) {
    if (points[k].y < y.low) y.low = points[k].y;
    if (points[k].y > y.high) y.high = points[k].y;
  }
  y.low = pow(10, floor(log10(y.low)));
  y.high = pow(10, ceil(log10(y.high)));
  if (y.low == y.high) y.high *= 10;
  const int across = panels.count < ACROSS ? panels.count : ACROSS;
  const int down = (panels.count + across - 1) / across;
  const int wide = LEFT + WIDTH + RIGHT, tall = ABOVE + HEIGHT + BELOW;
  const int width = across * wide < 480 ? 480 : across * wide;
  printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
         "height=\"%d\" font-family=\"sans-serif\" font-size=\"10\">\n"
         "<style>.grid{stroke:#ddd;fill:none}.axis{stroke:#333;fill:none}"
         "</style>\n"
         "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
         width, HEAD + down * tall + 18);
  label(LEFT, 20, "start", " font-size=\"14\"", argv[1]);
  double at = LEFT;
  for (int k = 0; k < series.count; k++) {
    printf("<circle cx=\"%.1f\" cy=\"36\" r=\"4\" fill=\"%s\"/>\n", at + 4,
           colours[k % COLOURS]);
    label(at + 12, 40, "start", " font-size=\"11\"", series.text[k]);
    at += 28 + 6.2 * (double) strlen(series.text[k]);
  }
  bool has_more = false;
  for (int k = 0; k < point_count; k++) has_more |= points[k].is_more;
  if (has_more) {
    printf("<ellipse cx=\"%.1f\" cy=\"36\" rx=\"4\" ry=\"4\" fill=\"white\" "
           "stroke=\"#333\"/>\n", at + 4);
    label(at + 12, 40, "start", " font-size=\"11\"", "not done by then");
  }
  label(width - RIGHT, 40, "end", " font-size=\"11\"", argv[3]);
  for (int k = 0; k < panels.count; k++)
    put_panel(k, y, LEFT + k % across * wide, HEAD + ABOVE + k / across * tall);
  label(width / 2.0, HEAD + down * tall + 8, "middle", " font-size=\"11\"",
        argv[2]);
  puts("</svg>");
  return 0;
}
