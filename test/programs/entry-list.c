// A list of any length, null-checked where it is followed but for one place.
// options: --entry=count_from
// exit: 5
// verdict: bug
struct node { int value; struct node *next; };

int count_from(struct node *head, int value) {
  int n = 0;
  while (head && head->value != value) {
    head = head->next;
    if (++n == 2) return 0;
  }
  return n + head->value; // expect: null, overflow
}
