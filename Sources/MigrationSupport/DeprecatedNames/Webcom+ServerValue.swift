public import DatasyncClient

extension Webcom {
    /// Values that the back end computes.
    @available(*, deprecated, message: "write [\".sv\": \"timestamp\"]; see Migration/LegacyToCallback.md")
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time in ms since 1970 when it accepts the write; an estimate is shown until then.
        ///
        /// The legacy dialect has one of the same name: where both are seen, that one is meant.
        @_disfavoredOverload
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
