import DatasyncClient

extension Webcom {
    /// An observation of a live object or collection; it ends with ``invalidate()`` or with the token.
    ///
    /// It keeps what it observes.
    public final class LiveToken: Sendable {
        private let source: LiveController<LocatedValue?>
        private let number: Int?

        init(_ source: LiveController<LocatedValue?>, _ number: Int?) {
            self.source = source
            self.number = number
            if number == nil { source.reportDisposal(at: "An observer") }
        }

        deinit { invalidate() }

        /// Ends the observation; doing it again is harmless.
        public func invalidate() {
            if let number { source.removeListener(number) }
        }
    }
}

extension Webcom.LiveToken: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path and the statuses of the observed object.
    public var description: String { "LiveToken(\(source.location), \(source.shown.record))" }

    /// The description.
    public var debugDescription: String { description }
}
