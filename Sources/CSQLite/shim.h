#ifndef BATON_CSQLITE_SHIM_H
#define BATON_CSQLITE_SHIM_H

#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies the value before it returns.
static inline sqlite3_destructor_type baton_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

/// sqlite3_db_config is variadic, which Swift cannot call: sets one of its switches.
static inline int baton_sqlite_set_switch(sqlite3 *database, int operation, int value) {
  return sqlite3_db_config(database, operation, value, (int *)0);
}

#endif
