#if Server
    import DatasyncTree

    /// The version of a value as HTTP requests name it: the protocol's hash, with a special name for null.
    enum ETag {
        private static let null = "null_etag"

        /// Returns the ETag of a value.
        static func text(of node: Node) -> String { node.isNull ? null : node.hash }

        /// Returns the hash named by an ETag.
        static func hash(of text: String) -> String { text == null ? "" : text }
    }
#endif
