#if Server
    import DatasyncDiagram
    import DatasyncTree

    /// The changes of a watched node as a page with a sequence diagram, in the drawing of the console and of conformance reports.
    struct WatchDiagram {
        /// The number of changes that the page has, the latest ones.
        static let limit = 1_000
        /// The number of characters of a value that the page has.
        static let textLength = 1_000

        private let path: Path
        private let url: String
        private var changes: [(time: String, event: String, path: String, data: String)] = []
        private var count = 0

        init(of path: Path, at url: String) {
            self.path = path
            self.url = url
        }

        /// Adds a change.
        ///
        /// - Parameters:
        ///   - event: The change.
        ///   - time: The time of its arrival, as the page shows it.
        mutating func add(_ event: Watch.Event, at time: String) {
            count += 1
            let data = event.data.text.abbreviated(atMost: Self.textLength)
            changes.append((time, event.name, event.path.description, data))
            // Not at each change: removing the first one moves all others.
            if changes.count > 2 * Self.limit { changes.removeFirst(changes.count - Self.limit) }
        }

        /// The text of the page, which needs no other files and no scripts.
        var page: String {
            var diagram = SequenceDiagram(DiagramLayout(clients: ["this client"]))
            let shown = changes.suffix(Self.limit)
            diagram.addStep(nil, client: "this client", verb: "listen", object: path.description, lane: 1)
            for change in shown {
                diagram.beginEvent(change.time, lane: 1, tone: "acked")
                diagram.addChip("acked", from: 0, through: 0) { html in
                    html.element("b", text: change.event)
                    html.add(" ")
                    html.element("code", text: "\(change.path) ← \(change.data)")
                }
                diagram.endEvent()
            }
            diagram.addHeads(["server", "this client", "changes"])
            diagram.addLifeline("life", lane: 1, from: 2)
            diagram.addLifelines()
            let (title, style) = ("Changes of \(path)", DiagramStyle.text + DiagramStyle.page)
            let rest = count > shown.count ? ", the latest \(shown.count) of them" : ""
            return HTMLText.page(titled: title, style: style) { html in
                html.element("main") { html in
                    html.element("h1", text: title)
                    html.element("p", ["class": "lead"], text: "\(count) from \(url)\(rest). Time runs downwards.")
                    diagram.add(to: &html)
                }
            }
        }
    }
#endif
