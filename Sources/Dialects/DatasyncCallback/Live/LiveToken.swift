import DatasyncClient

extension Webcom {
    /// An observation of a live object or collection; ends when it is invalidated or released.
    ///
    /// The token retains the object that it observes.
    public final class LiveToken: Sendable {
        private let source: LiveController<DataSnapshot>
        private let number: Int?

        init(_ source: LiveController<DataSnapshot>, _ number: Int?) {
            self.source = source
            self.number = number
            if number == nil { source.reportDisposal(at: "An observer") }
        }

        deinit { invalidate() }

        /// Ends the observation; further calls have no effect.
        public func invalidate() {
            if let number { source.removeListener(number) }
        }
    }
}

extension Webcom.LiveToken: CustomStringConvertible {
    /// The path and the statuses of the observed object.
    public var description: String { "LiveToken(\(source.location), \(source.published.summary))" }
}
