// A main that returns nothing has an exit status all the same, and no bug.
// options: -Wno-main-return-type
void main(void) { }
