import DatasyncClient

extension OnDisconnect: CustomStringConvertible, CustomDebugStringConvertible {
    /// The reference.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node")
    #endif
    public var description: String { "OnDisconnect(\(location.qualifiedText))" }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node")
    #endif
    public var debugDescription: String { description }
}
