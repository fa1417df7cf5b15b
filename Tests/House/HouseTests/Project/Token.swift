/// A word or symbol of the code, with its line.
struct Token: Hashable {
    let text: String
    /// The index of the line, from 0.
    let line: Int

    var isWord: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }

    /// Whether the word can be an argument label; `_` is not one.
    var isLabel: Bool { isWord && text != "_" }

    /// Splits code into words, which include numbers, and single symbols; omits blanks and backquotes.
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
