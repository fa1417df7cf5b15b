#if Server
    import ArgumentParser

    /// The options for a data directory or a database.
    struct StoreOptions: ParsableArguments {
        @Option(name: .customLong("data"), help: "Use this data directory, which no server may be using.")
        var directory: String?

        @OptionGroup var database: DatabaseOptions

        /// Whether a directory or a database is named.
        var isGiven: Bool { directory != nil || database.source != nil }

        func validate() throws { try validate(beside: nil) }

        /// Checks that only one store is named.
        ///
        /// - Throws: `ValidationError` if there are several.
        func validate(beside argument: String?) throws {
            if [argument, directory, database.source].count(where: { $0 != nil }) > 1 {
                throw ValidationError("Name one store: a directory, --data or --database.")
            }
        }

        /// Opens the store that is named, by default the directory `./datasync-data`.
        ///
        /// - Parameters:
        ///   - argument: The directory that an argument names.
        ///   - isWritable: Whether the store is to be changed.
        /// - Returns: The store; close it.
        /// - Throws: ``CommandError`` if it cannot be opened.
        func open(_ argument: String? = nil, isWritable: Bool = false) async throws(CommandError) -> any DataStore {
            guard let url = try database.url() else {
                return try await DataDirectory.open(
                    argument ?? directory ?? "./datasync-data", isWritable: isWritable)
            }
            #if Postgres
                return try await DataTables.open(url)
            #else
                throw DatabaseOptions.isMissing
            #endif
        }
    }
#endif
