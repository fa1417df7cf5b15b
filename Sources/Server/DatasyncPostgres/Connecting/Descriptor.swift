#if Postgres
    import DatasyncLog

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// File descriptors: those of the thread's pipe, and of the sockets between servers.
    enum Descriptor {
        /// Makes a descriptor nonblocking, and keeps other programs from inheriting it.
        static func prepare(_ descriptor: CInt) {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }

        /// The error of a process that can open no more files, with the error number of the system.
        static var exhausted: LogError {
            LogError(
                .operationFailed,
                "The process can open no more files: error \(errno). Raise its limit with `ulimit -n`.")
        }
    }
#endif
