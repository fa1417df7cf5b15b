#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncServer
    import DatasyncStorage
    import DatasyncTree

    /// The result of checking a data directory.
    struct DirectoryReport {
        /// A part of the directory that cannot be read.
        struct Damage {
            let file: String?
            let offset: UInt64?
            let message: String

            var json: JSON {
                [
                    "file": file.map(JSON.string) ?? .null, "offset": offset.map { .number(Double($0)) } ?? .null,
                    "message": .string(message),
                ]
            }
        }

        /// A namespace, and its state if that can be read.
        typealias Entry = (part: JournalContents.Part, state: DatabaseState?)

        let directory: String
        private(set) var damages: [Damage] = []
        private var entries: [Entry] = []
        private let segments: [JournalContents.Segment]

        /// Reads all snapshots and records of a directory.
        init(_ data: DataDirectory) async {
            directory = data.journal.directory
            segments = data.contents.segments
            damages = data.journal.damage.map { Damage(file: $0.file, offset: $0.offset, message: $0.message) }
            for part in data.contents.parts {
                do throws(CommandError) {
                    let state = try await data.state(of: part)
                    if !ReservedNamespace.isNamed(part.namespace.name) { entries.append((part, state)) }
                } catch {
                    entries.append((part, nil))
                    damages.append(Damage(file: nil, offset: nil, message: error.description))
                }
            }
        }

        /// The report for programs.
        var json: JSON {
            [
                "directory": .string(directory), "intact": .boolean(damages.isEmpty),
                "namespaces": .array(entries.map(Self.json)),
                "files": .array(
                    segments.map {
                        [
                            "path": .string($0.path), "bytes": .number(Double($0.size)),
                            "used": .number(Double($0.end)),
                        ]
                    }), "damages": .array(damages.map(\.json)),
            ]
        }

        private static func json(_ entry: Entry) -> JSON {
            let (part, state) = entry
            let snapshot: JSON? = part.snapshot.map {
                ["last": .number(Double($0.number)), "bytes": .number(Double($0.byteCount))]
            }
            return [
                "name": .string(part.namespace.name), "first": .number(Double(part.oldest)),
                "last": .number(Double(part.last)), "time": .string(part.time.text), "snapshot": snapshot ?? .null,
                "bytes": state.map { .number(Double($0.data.size)) } ?? .null,
                "hash": state.map { .string($0.data.hash) } ?? .null,
            ]
        }

        /// The report for people: a line for each namespace, file and damage.
        var text: String {
            var lines = entries.map { part, state in
                let data = state.map { "\($0.data.size) bytes of data" } ?? "cannot be read"
                let snapshot = part.snapshot.map { ", a snapshot of \($0.byteCount) bytes at \($0.number)" } ?? ""
                return "namespace \(part.namespace): \(data), records to \(part.last) (\(part.time.text))\(snapshot)"
            }
            lines += segments.map { "file \($0.path): \($0.end) of \($0.size) bytes used" }
            lines += damages.map { "damage: \($0.message)" }
            return (lines + [damages.isEmpty ? "intact" : "damaged"]).joined(separator: "\n")
        }
    }
#endif
