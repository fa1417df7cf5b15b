// Clients that load a server and count: WebSocket sessions, HTTP requests, and subscribers of redis.
//
//   load fanout  ws|redis PORT SUBSCRIBERS IN_FLIGHT SECONDS   messages that all subscribers of one node receive
//   load latency PORT CLIENTS SECONDS                          time from a write to its response, one in flight a client
//   load reads   PORT CONNECTIONS SECONDS TARGET               responses to GET requests on kept connections
//   load idle    PORT CONNECTIONS PID                          memory of the server's process for each session
//   load listen  PORT PATH PID                                 time of a first listen, and the peak memory of the server
//
// One thread, epoll, no library: the clients must cost less than the server.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { maximum = 20000, buffer_size = 1 << 18, payload = 64 };

static int epoll;
static char buffer[buffer_size];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static int open_connection(int port) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail("connect");
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return descriptor;
}

static void send_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN) continue;
        if (sent <= 0) fail("send");
        bytes += sent;
        count -= sent;
    }
}

static void send_text(int descriptor, const char *text) { send_all(descriptor, text, strlen(text)); }

// Sends a WebSocket frame with the mask 0, which leaves the text as it is.
static void send_frame(int descriptor, const char *text) {
    size_t length = strlen(text), head = 6;
    unsigned char frame[4096] = {0x81, 0x80};
    if (length < 126) {
        frame[1] |= length;
    } else {
        frame[1] |= 126;
        frame[2] = length >> 8;
        frame[3] = length;
        head = 8;
    }
    memcpy(frame + head, text, length);
    send_all(descriptor, (char *)frame, head + length);
}

// Reads until a text has arrived; for the steps before the measurement.
static void expect(int descriptor, const char *text) {
    size_t used = 0;
    do {
        ssize_t count = recv(descriptor, buffer + used, buffer_size - 1 - used, 0);
        if (count <= 0) fail("recv");
        used += count;
        buffer[used] = 0;
        for (size_t index = 0; index < used; index++) if (!buffer[index]) buffer[index] = ' ';
    } while (!strstr(buffer, text));
}

static int open_socket(int port) {
    int descriptor = open_connection(port);
    send_text(descriptor, "GET /.ws?v=5&ns=default HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
    expect(descriptor, "\"t\":\"h\"");
    return descriptor;
}

static void watch(int descriptor, int index) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)) fail("epoll_ctl");
}

static long memory_of(int pid, const char *field) {
    char name[64], line[256];
    long kilobytes = 0;
    snprintf(name, sizeof name, "/proc/%d/status", pid);
    FILE *file = fopen(name, "r");
    if (!file) fail(name);
    while (fgets(line, sizeof line, file)) {
        if (!strncmp(line, field, strlen(field))) kilobytes = atol(line + strlen(field) + 1);
    }
    fclose(file);
    return kilobytes;
}

static int descriptors[maximum];

