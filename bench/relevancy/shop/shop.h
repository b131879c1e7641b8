#ifndef SHOP_H
#define SHOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A pet shop in the spirit of the well-known sample application: catalogue,
 * accounts, carts, orders, stock, suppliers, pages.  The data base is a stub:
 * tables of words that are filled at the start.
 */

/* db.c: tables of rows of words ------------------------------------------ */
enum { DB_COLUMNS = 8 };
typedef struct db_table {
  const char *name;
  long (*rows)[DB_COLUMNS];
  int count, capacity;
  int *index;                   /* by the key in column 0: row plus 1 */
  int index_size;
} db_table;

void db_open(db_table *, const char *name, int index_size);
void db_close(db_table *);
int db_insert(db_table *, const long *row);
int db_find(const db_table *, long key);        /* a row; -1: none */
long db_get(const db_table *, int row, int column);
void db_set(db_table *, int row, int column, long value);

/* text.c: buffers, templates ---------------------------------------------- */
typedef struct text { char *bytes; size_t count, capacity; } text;
void text_add(text *, const char *);
void text_add_number(text *, long);
void text_add_escaped(text *, const char *);
void text_release(text *);
uint32_t text_checksum(const text *);

/* catalogue.c ------------------------------------------------------------- */
enum { PRODUCT_KEY, PRODUCT_CATEGORY, PRODUCT_CENTS, PRODUCT_WEIGHT,
       PRODUCT_SUPPLIER };
extern db_table products, categories;
void catalogue_open(void);
void catalogue_close(void);
const char *catalogue_name(long key);
long catalogue_price(long key);
int catalogue_search(const char *word, long *keys, int room);
int catalogue_by_price(long category, long *keys, int room);

/* account.c --------------------------------------------------------------- */
enum { ACCOUNT_KEY, ACCOUNT_COUNTRY, ACCOUNT_LEVEL, ACCOUNT_SPENT };
extern db_table accounts;
void account_open(void);
void account_close(void);
bool account_sign_in(long key, const char *password);
int account_level(long key);

/* stock.c ----------------------------------------------------------------- */
enum { STOCK_KEY, STOCK_COUNT, STOCK_LEAST, STOCK_ORDERED };
extern db_table stock;
void stock_open(void);
void stock_close(void);
bool stock_take(long key, long quantity);
void stock_refill(void);
long stock_count(long key);

/* cart.c ------------------------------------------------------------------ */
enum { CART_LINES = 12 };
typedef struct cart_line { long product, quantity; } cart_line;
typedef struct cart { cart_line lines[CART_LINES]; int count; } cart;
bool cart_put(cart *, long product, long quantity);
void cart_change(cart *, long product, long quantity);
long cart_total(const cart *);
long cart_weight(const cart *);

/* price.c ----------------------------------------------------------------- */
long price_discount(long total, int level, long coupon_percent);
long price_tax(long net, long country);
long price_postage(long weight, long country);

/* order.c ----------------------------------------------------------------- */
enum { ORDER_KEY, ORDER_ACCOUNT, ORDER_NET, ORDER_TAX, ORDER_POSTAGE,
       ORDER_STATE };
enum { ORDER_NEW, ORDER_PAID, ORDER_SENT, ORDER_REFUSED };
extern db_table orders;
void order_open(void);
void order_close(void);
long order_place(long account, const cart *, long coupon_percent);
long order_field(long key, int column);
void order_send_all(void);

/* page.c ------------------------------------------------------------------ */
uint32_t page_start(void);
uint32_t page_category(long category);
uint32_t page_product(long product);
uint32_t page_account(long account);
uint32_t page_orders(long account);

#endif
