#ifndef SHOP_H
#define SHOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A pet shop in the spirit of the well-known sample application, as one process:
 * what a customer does (pages, search, basket, order), what the shop does about
 * it (prices, taxes, stock, suppliers, post, invoices, the ledger), and what
 * keeps it together (sessions, reviews, an audit log, reports).
 *
 * The data base is a stub: it hands out the tables as text, which is parsed and
 * indexed at the start.  Money is in cents, weight in grams, days are counted.
 */

/* stub.c: how many rows the data base has; its tables as lines of fields. */
enum { STUB_CATEGORIES = 12, STUB_PRODUCTS = 480, STUB_CUSTOMERS = 240,
       STUB_SUPPLIERS = 9, STUB_RULES = 40 };
char *stub_categories(void);            /* the caller frees them */
char *stub_products(void);
char *stub_customers(void);
char *stub_suppliers(void);
char *stub_rules(void);

/* memory.c ---------------------------------------------------------------- */
void *need(void *);                     /* ends the program if it is NULL */
/* Room for one more item of that size. */
void *grow(void *items, int count, int *capacity, size_t size);
char *copy_text(const char *, size_t length);

/* date.c: days since 1 January 2001, a Monday ------------------------------ */
typedef struct date { int year; short month, day; } date;
date date_of(int days);
int date_days(date);
int date_weekday(int days);             /* 0: Monday */
bool date_is_holiday(int days);

/* text.c: buffers that grow ------------------------------------------------ */
typedef struct text { char *bytes; size_t count, capacity; } text;
void text_put(text *, char);
void text_add(text *, const char *);
void text_add_number(text *, long);
void text_add_money(text *, long cents);
void text_add_date(text *, int days);
void text_add_escaped(text *, const char *);
void text_release(text *);
uint32_t text_checksum(const text *);

/* csv.c: lines of fields, separated by semicolons -------------------------- */
typedef struct csv { const char *at; } csv;
bool csv_next_line(csv *);              /* false: there is none */
long csv_number(csv *);
char *csv_text(csv *);                  /* the caller frees it */

/* index.c: from keys to rows ------------------------------------------------ */
typedef struct index_slot { long key; int row; } index_slot;
typedef struct index_table {
  index_slot *slots;
  int count, capacity;
} index_table;
void index_put(index_table *, long key, int row);
int index_find(const index_table *, long key);  /* -1: none */
void index_release(index_table *);

/* catalogue.c --------------------------------------------------------------- */
typedef struct category { long key; char *name; int tax_class; } category;
typedef struct product {
  long key, category, supplier;
  char *name, *description;
  long cents, grams;
  long sold, stars, reviews;
} product;
extern category *categories;
extern int category_count;
extern product *products;
extern int product_count;
void catalogue_open(void);
void catalogue_close(void);
product *catalogue_find(long key);
category *catalogue_category(long key);
int catalogue_by_price(long category, long *keys, int room);
int catalogue_best(long category, long *keys, int room);

/* rule.c: prices that depend on day and quantity ---------------------------- */
typedef enum rule_kind { RULE_QUANTITY, RULE_SEASON, RULE_WEEKDAY } rule_kind;
void rule_open(void);
void rule_close(void);
/* The price of one piece, on that day, if so many are bought. */
long rule_price(const product *, int day, long quantity);

/* tax.c ---------------------------------------------------------------------- */
enum { TAX_COUNTRIES = 6, TAX_CLASSES = 3 };
long tax_of(long net, int country, int tax_class);

/* customer.c ------------------------------------------------------------------ */
typedef struct customer {
  long key;
  char *name, *town;
  int country, level, since;
  uint32_t password;
  long spent, orders;
} customer;
extern customer *customers;
extern int customer_count;
void customer_open(void);
void customer_close(void);
customer *customer_find(long key);
uint32_t customer_hash(const char *password);
void customer_promote(customer *);

/* session.c ------------------------------------------------------------------- */
uint32_t session_begin(long customer, const char *password, int day);
bool session_is_valid(uint32_t token, long customer, int day);
int session_expire(int day);
void session_close(void);

