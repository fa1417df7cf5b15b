// A library to preload, with which each sync of a file takes a fixed time and writes nothing, so that programs can be compared on
// one modelled disk. Never for tests of durability.
//
//     cc -shared -fPIC -o modelled-disk.so modelled-disk.c
//     SYNC_MICROSECONDS=2000 LD_PRELOAD=$PWD/modelled-disk.so PROGRAM
#include <stdlib.h>
#include <unistd.h>

static int modelled_sync(void) {
    const char *text = getenv("SYNC_MICROSECONDS");
    usleep(text ? (useconds_t)atoi(text) : 2000);
    return 0;
}

int fsync(int file) {
    (void)file;
    return modelled_sync();
}

int fdatasync(int file) {
    (void)file;
    return modelled_sync();
}
