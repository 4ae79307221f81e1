#ifndef BATON_CPOSTGRES_SHIM_H
#define BATON_CPOSTGRES_SHIM_H

#include <libpq-fe.h>

/// The code by which a result carries its SQLSTATE; a character constant in C, which Swift does not import.
static inline int baton_pq_field_state(void) { return PG_DIAG_SQLSTATE; }

/// The code of the words of an error.
static inline int baton_pq_field_message(void) { return PG_DIAG_MESSAGE_PRIMARY; }

/// The code of the name of the constraint that an error is about.
static inline int baton_pq_field_constraint(void) { return PG_DIAG_CONSTRAINT_NAME; }

#endif
