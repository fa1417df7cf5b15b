/// A word or a sign of the code, with its line.
struct Token: Hashable {
    let text: String
    /// Counted from 0.
    let line: Int

    var isWord: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }

    /// Whether it names an argument; `_` leaves that unnamed.
    var isLabel: Bool { isWord && text != "_" }

    /// Splits code into words, numbers with them, and single signs; blanks are left out and backquotes too.
    static func tokens(of code: [String]) -> [Token] {
        var tokens: [Token] = []
        for (line, text) in code.enumerated() {
            var word: [UInt8] = []
            func endWord() {
                guard !word.isEmpty else { return }
                tokens.append(Token(text: String(decoding: word, as: UTF8.self), line: line))
                word.removeAll(keepingCapacity: true)
            }
            for byte in text.utf8 {
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: word.append(byte)
                case 0x20, 0x09, 0x60: endWord()
                default:
                    endWord()
                    tokens.append(Token(text: String(UnicodeScalar(byte)), line: line))
                }
            }
            endWord()
        }
        return tokens
    }
}
