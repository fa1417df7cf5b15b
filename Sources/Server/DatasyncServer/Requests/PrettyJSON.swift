#if Server
    import DatasyncTree

    /// JSON text with one member per line, for people.
    enum PrettyJSON {
        /// Appends a value's text as UTF-8 bytes, with an end of line.
        static func write(_ json: JSON, to bytes: inout [UInt8]) {
            write(json, to: &bytes, level: 0)
            bytes.append(UInt8(ascii: "\n"))
        }

        private static func write(_ json: JSON, to bytes: inout [UInt8], level: Int) {
            switch json.content {
            case .array(let elements) where !elements.isEmpty:
                write(elements, "[", "]", to: &bytes, level: level) { element, bytes in
                    write(element, to: &bytes, level: level + 1)
                }
            case .object(let members) where !members.isEmpty:
                write(members, "{", "}", to: &bytes, level: level) { member, bytes in
                    JSON.write(member.name, to: &bytes)
                    bytes += ": ".utf8
                    write(member.value, to: &bytes, level: level + 1)
                }
            default: json.write(to: &bytes)
            }
        }

        private static func write<Element>(
            _ elements: [Element], _ opening: String, _ closing: String, to bytes: inout [UInt8], level: Int,
            _ write: (Element, inout [UInt8]) -> Void
        ) {
            bytes += opening.utf8
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                startLine(&bytes, level: level + 1)
                write(element, &bytes)
            }
            startLine(&bytes, level: level)
            bytes += closing.utf8
        }

        private static func startLine(_ bytes: inout [UInt8], level: Int) {
            bytes.append(UInt8(ascii: "\n"))
            bytes += [UInt8](repeating: UInt8(ascii: " "), count: 2 * level)
        }
    }
#endif
