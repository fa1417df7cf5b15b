#if Server
    import DatasyncWire

    /// A link that adapts a session of a back end to the network: the address in its greeting, and the check of credentials.
    struct SessionLink: Link {
        private let link: any Link
        private let host: String
        private let signIn: SignIn

        init(_ link: any Link, host: String, signIn: SignIn) {
            self.link = link
            self.host = host
            self.signIn = signIn
        }

        func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
            let host = host
            let connection = link.open { event in
                if case .message(.control(.hello(let time, let version, _, let session, let numbersWrites))) = event {
                    let hello = Control.hello(
                        time: time, version: version, host: host, session: session, numbersWrites: numbersWrites)
                    receive(.message(.control(hello)))
                } else {
                    receive(event)
                }
            }
            return Connection(connection: connection, signIn: signIn, receive: receive)
        }

        private struct Connection: LinkConnection {
            let connection: any LinkConnection
            let signIn: SignIn
            let receive: @Sendable (LinkEvent) -> Void

            func send(_ message: ClientMessage) {
                guard case .request(let request) = message, case .authenticate(let credential) = request.action else {
                    return connection.send(message)
                }
                do throws(RequestFailure) {
                    let user = try signIn.user(of: credential)
                    connection.send(.request(Request(number: request.number, action: .authenticate(credential: user))))
                } catch {
                    let response = Response(number: request.number, status: .invalidToken, reason: error.message)
                    receive(.message(.response(response)))
                }
            }

            func close() { connection.close() }
        }
    }
#endif
