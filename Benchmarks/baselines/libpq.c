// Pushes records with the server's SQL through libpq alone: the baseline for `Benchmarks/run`.
//
//   libpq URL BATCH COUNT USER...    each user, in a process of its own, stores COUNT new records, BATCH at a time
//
// Each transaction locks the user’s row, writes the batch in one statement, and commits, as a push does. Statements are
// prepared once, and values are sent in binary. Prints the seconds from the first transaction to the last.
#include <arpa/inet.h>
#include <endian.h>
#include <libpq-fe.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { UUID = 2950, TEXT = 25, FLOAT8 = 701, TIMESTAMPTZ = 1184, INT8 = 20 };

static const char *const push_sql =
    "WITH batch AS MATERIALIZED ("
    "SELECT nextval('sync_log_seq_seq') AS seq, sorted.* FROM (SELECT * FROM unnest("
    "$2::uuid[], $3::text[], $4::float8[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::bigint[], $9::text[]"
    ") AS record (id, kind, value, unit, recorded_at, updated_at, version, extra) ORDER BY id) AS sorted), written AS ("
    "INSERT INTO measurements (user_id, id, kind, value, unit, recorded_at, updated_at, version, extra, seq) "
    "SELECT $1, id, kind, value, unit, recorded_at, updated_at, version, extra, seq FROM batch ORDER BY id "
    "ON CONFLICT (user_id, id) DO UPDATE SET kind = EXCLUDED.kind, value = EXCLUDED.value, unit = EXCLUDED.unit, "
    "recorded_at = EXCLUDED.recorded_at, updated_at = EXCLUDED.updated_at, version = EXCLUDED.version, "
    "extra = EXCLUDED.extra, seq = EXCLUDED.seq "
    "WHERE (measurements.version, measurements.updated_at, measurements.kind, measurements.value, measurements.unit, "
    "measurements.recorded_at, measurements.extra) < (EXCLUDED.version, EXCLUDED.updated_at, EXCLUDED.kind, "
    "EXCLUDED.value, EXCLUDED.unit, EXCLUDED.recorded_at, EXCLUDED.extra) RETURNING id, version, seq) "
    "INSERT INTO sync_log (seq, user_id, record_id, version) OVERRIDING SYSTEM VALUE "
    "SELECT seq, $1, id, version FROM written ORDER BY seq RETURNING seq, record_id, version, applied_at";

static PGconn *connection;

static void fail(const char *what) {
    fprintf(stderr, "libpq: %s: %s\n", what, connection ? PQerrorMessage(connection) : "");
    exit(1);
}

static void check(PGresult *result, const char *what) {
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(what);
    PQclear(result);
}

struct array {
    char *bytes;
    int size;
};

static void put32(struct array *array, uint32_t number) {
    uint32_t big = htonl(number);
    memcpy(array->bytes + array->size, &big, 4);
    array->size += 4;
}

static void put64(struct array *array, uint64_t number) {
    uint64_t big = htobe64(number);
    put32(array, 8);
    memcpy(array->bytes + array->size, &big, 8);
    array->size += 8;
}

static void put(struct array *array, const void *bytes, int size) {
    put32(array, size);
    memcpy(array->bytes + array->size, bytes, size);
    array->size += size;
}

static void begin_array(struct array *array, int oid, int count) {
    array->size = 0;
    put32(array, 1);
    put32(array, 0);
    put32(array, oid);
    put32(array, count);
    put32(array, 1);
}

static int digit(char character) { return character <= '9' ? character - '0' : (character | 32) - 'a' + 10; }

static void push(const char *user, int batch, int count, int ready, int go) {
    struct array user_id = {malloc(16), 16}, values[8];
    for (int i = 0, position = 0; i < 16; position++) {
        if (user[position] == '-') continue;
        user_id.bytes[i++] = digit(user[position]) << 4 | digit(user[position + 1]);
        position++;
    }
    for (int i = 0; i < 8; i++) values[i].bytes = malloc(64 + 32 * (size_t)batch);
    const Oid types[] = {UUID};
    check(PQprepare(connection, "lock", "SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE", 1, types), "prepare");
    check(PQprepare(connection, "push", push_sql, 1, types), "prepare");
    const char *params[9];
    int lengths[9], formats[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    uint64_t state = (uint64_t)getpid() << 32 ^ (uint64_t)time(NULL);
    char signal = 'r';
    if (write(ready, &signal, 1) != 1 || read(go, &signal, 1) < 0) fail("start");
    for (int done = 0; done < count; done += batch) {
        int rows = done + batch < count ? batch : count - done;
        const int oids[] = {UUID, TEXT, FLOAT8, TEXT, TIMESTAMPTZ, TIMESTAMPTZ, INT8, TEXT};
        for (int i = 0; i < 8; i++) begin_array(&values[i], oids[i], rows);
        for (int row = 0; row < rows; row++) {
            uint64_t id[2];
            for (int half = 0; half < 2; half++) {  // SplitMix64
                uint64_t mixed = state += 0x9E3779B97F4A7C15;
                mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
                mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
                id[half] = mixed ^ (mixed >> 31);
            }
            double value = 50 + (done + row) % 1000 / 10.0;
            uint64_t bits;
            memcpy(&bits, &value, 8);
            uint64_t microseconds = 800000000000000 + (uint64_t)(done + row) * 300000000;
            put(&values[0], id, 16);
            put(&values[1], "HEART_RATE", 10);
            put64(&values[2], bits);
            put(&values[3], "BPM", 3);
            put64(&values[4], microseconds);
            put64(&values[5], microseconds);
            put64(&values[6], 1);
            put(&values[7], "", 0);
        }
        params[0] = user_id.bytes;
        lengths[0] = 16;
        for (int i = 0; i < 8; i++) {
            params[i + 1] = values[i].bytes;
            lengths[i + 1] = values[i].size;
        }
        check(PQexec(connection, "BEGIN"), "BEGIN");
        check(PQexecPrepared(connection, "lock", 1, params, lengths, formats, 1), "lock");
        check(PQexecPrepared(connection, "push", 9, params, lengths, formats, 1), "push");
        check(PQexec(connection, "COMMIT"), "COMMIT");
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: libpq URL BATCH COUNT USER...\n");
        return 2;
    }
    int users = argc - 4, ready[2], go[2];
    if (pipe(ready) != 0 || pipe(go) != 0) fail("pipe");
    for (int i = 0; i < users; i++) {
        if (fork() != 0) continue;
        close(go[1]);
        connection = PQconnectdb(argv[1]);
        if (PQstatus(connection) != CONNECTION_OK) fail("connect");
        push(argv[4 + i], atoi(argv[2]), atoi(argv[3]), ready[1], go[0]);
        PQfinish(connection);
        exit(0);
    }
    close(ready[1]);
    char signal;
    for (int i = 0; i < users; i++) {
        if (read(ready[0], &signal, 1) != 1) fail("a process ended early");
    }
    double begin = seconds();
    close(go[1]);
    for (int i = 0; i < users; i++) {
        int status;
        wait(&status);
        if (status != 0) return 1;
    }
    printf("{\"seconds\": %.3f}\n", seconds() - begin);
    return 0;
}
