#if Server
    import DatasyncTree

    /// The condition of a header `If-Match` or `If-None-Match`: a list of ETags, or `*` for any value.
    enum ETagCondition: Sendable, Equatable {
        struct Tag: Sendable, Equatable {
            let text: String
            /// Whether the tag has the form `W/"…"`.
            var isWeak = false
        }

        /// Any value other than null.
        case any
        case tags([Tag])

        /// Reads the values of a header; `nil` if the request has none.
        ///
        /// A tag may lack its quotes, as in the responses of this server.
        init?(_ values: [String]) {
            guard !values.isEmpty else { return nil }
            let text = values.joined(separator: ",")
            var tags: [Tag] = []
            var rest = Substring(text)
            while true {
                rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
                if rest.isEmpty { break }
                let isWeak = rest.hasPrefix("W/\"")
                if isWeak { rest = rest.dropFirst(2) }
                if rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
                    tags.append(Tag(text: String(rest[..<end].dropFirst()), isWeak: isWeak))
                    rest = rest[rest.index(after: end)...]
                } else {
                    let tag = rest.prefix { $0 != "," }
                    rest = rest[tag.endIndex...]
                    tags.append(Tag(text: String(tag.reversed().drop { $0 == " " || $0 == "\t" }.reversed())))
                }
            }
            self = tags == [Tag(text: "*")] ? .any : .tags(tags)
        }

        /// The list's only tag, if it is not weak.
        var onlyTag: String? {
            guard case .tags(let tags) = self, tags.count == 1, !tags[0].isWeak else { return nil }
            return tags[0].text
        }

        /// Returns whether the condition names the value of a node.
        ///
        /// - Parameters:
        ///   - node: The node.
        ///   - allowsWeak: Whether weak tags count, as they do in `If-None-Match` only (RFC 9110, section 13.1).
        /// - Returns: Whether the condition names it.
        func names(_ node: Node, allowsWeak: Bool) -> Bool {
            switch self {
            case .any: return !node.isNull
            case .tags(let tags):
                let text = ETag.text(of: node)
                return tags.contains { ($0.isWeak ? allowsWeak : true) && $0.text.hasSameBytes(as: text) }
            }
        }
    }
#endif
