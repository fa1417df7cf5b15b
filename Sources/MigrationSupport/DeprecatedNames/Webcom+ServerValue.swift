public import DatasyncClient

extension Webcom {
    /// Values that the back end computes.
    @available(*, deprecated, message: "write [\".sv\": \"timestamp\"]; see Migration/LegacyToCallback.md")
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time when it accepts the write, in ms since 1970; delivered as an estimate until then.
        ///
        /// In files that import the legacy dialect too, the compiler prefers its constant of the same name.
        @_disfavoredOverload
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
