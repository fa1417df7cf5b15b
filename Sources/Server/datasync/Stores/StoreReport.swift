#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncServer
    import DatasyncTree

    /// The result of checking a store.
    struct StoreReport {
        /// A namespace, and its state if that can be read.
        private typealias Entry = (found: StoredNamespace, state: DatabaseState?)

        private(set) var damages: [StoredDamage]
        private var entries: [Entry] = []
        private let place: (kind: String, name: String)
        private let files: [StoredFile]

        /// Reads all snapshots and records of a store.
        ///
        /// - Throws: ``CommandError`` if the store cannot be read at all.
        init(_ store: some DataStore) async throws(CommandError) {
            (place, files) = (store.place, store.files)
            damages = store.damage + (try await store.inspect())
            for listed in try await store.namespaces() {
                do throws(CommandError) {
                    // It may have been deleted since it was listed.
                    guard let entry = try await store.state(of: listed.namespace, upTo: .max) else { continue }
                    if !ReservedNamespace.isNamed(listed.name) { entries.append((entry.found, entry.state)) }
                } catch {
                    entries.append((listed, nil))
                    // The inspection may have found the same.
                    if !damages.contains(where: { $0.message == error.description }) {
                        damages.append(StoredDamage(namespace: listed.name, message: error.description))
                    }
                }
            }
        }

        /// The report for programs.
        var json: JSON {
            .object([
                JSON.Member(place.kind, .string(place.name)), JSON.Member("intact", .boolean(damages.isEmpty)),
                JSON.Member("namespaces", .array(entries.map(Self.json))),
                JSON.Member(
                    "files",
                    .array(
                        files.map {
                            [
                                "path": .string($0.path), "bytes": .number(Double($0.size)),
                                "used": .number(Double($0.end)),
                            ]
                        })), JSON.Member("damages", .array(damages.map(\.json))),
            ])
        }

        private static func json(_ entry: Entry) -> JSON {
            let (found, state) = entry
            let snapshot: JSON? = found.snapshot.map {
                ["last": .number(Double($0.number)), "bytes": .number(Double($0.byteCount))]
            }
            return [
                "name": .string(found.name), "first": .number(Double(found.first)),
                "last": .number(Double(found.last)), "time": .string(found.time.text), "snapshot": snapshot ?? .null,
                "bytes": state.map { .number(Double($0.data.size)) } ?? .null,
                "hash": state.map { .string($0.data.hash) } ?? .null,
            ]
        }

        /// The report for people: a line for each namespace, file and damage.
        var text: String {
            var lines = entries.map { found, state in
                let data = state.map { "\($0.data.size) bytes of data" } ?? "cannot be read"
                let snapshot = found.snapshot.map { ", a snapshot of \($0.byteCount) bytes at \($0.number)" } ?? ""
                return "namespace \(found.name): \(data), records to \(found.last) (\(found.time.text))\(snapshot)"
            }
            lines += files.map { "file \($0.path): \($0.end) of \($0.size) bytes used" }
            lines += damages.map { damage in
                "damage: \(damage.namespace.map { "namespace \($0): " } ?? "")\(damage.message)"
            }
            return (lines + [damages.isEmpty ? "intact" : "damaged"]).joined(separator: "\n")
        }
    }
#endif
