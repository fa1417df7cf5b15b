#if Server
    import NIOCore
    import Testing

    @testable import DatasyncWebSocket

    /// The texts for failures of the network.
    struct ConnectionFailureTests {
        @Test("a failure of the system is one sentence with its number")
        func system() {
            let error = IOError(errnoCode: 111, reason: "connect(descriptor:addr:size:)")
            #expect(ConnectionFailure.text(of: error) == "Connection refused (error 111).")
        }

        @Test("a text about TLS has no places in the sources of its library")
        func secure() {
            let text =
                "handshakeFailed(sslError([Error: 268435703 error:100000f7:SSL routines:OPENSSL_internal:"
                + "WRONG_VERSION_NUMBER at /home/a b/CNIOBoringSSL/ssl/tls_record.cc:242]))"
            #expect(
                text.withoutSourcePaths
                    == "handshakeFailed(sslError([Error: 268435703 error:100000f7:SSL routines:OPENSSL_internal:"
                    + "WRONG_VERSION_NUMBER]))")
            #expect("refused at 10:15".withoutSourcePaths == "refused at 10:15")
        }
    }
#endif
