/*
 * Parts of addresses, by classes of networks.  musl 1.2.3 takes the bytes in the wrong order.
 * This replaces src/network/inet_legacy.c.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>

/* Bits of the host in an address of the host's byte order. */
static unsigned host_bits(uint32_t address) {
  return !(address >> 31) ? 24 : !(address >> 30 & 1) ? 16 : 8;
}

in_addr_t inet_lnaof(struct in_addr in) {
  const uint32_t a = ntohl(in.s_addr);
  return a & (((uint32_t) 1 << host_bits(a)) - 1);
}

in_addr_t inet_netof(struct in_addr in) {
  const uint32_t a = ntohl(in.s_addr);
  return a >> host_bits(a);
}

struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host) {
  const unsigned bits = net < 128 ? 24 : net < 65536 ? 16 : net < 1 << 24 ? 8 : 0;
  return (struct in_addr) {htonl(net << bits | (host & (((uint32_t) 1 << bits) - 1)))};
}

/* Up to four numbers, each a byte, none shifted for those that are missing. */
in_addr_t inet_network(const char *p) {
  uint32_t result = 0;
  for (unsigned part = 0; part < 4; part++) {
    char *end;
    if (!isdigit((unsigned char) *p)) return INADDR_NONE;
    const unsigned long n = strtoul(p, &end, 0);
    if (n > 255) return INADDR_NONE;
    result = result << 8 | (uint32_t) n;
    p = end;
    if (*p != '.') break;
    p++;
    if (part == 3) return INADDR_NONE;
  }
  while (isspace((unsigned char) *p)) p++;
  return *p ? INADDR_NONE : result;
}
