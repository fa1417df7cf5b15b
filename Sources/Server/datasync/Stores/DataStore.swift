#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncServer
    import DatasyncTree

    /// The stored data of namespaces, which commands read and write without a server.
    protocol DataStore: Sendable {
        /// The kind and the name of the store, for messages; never a password.
        var place: (kind: String, name: String) { get }
        /// The files with records; empty for a store without files.
        var files: [StoredFile] { get }
        /// The damage that was found when the store was opened.
        var damage: [StoredDamage] { get }

        /// Returns all namespaces in the order of their names, and the server's own one.
        ///
        /// - Throws: ``CommandError`` if the store cannot be read.
        func namespaces() async throws(CommandError) -> [StoredNamespace]

        /// Looks for damage that opening the store does not find.
        ///
        /// - Throws: ``CommandError`` if the store cannot be read.
        func inspect() async throws(CommandError) -> [StoredDamage]

        /// Returns a namespace with its data and its rules after its last record, or after an earlier one.
        ///
        /// - Parameters:
        ///   - namespace: The namespace.
        ///   - number: The number of the last record to apply.
        /// - Returns: The namespace as of the same moment, and the state; `nil` if there is no such namespace.
        /// - Throws: ``CommandError`` if the snapshot or a record cannot be read.
        func state(
            of namespace: LogNamespace, upTo number: UInt64
        ) async throws(CommandError) -> (found: StoredNamespace, state: DatabaseState)?

        /// Passes the records after a number to a closure, in order.
        ///
        /// - Parameters:
        ///   - namespace: The namespace.
        ///   - number: The number after which the records begin.
        ///   - body: Returns whether to continue.
        /// - Throws: ``CommandError`` if a record cannot be read; any error of the closure.
        func read(
            _ namespace: StoredNamespace, after number: UInt64,
            _ body: @escaping @Sendable (LogRecord) throws(CommandError) -> Bool
        ) async throws(CommandError)

        /// Appends entries, and waits until they are stored.
        ///
        /// - Throws: ``CommandError`` if the store cannot be written.
        func append(_ entries: [LogEntry], to namespace: LogNamespace) async throws(CommandError)

        /// Replaces all of a namespace at once, and creates it if it does not exist.
        ///
        /// - Parameters:
        ///   - namespace: The namespace.
        ///   - state: The data, the rules and the limits.
        ///   - expected: The position that the namespace must still have, with number 0 if it must have no records.
        /// - Returns: The position of the new state.
        /// - Throws: ``CommandError`` if the store cannot be written, or the namespace has another position. Nothing is changed
        ///   then.
        func replace(
            _ namespace: LogNamespace, with state: DatabaseState, at expected: LogPosition
        ) async throws(CommandError) -> LogPosition

        /// Releases the store, so that others can use it.
        func close() async
    }

    extension DataStore {
        /// The kind and the name, as part of a sentence.
        var title: String { "The \(place.kind) \(place.name)" }

        /// Returns a namespace of the store.
        ///
        /// - Throws: ``CommandError`` with all names if there is no such namespace.
        func namespace(_ name: String) async throws(CommandError) -> StoredNamespace {
            let all = try await namespaces().filter { !ReservedNamespace.isNamed($0.name) }
            guard let found = all.first(where: { $0.name.hasSameBytes(as: name) }) else {
                let names = all.isEmpty ? "none" : all.map(\.name).joined(separator: ", ")
                throw CommandError("\(title) has no namespace \(name.quoted(atMost: 40)); it has \(names).")
            }
            return found
        }

        /// Returns a namespace with its data and its rules after its last record.
        ///
        /// - Throws: ``CommandError`` if there is no such namespace, or it cannot be read.
        func state(of name: String) async throws(CommandError) -> (found: StoredNamespace, state: DatabaseState) {
            let namespace = try await namespace(name).namespace
            guard let result = try await state(of: namespace, upTo: .max) else {
                throw CommandError("\(title) has no namespace \(name.quoted(atMost: 40)) any more.")
            }
            return result
        }

        /// Runs a closure with the store, which is closed afterwards, also after an error.
        ///
        /// - Throws: The error of the closure.
        func use<Output>(_ body: (any DataStore) async throws -> Output) async throws -> Output {
            do {
                let output = try await body(self)
                await close()
                return output
            } catch {
                await close()
                throw error
            }
        }
    }
#endif
