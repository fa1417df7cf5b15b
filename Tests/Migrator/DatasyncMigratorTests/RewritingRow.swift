#if Migrator
    import Testing

    /// Legacy statements, and their rewritten forms.
    struct RewritingRow: Sendable, CustomTestStringConvertible {
        let legacy: String
        let callback: String
        let async: String

        var testDescription: String { legacy }

        init(_ legacy: String, _ callback: String, _ async: String) {
            (self.legacy, self.callback, self.async) = (legacy, callback, async)
        }

        static let all = listening + ending + writing + reading + events + connecting + left
    }
#endif
