#if Server
    import ArgumentParser
    import Foundation

    /// The option for the database of a log.
    ///
    /// Neither the URL nor the name of its file is ever shown, because both could be a password in the wrong place.
    struct DatabaseOptions: ParsableArguments {
        @Option(
            name: .customLong("database"),
            help: ArgumentHelp(
                "Use this database: a file with its URL, env for DATASYNC_DATABASE, or the URL, which other users see.",
                valueName: "file|env|url"))
        var source: String?

        /// The variable with the URL.
        static let variable = "DATASYNC_DATABASE"

        /// The error of a build without databases.
        static let isMissing = CommandError(
            "This build of datasync cannot use databases. Build it with `swift build --traits Postgres`, which needs libpq."
        )

        /// Returns the URL; `nil` without the option.
        ///
        /// - Throws: ``CommandError`` if the file cannot be read, or the variable is not set.
        func url() throws(CommandError) -> String? {
            guard let source else { return nil }
            return try Self.url(source)
        }

        /// Returns the URL that a text names.
        ///
        /// - Parameters:
        ///   - source: A file with the URL, `env` for the variable, or the URL.
        ///   - environment: The variables.
        /// - Returns: The URL, which may not be valid.
        /// - Throws: ``CommandError`` if the file cannot be read, or the variable is not set.
        static func url(
            _ source: String, in environment: [String: String] = ProcessInfo.processInfo.environment
        ) throws(CommandError) -> String {
            if source.contains("://") { return source }
            if source == "env" {
                guard let url = environment[variable], !url.isEmpty else {
                    throw CommandError("The variable \(variable) is not set; set it to the URL of the database.")
                }
                return url
            }
            let text: String
            do throws(CommandError) {
                text = try File.text(source).trimmingCharacters(in: .whitespacesAndNewlines)
            } catch {
                throw CommandError(
                    "The file with the URL of the database cannot be read; check its path and its permissions. A URL begins with "
                        + "postgresql://.")
            }
            guard !text.isEmpty else {
                throw CommandError("The file with the URL of the database is empty; write the URL into it.")
            }
            return text
        }
    }
#endif
