#if Server
    import ArgumentParser
    import DatasyncTree

    #if Postgres
        import DatasyncLog
        import DatasyncPostgres
    #endif

    /// Creates or updates the tables in a database.
    struct MigrateDatabaseCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate-database",
            abstract: "Create or update the tables of a database, in one transaction.",
            discussion: """
                Run it before the first server, and before servers of a newer version. Tables of
                a newer version are refused, and not changed.

                --level raises the schema level that servers may write, once no server of an
                earlier version is left; it never becomes higher than the level of a server that
                is running, and never lower.

                  datasync migrate-database url.secret
                  DATASYNC_DATABASE=postgresql://… datasync migrate-database
                """)

        @Argument(
            help: ArgumentHelp(
                "A file with the URL of the database, or the URL itself. (default: the variable DATASYNC_DATABASE)",
                valueName: "url"))
        var source = "env"

        @Option(help: "The schema level that servers may write from now on.")
        var level = 1

        func run() async throws {
            let url = try DatabaseOptions.url(source)
            #if Postgres
                do throws(LogError) {
                    let migration = try await PostgresLog.migrate(url, level: level)
                    let result: JSON = [
                        "previousVersion": .number(Double(migration.previousVersion)),
                        "version": .number(Double(migration.version)),
                    ]
                    Terminal.print(result, orText: "\(migration)")
                } catch {
                    throw CommandError(error)
                }
            #else
                _ = url
                throw DatabaseOptions.isMissing
            #endif
        }
    }
#endif
