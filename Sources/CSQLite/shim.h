#ifndef BATON_CSQLITE_SHIM_H
#define BATON_CSQLITE_SHIM_H

#include <sqlite3.h>

/// SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies the value before it returns.
static inline sqlite3_destructor_type baton_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

#endif
