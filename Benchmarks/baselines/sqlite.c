// Writes a device's records by SQLite's C API alone: the baseline for `Benchmarks/run`.
//
//   sqlite import SOURCE TARGET        inserts the records of the store SOURCE into a new store, in one transaction
//   sqlite apply SOURCE TARGET PAGE    stores them like pulled pages of PAGE records, reads included
//
// The schema, the SQL, the transactions and the settings of the connection are the device's. Prints the CPU seconds (user
// and system) from the first statement to the close of the new store; SOURCE was read into memory before.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define COLUMNS "id, kind, value_, unit, recorded_at, updated_at, version, extra"

struct record {
    char *id, *kind, *unit, *extra;
    double value;
    sqlite3_int64 recorded_at, updated_at, version;
};

static sqlite3 *db;

static void fail(const char *what) {
    fprintf(stderr, "sqlite: %s: %s\n", what, db ? sqlite3_errmsg(db) : "");
    exit(1);
}

static void execute(const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(sql);
    return statement;
}

// Steps a statement to its end, and reads every column of every row.
static void run(sqlite3_stmt *statement) {
    int status;
    volatile double sum = 0;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            if (sqlite3_column_type(statement, i) == SQLITE_TEXT) sum += sqlite3_column_text(statement, i)[0];
            else sum += sqlite3_column_double(statement, i);
        }
    }
    if (status != SQLITE_DONE) fail("step");
    sqlite3_reset(statement);
}

static char *text(sqlite3_stmt *statement, int column) {
    return strdup((const char *)sqlite3_column_text(statement, column));
}

static struct record *read_records(const char *path, int *count) {
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) fail(path);
    struct record *records = NULL;
    int capacity = 0;
    *count = 0;
    sqlite3_stmt *statement = prepare("SELECT " COLUMNS " FROM measurement ORDER BY rowid");
    while (sqlite3_step(statement) == SQLITE_ROW) {
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 1024;
            records = realloc(records, capacity * sizeof *records);
        }
        records[(*count)++] = (struct record){
            .id = text(statement, 0), .kind = text(statement, 1), .value = sqlite3_column_double(statement, 2),
            .unit = text(statement, 3), .recorded_at = sqlite3_column_int64(statement, 4),
            .updated_at = sqlite3_column_int64(statement, 5), .version = sqlite3_column_int64(statement, 6),
            .extra = text(statement, 7)};
    }
    sqlite3_finalize(statement);
    return records;
}

// The schema as SQL, in the order in which it was created.
static char *read_schema(void) {
    char *schema = strdup("");
    sqlite3_stmt *statement =
        prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid");
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(statement, 0);
        schema = realloc(schema, strlen(schema) + strlen(sql) + 3);
        strcat(strcat(schema, sql), ";\n");
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return schema;
}

static void bind(sqlite3_stmt *statement, const struct record *record) {
    sqlite3_bind_text(statement, 1, record->id, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, record->kind, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 3, record->value);
    sqlite3_bind_text(statement, 4, record->unit, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, record->recorded_at);
    sqlite3_bind_int64(statement, 6, record->updated_at);
    sqlite3_bind_int64(statement, 7, record->version);
    sqlite3_bind_text(statement, 8, record->extra, -1, SQLITE_STATIC);
}

static void run_for(sqlite3_stmt *statement, const struct record *record) {
    sqlite3_bind_text(statement, 1, record->id, -1, SQLITE_STATIC);
    run(statement);
}

static const char *const put_sql =
    "INSERT INTO measurement (" COLUMNS ", dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, value_ = excluded.value_, unit = excluded.unit, "
    "recorded_at = excluded.recorded_at, updated_at = excluded.updated_at, version = excluded.version, "
    "extra = excluded.extra, dirty = excluded.dirty, own = excluded.own";

static void import(const struct record *records, int count) {
    sqlite3_stmt *put = prepare(put_sql);
    execute("BEGIN IMMEDIATE");
    for (int i = 0; i < count; i++) {
        bind(put, &records[i]);
        sqlite3_bind_int(put, 9, 1);
        sqlite3_bind_int(put, 10, 0);
        run(put);
    }
    execute("COMMIT");
    sqlite3_finalize(put);
}

static void apply(const struct record *records, int count, int page) {
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *state = prepare("SELECT * FROM sync_state");
    sqlite3_stmt *row = prepare("SELECT " COLUMNS ", dirty, own FROM measurement WHERE id = ?");
    sqlite3_stmt *put = prepare(put_sql);
    sqlite3_stmt *remove_base = prepare("DELETE FROM base WHERE id = ?");
    sqlite3_stmt *cursor = prepare("UPDATE sync_state SET cursor = ?");
    sqlite3_stmt *receipt = prepare("UPDATE sync_state SET receipt = ?");
    sqlite3_stmt *remove_event = prepare("DELETE FROM event_row WHERE id = ?");
    for (int first = 0; first < count; first += page) {
        int end = first + page < count ? first + page : count;
        char token[64];
        snprintf(token, sizeof token, "%d.0123456789abcdef0123456789abcdef", end);
        run(begin);
        run(state);
        run(state);  // the account is verified
        for (int i = first; i < end; i++) {
            run_for(row, &records[i]);
            bind(put, &records[i]);
            sqlite3_bind_int(put, 9, 0);
            sqlite3_bind_int(put, 10, 0);
            run(put);
            run_for(remove_base, &records[i]);
        }
        sqlite3_bind_int64(cursor, 1, end);
        run(cursor);
        run(state);
        sqlite3_bind_text(receipt, 1, token, -1, SQLITE_STATIC);
        run(receipt);
        run(state);  // the features
        run(state);  // the state afterwards
        for (int i = first; i < end; i++) run_for(remove_event, &records[i]);
        run(commit);
    }
    sqlite3_stmt *const all[] = {begin, commit, state, row, put, remove_base, cursor, receipt, remove_event};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
}

static double cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

int main(int argc, char **argv) {
    if (argc < 4 || (strcmp(argv[1], "import") != 0 && (strcmp(argv[1], "apply") != 0 || argc < 5))) {
        fprintf(stderr, "usage: sqlite import SOURCE TARGET | sqlite apply SOURCE TARGET PAGE\n");
        return 2;
    }
    int count;
    struct record *records = read_records(argv[2], &count);
    char *schema = read_schema();
    double begin = cpu_seconds();
    if (sqlite3_open(argv[3], &db) != SQLITE_OK) fail(argv[3]);
    execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON;"
        "PRAGMA secure_delete = ON; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000; BEGIN");
    execute(schema);
    execute("INSERT INTO sync_state (id, cursor) VALUES (0, 0); COMMIT");
    if (strcmp(argv[1], "import") == 0) import(records, count);
    else apply(records, count, atoi(argv[4]));
    if (sqlite3_close(db) != SQLITE_OK) fail("close");
    printf("{\"records\": %d, \"cpu_seconds\": %.3f}\n", count, cpu_seconds() - begin);
    return 0;
}
