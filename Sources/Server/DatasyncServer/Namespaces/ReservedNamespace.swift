#if Server
    import DatasyncTree

    /// The server's own namespace, which stores the list of the namespaces that the owner created.
    package enum ReservedNamespace {
        static let name = ".namespaces"

        /// Returns whether a name is the server's own namespace, which no client can reach.
        package static func isNamed(_ name: String) -> Bool { name.hasSameBytes(as: Self.name) }
    }
#endif