/* stock.c --------------------------------------------------------------------- */
enum { STOCK_HOUSES = 3 };
void stock_open(void);
void stock_close(void);
long stock_count(long product);
bool stock_take(long product, long quantity);
void stock_give_back(long product, long quantity);
int stock_low(long *keys, int room);
void stock_receive(long product, int house, long quantity);

/* supplier.c ------------------------------------------------------------------ */
typedef struct supplier { long key; char *name; int days; long sent; } supplier;
void supplier_open(void);
void supplier_close(void);
void supplier_order(long product, long quantity, int day);
int supplier_deliver(int day);          /* how many arrived */

/* basket.c ---------------------------------------------------------------------- */
enum { BASKET_LINES = 16 };
typedef struct basket_line { long product, quantity; } basket_line;
typedef struct basket { basket_line lines[BASKET_LINES]; int count; } basket;
bool basket_put(basket *, long product, long quantity);
void basket_change(basket *, long product, long quantity);
long basket_total(const basket *, int day);
long basket_weight(const basket *);

/* coupon.c ------------------------------------------------------------------------ */
long coupon_discount(long total, int level, long percent);
long coupon_percent(const char *code, int day);

/* postage.c ------------------------------------------------------------------------ */
long postage_of(long grams, int country);
int postage_days(int country, bool express);

/* order.c --------------------------------------------------------------------------- */
typedef enum order_state { ORDER_NEW, ORDER_PAID, ORDER_SENT, ORDER_DONE,
                           ORDER_CANCELLED } order_state;
typedef struct order_line { long product, quantity, cents, tax; } order_line;
typedef struct order {
  long key, customer;
  order_line lines[BASKET_LINES];
  int line_count;
  long net, discount, tax, postage, paid;
  int day, due;
  order_state state;
} order;
extern order *orders;
extern int order_count;
void order_open(void);
void order_close(void);
long order_place(long customer, const basket *, long coupon, int day);
order *order_find(long key);
long order_total(const order *);
bool order_pay(long key, long cents);
bool order_cancel(long key);
int order_send_all(int day);
int order_finish(int day);

/* invoice.c --------------------------------------------------------------------------- */
uint32_t invoice_print(const order *);

/* ledger.c: every booking takes from one account and gives to another ---------------- */
typedef enum ledger_account { LEDGER_GOODS, LEDGER_TAX, LEDGER_POST,
                              LEDGER_CUSTOMERS, LEDGER_BANK, LEDGER_ACCOUNTS }
    ledger_account;
void ledger_open(void);
void ledger_close(void);
void ledger_book(ledger_account from, ledger_account to, long cents, int day);
long ledger_balance(ledger_account);
bool ledger_is_balanced(void);
bool ledger_is_consistent(void);        /* balances are what was booked */

/* search.c ------------------------------------------------------------------------------ */
void search_open(void);
void search_close(void);
int search_find(const char *query, long *keys, int room);

/* recommend.c ----------------------------------------------------------------------------- */
void recommend_note(const basket *);
int recommend_for(long product, long *keys, int room);
void recommend_close(void);

/* review.c ---------------------------------------------------------------------------------- */
void review_add(long product, long customer, int stars, const char *words);
int review_show(text *, long product, int room);
void review_close(void);

/* audit.c ------------------------------------------------------------------------------------ */
typedef enum audit_kind { AUDIT_ORDER, AUDIT_PAYMENT, AUDIT_CANCEL, AUDIT_STOCK,
                          AUDIT_SESSION } audit_kind;
void audit_note(audit_kind, long key, long amount, int day);
bool audit_is_whole(void);
long audit_count(audit_kind);
void audit_close(void);

/* report.c ------------------------------------------------------------------------------------- */
uint32_t report_day(int day);
uint32_t report_month(int day);

/* page.c ----------------------------------------------------------------------------------------- */
uint32_t page_start(int day);
uint32_t page_category(long category, int day);
uint32_t page_product(long product, int day);
uint32_t page_search(const char *query, int day);
uint32_t page_basket(const basket *, int day);
uint32_t page_account(long customer);

/* day.c -------------------------------------------------------------------------------------------- */
uint32_t day_trade(int day, int visitors);

#endif
