#ifndef FILES_XML_H
#define FILES_XML_H

#include <stdio.h>

/* Text for elements and attributes of any XML document: what XML cannot hold is
 * U+FFFD. */
void xml_text(FILE *, const char *);

#endif
