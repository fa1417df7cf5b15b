#if Server
    import ArgumentParser
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import Foundation

    /// Prints the changes of a node until the connection ends.
    struct WatchCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Print the value of a node and each change, one JSON line each.",
            discussion: """
                An event "set" replaces the value at its path, "merge" the children that it
                names, relative to its path.

                  datasync watch /contacts
                  {"event":"set","path":"/contacts","data":{"ada":{"name":"Ada"}}}
                  {"event":"merge","path":"/contacts/ada","data":{"phone":"1"}}
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts.")
        var path: String

        @Option(help: "End after this number of events.")
        var count: Int?

        func run() async throws {
            let node: Path
            let address: ServerAddress
            do throws(DatasyncError) {
                node = try Path(path)
                address = try ServerAddress(url: server.url, namespace: server.namespace)
            } catch {
                throw CommandError(error.message)
            }
            let (events, continuation) = AsyncStream.makeStream(of: TransportEvent.self)
            let connection = WebSocketTransport(address).open { continuation.yield($0) }
            defer { connection.close() }
            var watch = Watch(path: node, token: try server.token())
            var printed = 0
            for await event in events {
                let output = try watch.accept(event)
                for frame in output.frames { connection.send(frame) }
                for line in output.lines {
                    print(line)
                    fflush(nil)
                    printed += 1
                    if printed == count { return }
                }
            }
        }
    }
#endif
