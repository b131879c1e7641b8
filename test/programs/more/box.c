struct box { unsigned char length; short *data; };
int box_limit = 4;

int box_second(struct box *b, int n) {
  return n > box_limit ? b->data[1] : 0;
}
