#pragma once
#include <libpq-fe.h>

// What Swift cannot import by itself: macros that are characters, and callbacks worth nothing but their silence.

/// The five characters of SQLSTATE, or NULL where the error did not come from the server.
static inline const char *vitals_pq_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The name of the constraint, table or column that an error is about, or NULL. Names, never values.
static inline const char *vitals_pq_constraint_name(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

static inline const char *vitals_pq_table_name(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_TABLE_NAME);
}

static inline const char *vitals_pq_column_name(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_COLUMN_NAME);
}

static inline void vitals_pq_ignore_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

/// Drops the server's notices: libpq would print them, values and all, to standard error.
static inline void vitals_pq_silence(PGconn *connection) {
    PQsetNoticeReceiver(connection, vitals_pq_ignore_notice, NULL);
}
