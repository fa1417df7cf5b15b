public import DatasyncClient

extension Webcom {
    /// Server values as Foundation's JSON, under the names of the legacy dialect.
    ///
    /// New code writes `ServerValue.timestamp`, which encoders and raw JSON accept too.
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time when it accepts the write, in ms since 1970; delivered as an estimate until then.
        ///
        /// In files that also import the legacy dialect, the compiler prefers that dialect's constant of the same name.
        @_disfavoredOverload
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
