#if Server
    import ArgumentParser
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import Dispatch
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

                With --diagram, a page for a browser shows them too; it is written again
                while changes arrive, at most once a second.
                """)

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts.")
        var path: String

        @Option(help: "End after this number of events.")
        var count: Int?

        @Option(help: ArgumentHelp("Also draw the changes in this HTML file.", valueName: "file"))
        var diagram: String?

        private enum Input: Sendable {
            case event(TransportEvent)
            case tick
        }

        func run() async throws {
            let node: Path
            let address: ServerAddress
            do throws(DatasyncError) {
                node = try Path(path)
                address = try ServerAddress(url: server.url, namespace: server.namespace)
            } catch {
                throw CommandError(error.message)
            }
            let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
            let connection = WebSocketTransport(address).open { continuation.yield(.event($0)) }
            defer { connection.close() }
            let ticks = diagram.map { _ in
                let timer = DispatchSource.makeTimerSource()
                timer.schedule(deadline: .now() + 1, repeating: 1)
                timer.setEventHandler { continuation.yield(.tick) }
                timer.activate()
                return timer
            }
            defer { ticks?.cancel() }
            var watch = Watch(path: node, token: try server.token())
            var page = WatchDiagram(of: node, at: server.url)
            var (printed, drawn) = (0, 0)
            func draw() throws {
                guard let diagram, drawn < printed else { return }
                drawn = printed
                try write(page.page, to: diagram)
            }
            do {
                for await input in inputs {
                    guard case .event(let event) = input else {
                        try draw()
                        continue
                    }
                    let output = try watch.accept(event)
                    for frame in output.frames { connection.send(frame) }
                    for event in output.events {
                        print(event.line)
                        fflush(nil)
                        if diagram != nil {
                            page.add(event, at: Date().formatted(.iso8601.time(includingFractionalSeconds: true)))
                        }
                        printed += 1
                        if printed == count { return try draw() }
                    }
                }
            } catch {
                try draw()
                throw error
            }
        }

        /// Replaces a file with a page.
        private func write(_ page: String, to file: String) throws(CommandError) {
            do {
                try Data(page.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
            } catch {
                throw CommandError("The diagram cannot be written to \(file): \(error.localizedDescription)")
            }
        }
    }
#endif
