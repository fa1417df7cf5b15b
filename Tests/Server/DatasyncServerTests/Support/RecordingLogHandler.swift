#if Server
    import Logging

    /// A handler of a logger that passes on the text of each message.
    struct RecordingLogHandler: LogHandler {
        private let note: @Sendable (String) -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        init(_ note: @escaping @Sendable (String) -> Void) { self.note = note }

        func log(event: LogEvent) { note("\(event.message)") }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
    }

    extension Logger {
        /// Makes a logger that passes on the text of each message.
        init(_ note: @escaping @Sendable (String) -> Void) {
            self.init(label: "test") { _ in RecordingLogHandler(note) }
        }
    }
#endif
