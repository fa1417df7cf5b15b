#if Server
    import DatasyncConcurrency
    import NIOCore

    /// The connections of webhooks that wait for the next event.
    ///
    /// Each belongs to one webhook and one host, so that no receiver can answer the request of another. A connection waits for a
    /// limited time, and is not used for long, since the name of the host may stand for another address by then.
    final class IdleConnections: Sendable {
        /// The usual maximum number of connections that wait: far fewer than the process has file descriptors, for clients need them.
        static var usualLimit: Int { min(1_024, Descriptors.raiseLimit() / 8) }

        private let limit: Int
        /// The time for which a connection waits.
        private let wait: TimeAmount
        /// The time after which a connection is not used again.
        private let age: TimeAmount

        private struct Key: Hashable {
            let webhook: String
            let host: String
            let port: Int
            let isSecure: Bool

            init(_ webhook: String, _ address: WebhookAddress) {
                self.webhook = webhook
                (host, port, isSecure) = (address.host, address.port, address.isSecure)
            }
        }

        private struct Waiting: Sendable {
            let connection: WebhookConnection
            let timer: Scheduled<Void>
        }

        private let waiting = Guarded<[Key: Waiting]>([:])

        init(limit: Int, wait: TimeAmount, age: TimeAmount) {
            self.limit = limit
            self.wait = wait
            self.age = age
        }

        /// Takes the connection of a webhook; `nil` if none can be used.
        func take(_ webhook: String, to address: WebhookAddress) -> WebhookConnection? {
            guard let found = waiting.withLock({ $0.removeValue(forKey: Key(webhook, address)) }) else { return nil }
            found.timer.cancel()
            if found.connection.channel.isActive, .now() < found.connection.opened + age { return found.connection }
            found.connection.close()
            return nil
        }

        /// Keeps a connection for the next event of a webhook, if there is room.
        func keep(_ connection: WebhookConnection, of webhook: String, to address: WebhookAddress) {
            let key = Key(webhook, address)
            let timer = connection.channel.eventLoop.scheduleTask(in: wait) { [weak self] () -> Void in
                self?.drop(key, connection)
            }
            let (isKept, last) = waiting.withLock { waiting -> (Bool, Waiting?) in
                guard waiting.count < limit else { return (false, nil) }
                return (true, waiting.updateValue(Waiting(connection: connection, timer: timer), forKey: key))
            }
            if !isKept { connection.close() }
            if let last {
                last.timer.cancel()
                last.connection.close()
            }
        }

        private func drop(_ key: Key, _ connection: WebhookConnection) {
            let isWaiting = waiting.withLock { waiting in
                guard waiting[key]?.connection === connection else { return false }
                waiting[key] = nil
                return true
            }
            // Otherwise it has just been taken.
            if isWaiting { connection.close() }
        }

        /// Closes all connections.
        func close() {
            for found in waiting.exchange([:]).values {
                found.timer.cancel()
                found.connection.close()
            }
        }
    }
#endif
