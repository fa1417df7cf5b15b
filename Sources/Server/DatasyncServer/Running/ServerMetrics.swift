#if Server
    import Synchronization

    /// The counters of a server, and their text in Prometheus format.
    final class ServerMetrics: Sendable {
        /// A number that only grows.
        final class Counter: Sendable {
            private let number = Atomic(0)

            func increment(by count: Int = 1) { number.add(count, ordering: .relaxed) }

            var value: Int { number.load(ordering: .relaxed) }
        }

        /// A number of open things.
        final class Gauge: Sendable {
            private let number = Atomic(0)

            func opened() { number.add(1, ordering: .relaxed) }

            func closed() { number.subtract(1, ordering: .relaxed) }

            func set(_ count: Int) { number.store(count, ordering: .relaxed) }

            var value: Int { number.load(ordering: .relaxed) }
        }

        let connections = Gauge()
        let sockets = Gauge()
        let streams = Gauge()
        let messagesReceived = Counter()
        let messagesSent = Counter()
        let encodings = Counter()
        let requests = Counter()
        let failedRequests = Counter()
        let slowClients = Counter()
        let slowedClients = Counter()
        let violations = Counter()
        let refusedConnections = Counter()
        let webhookEvents = Counter()
        let webhookFailures = Counter()
        let webhooks = Gauge()
        let parkedWebhooks = Gauge()

        /// The text of all metrics.
        var text: String {
            let gauges = [
                ("connections", "Open connections.", connections), ("sockets", "Open WebSocket sessions.", sockets),
                ("streams", "Open event streams.", streams),
                ("webhooks", "Webhooks whose events are sent, of all servers.", webhooks),
                (
                    "webhooks_parked", "Webhooks that wait for the owner, as their receiver accepted nothing.",
                    parkedWebhooks
                ),
            ]
            let counters = [
                ("messages_received_total", "Frames of WebSocket clients.", messagesReceived),
                ("messages_sent_total", "Frames to WebSocket clients.", messagesSent),
                ("encodings_total", "Pushes that were encoded; the text is shared by all their receivers.", encodings),
                ("requests_total", "Answered HTTP requests.", requests),
                ("failed_requests_total", "HTTP requests answered with a status of 400 or more.", failedRequests),
                ("slowed_clients_total", "Times that a client was slowed down.", slowedClients),
                ("slow_clients_total", "Clients that were disconnected because they read too slowly.", slowClients),
                ("protocol_violations_total", "Connections closed for a breach of the WebSocket protocol.", violations),
                ("refused_connections_total", "Connections above the limit.", refusedConnections),
                ("webhook_events_total", "Events that receivers of webhooks have accepted.", webhookEvents),
                ("webhook_failures_total", "Attempts that receivers of webhooks have not accepted.", webhookFailures),
            ]
            let lines =
                gauges.map { Self.lines($0.0, "gauge", $0.1, $0.2.value) }
                + counters.map { Self.lines($0.0, "counter", $0.1, $0.2.value) }
            return lines.joined()
        }

        /// Returns the lines of one metric.
        static func lines(_ name: String, _ type: String, _ help: String, _ value: Int) -> String {
            "# HELP datasync_\(name) \(help)\n# TYPE datasync_\(name) \(type)\ndatasync_\(name) \(value)\n"
        }
    }
#endif
