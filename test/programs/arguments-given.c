/* With arguments on the command line nothing is assumed of them. */
// arguments: one
int main(int argc, char **argv) { return argc != 2 || argv[1][0] != 'o'; }
