#ifndef FILES_XML_H
#define FILES_XML_H

#include <stdio.h>

/* Text for elements and attributes of any XML document: characters impossible in XML become
 * U+FFFD. */
void xml_text(FILE *, const char *);

#endif