// Counts the messages that the subscribers receive, by their bytes: all messages have the same length.
static void fanout(int is_redis, int port, int subscribers, int in_flight, double seconds) {
    char text[512], value[payload + 1];
    memset(value, 'x', payload);
    value[payload] = 0;
    for (int index = 0; index < subscribers; index++) {
        int descriptor = is_redis ? open_connection(port) : open_socket(port);
        if (is_redis) send_text(descriptor, "SUBSCRIBE n\r\n");
        else send_frame(descriptor, "{\"t\":\"d\",\"d\":{\"r\":1,\"a\":\"q\",\"b\":{\"p\":\"/n\",\"h\":\"\"}}}");
        expect(descriptor, is_redis ? ":1\r\n" : "\"r\":1");
        watch(descriptor, index);
        descriptors[index] = descriptor;
    }
    int writer = is_redis ? open_connection(port) : open_socket(port);
    watch(writer, maximum);
    size_t length = is_redis ? snprintf(text, sizeof text, "*3\r\n$7\r\nmessage\r\n$1\r\nn\r\n$%d\r\n%s\r\n", payload, value)
                             : 2 + snprintf(text, sizeof text, "{\"t\":\"d\",\"d\":{\"a\":\"d\",\"b\":{\"p\":\"n\",\"d\":\"%s\"}}}", value);
    // A frame of 126 bytes or more has a longer head.
    if (!is_redis && length - 2 >= 126) length += 2;
    long sent = 0, acknowledged = 0;
    uint64_t bytes = 0;
    double begin = now(), end = begin + seconds;
    struct epoll_event events[1024];
    while (now() < end) {
        while (sent - acknowledged < in_flight) {
            int digits = snprintf(value, sizeof value, "%010ld", sent++);
            value[digits] = 'x';
            if (is_redis) {
                snprintf(text, sizeof text, "*3\r\n$7\r\nPUBLISH\r\n$1\r\nn\r\n$%d\r\n%s\r\n", payload, value);
                send_text(writer, text);
            } else {
                snprintf(text, sizeof text, "{\"t\":\"d\",\"d\":{\"r\":%ld,\"a\":\"p\",\"b\":{\"p\":\"/n\",\"d\":\"%s\"}}}", sent, value);
                send_frame(writer, text);
            }
        }
        int ready = epoll_wait(epoll, events, 1024, 100);
        for (int index = 0; index < ready; index++) {
            int is_writer = events[index].data.u32 == maximum;
            ssize_t count = recv(is_writer ? writer : descriptors[events[index].data.u32], buffer, buffer_size, 0);
            if (count < 0 && errno == EAGAIN) continue;
            if (count <= 0) fail("a connection ended");
            if (!is_writer) bytes += count;
            // A response is `:1000` for redis, and has one `"r"` otherwise.
            else for (ssize_t place = 0; place + 2 < count; place++) {
                if (is_redis ? buffer[place] == ':' : !memcmp(buffer + place, "\"r\"", 3)) acknowledged++;
            }
        }
    }
    double time = now() - begin;
    printf("%.0f messages/s (%.0f writes/s, %d subscribers, %d in flight)\n", bytes / (double)length / time,
           acknowledged / time, subscribers, in_flight);
}

static int by_number(const void *first, const void *second) {
    double difference = *(const double *)first - *(const double *)second;
    return (difference > 0) - (difference < 0);
}

static void latency(int port, int clients, double seconds) {
    static double began[maximum];
    size_t capacity = 1 << 22, count = 0;
    double *times = malloc(capacity * sizeof *times), end;
    char text[256];
    for (int index = 0; index < clients; index++) watch(descriptors[index] = open_socket(port), index);
    end = now() + seconds;
    for (int index = 0; index < clients; index++) {
        began[index] = now();
        snprintf(text, sizeof text, "{\"t\":\"d\",\"d\":{\"r\":1,\"a\":\"p\",\"b\":{\"p\":\"/c/%d\",\"d\":1}}}", index);
        send_frame(descriptors[index], text);
    }
    struct epoll_event events[1024];
    while (now() < end) {
        int ready = epoll_wait(epoll, events, 1024, 100);
        for (int index = 0; index < ready; index++) {
            int client = events[index].data.u32;
            ssize_t received = recv(descriptors[client], buffer, buffer_size, 0);
            if (received <= 0) fail("a connection ended");
            if (!memmem(buffer, received, "\"s\":\"ok\"", 8)) fail("a write was refused");
            double time = now();
            if (count < capacity) times[count++] = time - began[client];
            began[client] = time;
            snprintf(text, sizeof text, "{\"t\":\"d\",\"d\":{\"r\":1,\"a\":\"p\",\"b\":{\"p\":\"/c/%d\",\"d\":%zu}}}", client, count);
            send_frame(descriptors[client], text);
        }
    }
    qsort(times, count, sizeof *times, by_number);
    printf("%.0f writes/s, p50 %.3f ms, p99 %.3f ms, max %.3f ms (%d clients)\n", count / seconds, times[count / 2] * 1e3,
           times[count * 99 / 100] * 1e3, times[count - 1] * 1e3, clients);
}

