#if Migrator
    import SwiftSyntax

    extension SourceRewriter {
        /// Inserts a statement at the beginning of a closure.
        func begin(_ closure: ClosureExprSyntax, with statement: String) {
            let place = closure.signature.map { end($0.inKeyword) } ?? end(closure.leftBrace)
            guard let first = closure.statements.first else { return insert(" \(statement) ", at: place) }
            let gap = source[place..<start(first)]
            guard let lastBreak = gap.lastIndex(of: UInt8(ascii: "\n")) else {
                return insert(" \(statement);", at: place)
            }
            let isBare = gap[gap.index(after: lastBreak)...].allSatisfy {
                $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
            }
            guard isBare, let firstBreak = gap.firstIndex(of: UInt8(ascii: "\n")) else {
                return insert(" \(statement);", at: place)
            }
            let indent = String(decoding: gap[gap.index(after: lastBreak)...], as: UTF8.self)
            // The statement goes after a comment on the first line of the closure.
            let hasReturn = firstBreak > place && source[firstBreak - 1] == UInt8(ascii: "\r")
            insert((hasReturn ? "\r\n" : "\n") + indent + statement, at: hasReturn ? firstBreak - 1 : firstBreak)
        }
    }
#endif
