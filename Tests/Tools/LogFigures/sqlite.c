// Commits of SQLite, for comparison with the journal: `sqlite FILE WRITERS SECONDS`.
//
// Each writer inserts an entry of 100 bytes, and the next one when it is committed. One transaction has the entries of all writers,
// as with a program that collects what waits. The mode is WAL with synchronous=FULL, which syncs at each commit.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void check(sqlite3 *database, int status) {
    if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW) return;
    fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: sqlite FILE WRITERS SECONDS\n");
        return 2;
    }
    int writers = atoi(words[2]);
    double duration = atof(words[3]);
    sqlite3 *database;
    check(NULL, sqlite3_open(words[1], &database));
    check(database, sqlite3_exec(database, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", 0, 0, 0));
    check(database, sqlite3_exec(database, "CREATE TABLE log (number INTEGER PRIMARY KEY, body BLOB)", 0, 0, 0));
    sqlite3_stmt *begin, *insert, *commit;
    check(database, sqlite3_prepare_v2(database, "BEGIN", -1, &begin, 0));
    check(database, sqlite3_prepare_v2(database, "INSERT INTO log (body) VALUES (?)", -1, &insert, 0));
    check(database, sqlite3_prepare_v2(database, "COMMIT", -1, &commit, 0));
    char body[100];
    memset(body, 'x', sizeof body);
    long commits = 0;
    double start = seconds(CLOCK_MONOTONIC), elapsed = 0;
    while (elapsed < duration) {
        check(database, sqlite3_step(begin));
        check(database, sqlite3_reset(begin));
        for (int writer = 0; writer < writers; writer++) {
            check(database, sqlite3_bind_blob(insert, 1, body, sizeof body, SQLITE_STATIC));
            check(database, sqlite3_step(insert));
            check(database, sqlite3_reset(insert));
        }
        check(database, sqlite3_step(commit));
        check(database, sqlite3_reset(commit));
        commits += writers;
        elapsed = seconds(CLOCK_MONOTONIC) - start;
    }
    printf("%d writers: %.0f commits per second, processor %.2f s of %.2f s\n", writers, commits / elapsed,
           seconds(CLOCK_PROCESS_CPUTIME_ID), elapsed);
    return 0;
}
