#if Server
    import DatasyncServer
    import Dispatch
    import Foundation

    /// The wait for SIGHUP, after which the server uses the certificate that is then in its files.
    struct Reload {
        private let source: any DispatchSourceSignal

        /// Starts waiting.
        ///
        /// - Parameters:
        ///   - read: Reads the files; `nil` without TLS.
        ///   - replace: Gives the certificate to the server.
        init(
            read: @escaping @Sendable () throws -> TLSIdentity?,
            replace: @escaping @Sendable (TLSIdentity) throws -> Void
        ) {
            signal(SIGHUP, SIG_IGN)
            source = DispatchSource.makeSignalSource(signal: SIGHUP)
            source.setEventHandler {
                do {
                    guard let identity = try read() else {
                        return Terminal.note("SIGHUP: without TLS there is no certificate to read again")
                    }
                    try replace(identity)
                    Terminal.note("SIGHUP: new connections use the certificate that was read again")
                } catch {
                    Terminal.note("SIGHUP: the present certificate remains: \(error)")
                }
            }
            source.resume()
        }

        func cancel() { source.cancel() }
    }
#endif
