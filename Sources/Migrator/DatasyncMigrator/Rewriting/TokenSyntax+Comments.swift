#if Migrator
    import SwiftSyntax

    extension TokenSyntax {
        /// The comments before and after a token, with their offsets.
        var comments: [(offset: Int, text: String)] {
            let before = pieces(leadingTrivia, from: position.utf8Offset)
            return before + pieces(trailingTrivia, from: endPositionBeforeTrailingTrivia.utf8Offset)
        }

        private func pieces(_ trivia: Trivia, from start: Int) -> [(offset: Int, text: String)] {
            var offset = start
            return trivia.compactMap { piece in
                defer { offset += piece.sourceLength.utf8Length }
                switch piece {
                case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
                    .docBlockComment(let text):
                    return (offset, text)
                default: return nil
                }
            }
        }
    }

    extension SourceFileSyntax {
        /// All comments, with their offsets.
        var comments: [(offset: Int, text: String)] { tokens(viewMode: .sourceAccurate).flatMap(\.comments) }

        /// The notes of an earlier run, each on its own line.
        var migrationNotes: [(offset: Int, text: String)] {
            comments.filter {
                $0.text.hasPrefix(Migration.notePrefix)
            }
        }
    }
#endif
