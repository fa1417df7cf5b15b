#if Server
    import DatasyncBackend
    import DatasyncTree

    /// A file with rules.
    struct RulesFile {
        let name: String
        let text: String
        let rules: Rules

        /// Reads and compiles a file; `-` is standard input.
        ///
        /// - Throws: ``CommandError`` with the file, the line and the column of the error.
        init(_ file: String) throws(CommandError) {
            text = try File.text(file)
            do throws(DatasyncError) {
                rules = try Rules(text: text)
            } catch {
                throw CommandError("\(file): \(error.message)")
            }
            name = file
        }

        /// Writes the warnings to standard error.
        func printWarnings() {
            for warning in rules.warnings { Terminal.note("warning: \(name): \(warning)") }
        }
    }
#endif
