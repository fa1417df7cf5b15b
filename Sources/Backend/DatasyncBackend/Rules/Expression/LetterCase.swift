/// The case mapping of rules: a fixed table, so that all versions and platforms map alike.
///
/// It covers letters whose other form is one scalar: of ASCII, Latin-1, Latin Extended-A, Greek up to U+03CE and Cyrillic up
/// to U+045F. Other characters, such as `ß`, `µ`, `İ`, `ı` and `Ґ`, have no other form.
enum LetterCase {
    static func lower(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A1, 0x3A3...0x3AB, 0x410...0x42F: scalar + 32
        case 0..<0x100: scalar
        case 0x178: 0xFF
        case 0x100...0x12F, 0x132...0x137, 0x14A...0x177: scalar | 1
        case 0x139...0x148, 0x179...0x17E: scalar & 1 == 1 ? scalar + 1 : scalar
        case 0x386: 0x3AC
        case 0x388...0x38A: scalar + 37
        case 0x38C: 0x3CC
        case 0x38E, 0x38F: scalar + 63
        case 0x400...0x40F: scalar + 80
        default: scalar
        }
    }

    static func upper(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x61...0x7A, 0xE0...0xF6, 0xF8...0xFE, 0x3B1...0x3C1, 0x3C3...0x3CB, 0x430...0x44F: scalar - 32
        case 0..<0xFF: scalar
        case 0xFF: 0x178
        case 0x100...0x12F, 0x132...0x137, 0x14A...0x177: scalar & ~1
        case 0x139...0x148, 0x179...0x17E: scalar & 1 == 0 ? scalar - 1 : scalar
        case 0x3AC: 0x386
        case 0x3AD...0x3AF: scalar - 37
        case 0x3C2: 0x3A3
        case 0x3CC: 0x38C
        case 0x3CD, 0x3CE: scalar - 63
        case 0x450...0x45F: scalar - 80
        default: scalar
        }
    }

    /// Returns the text with every scalar mapped.
    static func map(_ text: String, _ mapping: (UInt32) -> UInt32) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(Unicode.Scalar(mapping(scalar.value)) ?? scalar) }
        return String(result)
    }
}
