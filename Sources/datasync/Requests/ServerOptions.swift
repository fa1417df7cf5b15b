#if Server
    import ArgumentParser

    /// The options that name a server, and the rights on it.
    struct ServerOptions: ParsableArguments {
        @Option(help: "The address of the server.")
        var url = "http://127.0.0.1:9000"

        @Option(help: "The namespace.")
        var namespace = "default"

        @Option(help: "The token to sign in with.")
        var token: String?
    }
#endif
