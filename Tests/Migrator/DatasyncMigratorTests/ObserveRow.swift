#if Migrator
    import Testing

    /// Statements of the observe dialect, and their rewritten forms.
    struct ObserveRow: Sendable, CustomTestStringConvertible {
        let observe: String
        let callback: String
        let async: String

        var testDescription: String { observe }

        /// Creates a row whose forms in the two dialects differ.
        init(_ observe: String, _ callback: String, _ async: String) {
            (self.observe, self.callback, self.async) = (observe, callback, async)
        }

        /// Creates a row with one form for both dialects.
        init(_ observe: String, _ both: String) { self.init(observe, both, both) }

        /// Returns a row of a statement that is left under a note.
        static func left(_ observe: String, _ note: String) -> ObserveRow {
            ObserveRow(observe, "// MIGRATE: \(note)\n\(observe)")
        }

        static let all = listening + writing + reading + models
    }
#endif
