#if Postgres
    import CPostgres

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// A connection that never waits: its owner calls ``advance()`` when the socket is ready.
    ///
    /// Only one thread uses it. A connection that is closed does not cancel its statement: the database may still execute it.
    final class DatabaseConnection {
        /// The result of an advance.
        enum Event {
            case connected
            /// The rows, and whether the database warned that it may not have kept its promise.
            case replied(DatabaseReply, isDoubtful: Bool)
            /// The statement failed; the connection goes on.
            case failed(DatabaseFailure)
            /// The connection is of no use any more.
            case lost(DatabaseFailure)
        }

        private enum Phase {
            case connecting
            case idle
            case busy(result: Event?)
        }

        private let handle: OpaquePointer
        private let warnings = Warnings()
        private var phase = Phase.connecting
        private var writes = true

        /// Starts to connect; returns `nil` if there is no memory.
        init?(_ address: DatabaseAddress) {
            guard let handle = address.withParameters({ PQconnectStartParams($0, $1, 0) }) else { return nil }
            self.handle = handle
            PQsetNoticeReceiver(handle, receiveNotice, Unmanaged.passUnretained(warnings).toOpaque())
        }

        deinit { PQfinish(handle) }

        /// The socket; it may be another one after each advance.
        var descriptor: CInt { PQsocket(handle) }

        /// The events of the socket to wait for.
        var awaited: CInt {
            if case .connecting = phase { return writes ? CInt(POLLOUT) : CInt(POLLIN) }
            return CInt(POLLIN) | (writes ? CInt(POLLOUT) : 0)
        }

        /// Goes on with what the socket is ready for.
        ///
        /// - Returns: The event; `nil` if there is none yet.
        func advance() -> Event? {
            switch phase {
            case .connecting: connect()
            case .idle: PQconsumeInput(handle) == 1 && PQstatus(handle) == PG_CONNECTION_OK ? nil : .lost(failure)
            case .busy: flush() ?? receive()
            }
        }

        private func connect() -> Event? {
            if PQstatus(handle) == PG_CONNECTION_BAD { return .lost(failure) }
            switch PQconnectPoll(handle) {
            case PG_POLLING_OK:
                guard PQsetnonblocking(handle, 1) == 0 else { return .lost(failure) }
                (phase, writes) = (.idle, false)
                return .connected
            case PG_POLLING_WRITING: writes = true
            case PG_POLLING_READING: writes = false
            default: return .lost(failure)
            }
            return nil
        }

        /// Sends a statement; only while none is being executed.
        ///
        /// - Returns: An event if the connection is lost.
        func send(_ statement: DatabaseStatement) -> Event? {
            warnings.isDoubtful = false
            phase = .busy(result: nil)
            let sent = statement.withParameters { count, types, values, lengths, formats in
                PQsendQueryParams(handle, statement.text, count, types, values, lengths, formats, 1)
            }
            return sent == 1 ? flush() : .lost(failure)
        }

        private func flush() -> Event? {
            switch PQflush(handle) {
            case 0: writes = false
            case 1: writes = true
            default: return .lost(failure)
            }
            return nil
        }

        private func receive() -> Event? {
            guard PQconsumeInput(handle) == 1 else { return .lost(failure) }
            while PQisBusy(handle) == 0, case .busy(let earlier) = phase {
                guard let result = PQgetResult(handle) else {
                    guard PQstatus(handle) == PG_CONNECTION_OK else { return .lost(failure) }
                    phase = .idle
                    return earlier ?? .failed(DatabaseFailure("The database has sent no result."))
                }
                defer { PQclear(result) }
                switch DatabaseReply.read(result) {
                case .success(let reply):
                    phase = .busy(result: .replied(reply, isDoubtful: warnings.isDoubtful))
                case .failure(let failure):
                    phase = .busy(result: .failed(failure))
                }
            }
            return nil
        }

        private var failure: DatabaseFailure {
            if case .busy(.failed(let failure)) = phase { return DatabaseFailure(failure.text) }
            return DatabaseFailure(PQerrorMessage(handle).text)
        }
    }

    /// The warnings of a connection.
    private final class Warnings {
        /// Whether a commit no longer waits for the standby, because it was cancelled.
        var isDoubtful = false
    }

    /// Notes a warning; a function of its own, as the library calls it without any context of Swift.
    private func receiveNotice(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
        guard let context, let result, PQresultErrorField(result, PG_FIELD_STATE)?.text == "01000" else {
            return
        }
        Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue().isDoubtful = true
    }

    extension DatabaseReply {
        /// Reads a result of the library.
        static func read(_ result: OpaquePointer) -> Result<DatabaseReply, DatabaseFailure> {
            let status = PQresultStatus(result)
            if status == PG_RESULT_TUPLES_OK || status == PG_RESULT_COMMAND_OK {
                return .success(DatabaseReply(result))
            }
            func field(_ field: CInt) -> String { PQresultErrorField(result, field)?.text ?? "" }
            return .failure(
                DatabaseFailure(
                    severity: field(PG_FIELD_SEVERITY), state: field(PG_FIELD_STATE),
                    text: field(PG_FIELD_MESSAGE)))
        }
    }

    extension DatabaseStatement {
        /// Calls a function with the parameters in the form of the library.
        func withParameters<Result>(
            _ body: (
                CInt, UnsafePointer<UInt32>, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<CInt>,
                UnsafePointer<CInt>
            ) -> Result
        ) -> Result {
            withPointers([]) { values in
                // One more element than parameters, so that no array is empty and has no address.
                body(
                    CInt(parameters.count), parameters.map(\.type) + [0], values + [nil],
                    parameters.map { CInt($0.bytes.count) } + [0], [CInt](repeating: 1, count: parameters.count + 1))
            }
        }

        /// Calls a function with the addresses of all parameters, of which the first ones are given; no byte is copied.
        private func withPointers<Result>(
            _ pointers: [UnsafePointer<CChar>?], _ body: ([UnsafePointer<CChar>?]) -> Result
        ) -> Result {
            guard pointers.count < parameters.count else { return body(pointers) }
            let bytes = parameters[pointers.count].bytes
            // An empty parameter needs an address too, as none means a null.
            guard !bytes.isEmpty else { return withUnsafePointer(to: 0) { withPointers(pointers + [$0], body) } }
            return bytes.withUnsafeBytes { buffer in
                withPointers(pointers + [buffer.bindMemory(to: CChar.self).baseAddress], body)
            }
        }
    }

    extension UnsafeMutablePointer<CChar> {
        /// The text as one line, without tabs at the line starts.
        var text: String {
            let text = String(cString: self)
            return text.split(separator: "\n").map { $0.drop { $0 == "\t" } }.joined(separator: " ")
        }
    }

    extension UnsafeMutablePointer<CChar>? {
        var text: String { self?.text ?? "" }
    }
#endif
