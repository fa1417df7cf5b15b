#if Server
    import DatasyncTree

    /// The namespace of the server itself, which has the list of the namespaces that the owner created.
    package enum ReservedNamespace {
        static let name = ".namespaces"

        /// Returns whether a namespace is that of the server, which no client reaches.
        package static func isNamed(_ name: String) -> Bool { name.hasSameBytes(as: Self.name) }
    }
#endif
