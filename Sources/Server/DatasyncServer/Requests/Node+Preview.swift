#if Server
    import DatasyncTree
    import NIOHTTP1

    extension Node {
        /// The number of characters of a text that its preview has.
        private static let previewLength = 200

        /// The maximum number of children in a preview.
        private static let previewLimit = 10_000
        /// The bytes that a child in a preview usually has at most.
        private static let previewBytes = 512

        /// Checks the number of children in a preview.
        ///
        /// - Throws: ``RequestFailure`` with status 413 if there are too many.
        func checkPreview(at path: Path) throws(RequestFailure) {
            guard children.count > Self.previewLimit else { return }
            throw RequestFailure(
                .payloadTooLarge,
                "\(path) has \(children.count) children, and a preview at most \(Self.previewLimit); read some of them with "
                    + "orderBy=\"$key\" and limitToFirst.")
        }

        /// The bytes of a child in a shallow response, with a key of usual length.
        private static let shallowBytes = 64

        /// The bytes of the response to a read with options, roughly.
        func responseSize(_ options: RequestOptions) -> Int {
            if options.form == .silent { return 0 }
            if options.isPreview { return min(children.count * Self.previewBytes, size) }
            return options.isShallow ? min(children.count * Self.shallowBytes, size) : size
        }

        /// The beginning of the value: a short primitive, the first characters of a long text, or the number of children.
        ///
        /// The names with a dot cannot be keys: `{".children": 12}` and `{".bytes": 10485760, ".start": "…"}`.
        var preview: JSON {
            switch content {
            case .null: return .null
            case .leaf(.string(let text)):
                // A character has any number of bytes, so the scalars are cut.
                guard text.utf8.count > Self.previewLength else { return .string(text) }
                let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.previewLength)))
                return [".bytes": .number(Double(text.utf8.count)), ".start": .string(start)]
            case .leaf: return json(readsArrays: false)
            case .inner(let children): return [".children": .number(Double(children.count))]
            }
        }

        /// The preview of each child; that of the node itself if it has none.
        var previewJSON: JSON {
            guard case .inner(let children) = content else { return preview }
            return .object(children.map { JSON.Member($0.key.text, $0.value.preview) })
        }
    }
#endif
