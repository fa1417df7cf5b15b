#if Server
    import DatasyncBackend
    import DatasyncServer
    import DatasyncTree
    import Logging

    /// A value in a configuration file, with its place for messages.
    struct ConfigurationValue: Sendable {
        let json: JSON
        /// The keys that lead to the value.
        let names: [String]
        /// The path of the file.
        let file: String
        /// The text of the file.
        let text: String

        /// The last key; empty for the whole file.
        var name: String { names.last ?? "" }

        /// Returns an error about the value of a key of this object, or about this value itself.
        ///
        /// - Parameters:
        ///   - key: The key; `nil` for this value itself.
        ///   - problem: The end of a sentence about the key, with the remedy.
        /// - Returns: The error.
        func failure(at key: String? = nil, _ problem: String) -> CommandError {
            let names = names + [key].compactMap(\.self)
            let place = DocumentText.position(in: text, ofMember: names).map { ":\($0.line):\($0.column)" } ?? ""
            let title =
                names.isEmpty ? "The configuration" : "The key \(names.joined(separator: "/").quoted(atMost: 60))"
            return CommandError("\(file)\(place): \(title) \(problem).")
        }

        /// Returns the members of an object.
        ///
        /// - Throws: ``CommandError`` if the value is not an object or has an unknown key.
        func members(known: [String]) throws(CommandError) -> [ConfigurationValue] {
            guard let members = json.members else { throw wrong("an object, such as {\"\(known[0])\": …}") }
            var values: [ConfigurationValue] = []
            for member in members {
                guard known.contains(where: { $0.hasSameBytes(as: member.name) }) else {
                    let remedy = Nearest.remedy(for: member.name, among: known)
                    let error = failure(at: member.name, "is unknown\(remedy)")
                    throw remedy.hasSuffix("?") ? CommandError(String(error.description.dropLast())) : error
                }
                values.append(
                    ConfigurationValue(json: member.value, names: names + [member.name], file: file, text: text))
            }
            return values
        }

        // MARK: Kinds of values

        func boolean() throws(CommandError) -> Bool {
            guard let flag = json.boolean else { throw wrong("true or false") }
            return flag
        }

        func string() throws(CommandError) -> String {
            guard let text = json.string, !text.isEmpty else { throw wrong("a string in quotes that is not empty") }
            return text
        }

        func strings() throws(CommandError) -> [String] {
            let texts = json.array?.compactMap(\.string).filter { !$0.isEmpty }
            guard let texts, texts.count == json.array?.count, !texts.isEmpty else {
                throw wrong("a list of strings that is not empty, such as [\"…\"]")
            }
            return texts
        }

        func port() throws(CommandError) -> Int {
            guard let number = json.integer, (0...65_535).contains(number) else {
                throw wrong("a whole number between 0 and 65535")
            }
            return number
        }

        func count() throws(CommandError) -> Int {
            guard let number = json.integer, number > 0 else { throw wrong("a whole number of 1 or more") }
            return number
        }

        func seconds() throws(CommandError) -> Duration {
            guard let number = json.number, number > 0, number <= 86_400 * 365 else {
                throw wrong("a number of seconds above 0, at most a year")
            }
            return .seconds(number)
        }

        func logLevel() throws(CommandError) -> Logger.Level {
            guard let level = json.string.flatMap(Logger.Level.init(rawValue:)) else {
                throw wrong("one of " + Logger.Level.allCases.map { "\"\($0)\"" }.joined(separator: ", "))
            }
            return level
        }

        func tlsMinimum() throws(CommandError) -> TLSMinimum {
            guard let version = json.string.flatMap(TLSMinimum.init(rawValue:)) else {
                throw wrong(TLSMinimum.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "))
            }
            return version
        }

        /// Returns a path, or a URL; relative paths start at the file's directory.
        func path() throws(CommandError) -> String { resolved(try string()) }

        /// Returns what names a database: `env`, or a path or a URL as ``path()`` does.
        func database() throws(CommandError) -> String {
            let name = try string()
            return name == "env" ? name : resolved(name)
        }

        func paths() throws(CommandError) -> [String] { try strings().map(resolved) }

        private func resolved(_ path: String) -> String {
            guard !path.hasPrefix("/"), !path.contains("://"), let slash = file.lastIndex(of: "/") else { return path }
            return file[...slash] + path
        }

        private func wrong(_ expected: String) -> CommandError {
            let found =
                switch json.content {
                case .array, .object: json.kind
                default: json.text.excerpt
                }
            return failure("should be \(expected), not \(found)")
        }
    }

    extension String {
        /// A primitive's JSON text, ready for use in a message; long texts are cut.
        fileprivate var excerpt: String { unicodeScalars.count > 60 ? "\(prefix(60))…" : self }
    }
#endif