static void reads(int port, int connections, double seconds, const char *target) {
    char request[512];
    long responses = 0;
    static size_t missing[maximum];
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", target);
    for (int index = 0; index < connections; index++) {
        watch(descriptors[index] = open_connection(port), index);
        send_text(descriptors[index], request);
    }
    double begin = now(), end = begin + seconds;
    struct epoll_event events[1024];
    while (now() < end) {
        int ready = epoll_wait(epoll, events, 1024, 100);
        for (int index = 0; index < ready; index++) {
            int client = events[index].data.u32;
            ssize_t count = recv(descriptors[client], buffer, buffer_size - 1, 0);
            if (count <= 0) fail("a connection ended");
            if (!missing[client]) {
                buffer[count] = 0;
                char *body = strstr(buffer, "\r\n\r\n"), *field = strcasestr(buffer, "content-length:");
                if (!body || !field || strncmp(buffer, "HTTP/1.1 200", 12)) fail("an unexpected response");
                missing[client] = body + 4 - buffer + atol(field + 15);
            }
            missing[client] -= count;
            if (missing[client]) continue;
            responses++;
            send_text(descriptors[client], request);
        }
    }
    printf("%.0f responses/s (%d connections)\n", responses / (now() - begin), connections);
}

static void idle(int port, int connections, int pid) {
    long before = memory_of(pid, "VmRSS:");
    for (int index = 0; index < connections; index++) descriptors[index] = open_socket(port);
    sleep(2);
    long after = memory_of(pid, "VmRSS:");
    printf("%.0f bytes a session (%d sessions, %ld kB before, %ld kB after)\n", (after - before) * 1024.0 / connections,
           connections, before, after);
}

static void first_listen(int port, const char *path, int pid) {
    char text[512];
    size_t total = 0;
    long before = memory_of(pid, "VmRSS:");
    int descriptor = open_socket(port);
    snprintf(text, sizeof text, "{\"t\":\"d\",\"d\":{\"r\":1,\"a\":\"q\",\"b\":{\"p\":\"%s\",\"h\":\"\"}}}", path);
    double begin = now();
    send_frame(descriptor, text);
    do {
        ssize_t count = recv(descriptor, buffer, buffer_size, 0);
        if (count <= 0) fail("the connection ended");
        total += count;
        if (memmem(buffer, count, "\"r\":1,", 6)) break;
    } while (1);
    printf("%.1f ms, %.1f MB (server: %ld kB before, peak %ld kB)\n", (now() - begin) * 1e3, total / 1e6, before,
           memory_of(pid, "VmHWM:"));
}

int main(int count, char **arguments) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    epoll = epoll_create1(0);
    const char *mode = count > 1 ? arguments[1] : "";
    if (!strcmp(mode, "fanout") && count == 7) {
        fanout(!strcmp(arguments[2], "redis"), atoi(arguments[3]), atoi(arguments[4]), atoi(arguments[5]), atof(arguments[6]));
    } else if (!strcmp(mode, "latency") && count == 5) {
        latency(atoi(arguments[2]), atoi(arguments[3]), atof(arguments[4]));
    } else if (!strcmp(mode, "reads") && count == 6) {
        reads(atoi(arguments[2]), atoi(arguments[3]), atof(arguments[4]), arguments[5]);
    } else if (!strcmp(mode, "idle") && count == 5) {
        idle(atoi(arguments[2]), atoi(arguments[3]), atoi(arguments[4]));
    } else if (!strcmp(mode, "listen") && count == 5) {
        first_listen(atoi(arguments[2]), arguments[3], atoi(arguments[4]));
    } else {
        fprintf(stderr, "load: unknown arguments; see the head of load.c\n");
        return 64;
    }
    return 0;
}
