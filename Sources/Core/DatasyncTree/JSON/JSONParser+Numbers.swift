extension JSONParser {
    /// Reads a number as the nearest double.
    mutating func number() throws(DatasyncError) -> Double {
        let start = index
        let isNegative = take("-")
        // All digits, without the point; exact up to 19 of them.
        var magnitude: UInt64 = 0
        var digits = 0
        if take("0") {
            if let next = peek, next >= 48, next <= 57 {
                throw failure("a number does not begin with 0; drop the zeros")
            }
        } else {
            digits = skipDigits(&magnitude)
            guard digits > 0 else { throw failure("expected a digit after \"-\"") }
        }
        var exponent = 0
        if take(".") {
            let count = skipDigits(&magnitude)
            guard count > 0 else { throw failure("expected a digit after the decimal point") }
            digits += count
            exponent = -count
        }
        if take("e") || take("E") {
            var isExponentNegative = false
            if !take("+") { isExponentNegative = take("-") }
            var written: UInt64 = 0
            let count = skipDigits(&written)
            guard count > 0 else { throw failure("expected a digit in the exponent") }
            // Longer exponents may have wrapped; they take the general path.
            let bounded = count < 5 ? Int(written) : 10_000
            exponent += isExponentNegative ? -bounded : bounded
        }
        if digits <= 19, let exact = Self.exact(magnitude, exponent) {
            return exact == 0 ? 0 : isNegative ? -exact : exact
        }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)), number.isFinite else {
            throw failure("a number beyond the range of IEEE doubles", at: start)
        }
        return number == 0 ? 0 : number
    }

    /// Returns magnitude × 10^exponent if one correctly rounded operation computes it, or `nil`.
    ///
    /// Doubles hold integers up to 2^53 and powers of ten up to 10^22 exactly, so that their product or quotient is the
    /// nearest double.
    private static func exact(_ magnitude: UInt64, _ exponent: Int) -> Double? {
        guard magnitude <= 1 << 53, exponent.magnitude <= 22 else { return nil }
        var power = 1.0
        for _ in 0..<exponent.magnitude { power *= 10 }
        return exponent < 0 ? Double(magnitude) / power : Double(magnitude) * power
    }

    /// Moves past the following digits, and appends them to a number, which wraps if it has more than 19 digits.
    ///
    /// - Returns: The number of digits.
    private mutating func skipDigits(_ number: inout UInt64) -> Int {
        let start = index
        while index < bytes.count {
            let digit = bytes[index] &- 48
            if digit > 9 { break }
            number = number &* 10 &+ UInt64(digit)
            index += 1
        }
        return index - start
    }
}
