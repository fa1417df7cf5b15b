#if Server
    /// A WebSocket client that sends frames exactly as a test gives them.
    final class RawSocket: Sendable {
        struct Frame: Equatable {
            let opcode: UInt8
            let payload: [UInt8]

            var text: String { String(decoding: payload, as: UTF8.self) }

            /// The code of a close frame.
            var code: Int? { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }

            /// The reason of a close frame.
            var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
        }

        struct Refused: Error {
            let response: String
        }

        let connection: RawConnection

        private init(_ connection: RawConnection) { self.connection = connection }

        /// Opens a WebSocket connection.
        ///
        /// - Throws: ``Refused`` with the response, if the server does not accept it.
        static func open(
            _ server: TestServer, target: String = "/.ws?v=5&ns=default", receiveBuffer: Int? = nil,
            headers: [String] = []
        ) async throws -> RawSocket {
            try await open(port: server.port, target: target, receiveBuffer: receiveBuffer, headers: headers)
        }

        /// Opens a WebSocket connection to a port of this machine.
        ///
        /// - Throws: ``Refused`` with the response, if the server does not accept it.
        static func open(
            port: Int, target: String = "/.ws?v=5&ns=default", receiveBuffer: Int? = nil, headers: [String] = []
        ) async throws -> RawSocket {
            let connection = try await RawConnection.open(port: port, receiveBuffer: receiveBuffer)
            connection.send(
                """
                GET \(target) HTTP/1.1\r
                Host: localhost:9000\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                \(headers.map { $0 + "\r\n" }.joined())\r\n
                """)
            let head = await connection.read(through: "\r\n\r\n") ?? ""
            guard head.hasPrefix("HTTP/1.1 101") else {
                throw Refused(response: head + (await connection.read(through: "}") ?? ""))
            }
            return RawSocket(connection)
        }

        /// Opens a connection, and reads the greeting.
        static func greeted(_ server: TestServer, target: String = "/.ws?v=5&ns=default") async throws -> RawSocket {
            let socket = try await open(server, target: target)
            _ = await socket.next()
            return socket
        }

        /// Opens a connection to a port of this machine, and reads the greeting.
        static func greeted(port: Int) async throws -> RawSocket {
            let socket = try await open(port: port)
            _ = await socket.next()
            return socket
        }

        func send(_ text: String) { connection.send(Self.frame(opcode: 1, Array(text.utf8))) }

        func send(
            opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
        ) {
            connection.send(
                Self.frame(opcode: opcode, payload, isFinal: isFinal, isMasked: isMasked, reserved: reserved))
        }

        /// Returns the bytes of a frame.
        static func frame(
            opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
        ) -> [UInt8] {
            var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
            let mask: UInt8 = isMasked ? 0x80 : 0
            switch payload.count {
            case ..<126: bytes.append(mask | UInt8(payload.count))
            case ..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
            default:
                bytes.append(mask | 127)
                for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 255)) }
            }
            guard isMasked else { return bytes + payload }
            let key: [UInt8] = [1, 2, 3, 4]
            return bytes + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
        }

        /// Waits for the next frame; `nil` if the connection ends.
        func next() async -> Frame? {
            await connection.read { bytes in
                guard bytes.count >= 2 else { return nil }
                var (start, size) = (2, Int(bytes[1] & 127))
                if size > 125 {
                    let width = size == 126 ? 2 : 8
                    guard bytes.count >= 2 + width else { return nil }
                    size = bytes[2..<2 + width].reduce(0) { $0 << 8 | Int($1) }
                    start += width
                }
                guard bytes.count >= start + size else { return nil }
                return (Frame(opcode: bytes[0] & 15, payload: Array(bytes[start..<start + size])), start + size)
            }
        }

        /// Waits for the close frame, past all other frames; `nil` if the connection ends without one.
        func close() async -> Frame? {
            while let frame = await next() {
                if frame.opcode == 8 { return frame }
            }
            return nil
        }
    }
#endif
