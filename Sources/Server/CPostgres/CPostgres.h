// The functions of libpq that DatasyncPostgres calls, as they have been since PostgreSQL 9.6.
//
// They are declared here, and not included, because the place of libpq-fe.h differs between systems, and because the package must
// resolve without a warning on a machine that lacks it. Only linking needs the library, and only with the trait Postgres.
#ifndef DATASYNC_CPOSTGRES_H
#define DATASYNC_CPOSTGRES_H

#include <stddef.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef unsigned int Oid;

/// An option of a connection string.
typedef struct _PQconninfoOption {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    char *dispchar;
    int dispsize;
} PQconninfoOption;

// The results of PQstatus, PQconnectPoll and PQresultStatus.
#define PG_CONNECTION_OK 0
#define PG_CONNECTION_BAD 1
#define PG_POLLING_READING 1
#define PG_POLLING_WRITING 2
#define PG_POLLING_OK 3
#define PG_RESULT_COMMAND_OK 1
#define PG_RESULT_TUPLES_OK 2

// The fields of an error: the letters V, C and M.
#define PG_FIELD_SEVERITY 86
#define PG_FIELD_STATE 67
#define PG_FIELD_MESSAGE 77

PQconninfoOption *PQconninfoParse(const char *conninfo, char **errmsg);
void PQconninfoFree(PQconninfoOption *options);
void PQfreemem(void *memory);

PGconn *PQconnectStartParams(const char *const *keywords, const char *const *values, int expand_dbname);
PGconn *PQconnectdbParams(const char *const *keywords, const char *const *values, int expand_dbname);
int PQconnectPoll(PGconn *connection);
int PQstatus(const PGconn *connection);
int PQsocket(const PGconn *connection);
char *PQerrorMessage(const PGconn *connection);
void PQfinish(PGconn *connection);
int PQsetnonblocking(PGconn *connection, int nonblocking);

int PQsendQueryParams(
    PGconn *connection, const char *command, int count, const Oid *types, const char *const *values, const int *lengths,
    const int *formats, int result_format);
PGresult *PQexecParams(
    PGconn *connection, const char *command, int count, const Oid *types, const char *const *values, const int *lengths,
    const int *formats, int result_format);
int PQflush(PGconn *connection);
int PQconsumeInput(PGconn *connection);
int PQisBusy(PGconn *connection);
PGresult *PQgetResult(PGconn *connection);

int PQresultStatus(const PGresult *result);
char *PQresultErrorField(const PGresult *result, int field);
int PQntuples(const PGresult *result);
int PQnfields(const PGresult *result);
int PQgetisnull(const PGresult *result, int row, int column);
int PQgetlength(const PGresult *result, int row, int column);
char *PQgetvalue(const PGresult *result, int row, int column);
void PQclear(PGresult *result);

typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);
PQnoticeReceiver PQsetNoticeReceiver(PGconn *connection, PQnoticeReceiver receiver, void *context);

#endif
