extension JSONWriter {
    /// Writes a finite number in its shortest ECMAScript form.
    ///
    /// Numbers from 1e-6 up to 1e21 are plain decimals, others have an exponent.
    mutating func write(_ number: Double) {
        if number < 0 { put(UInt8(ascii: "-")) }
        if let integer = UInt64(exactly: number.magnitude), integer < 1 << 53 {
            putDigits(of: integer)
        } else {
            putDecimal(number.magnitude)
        }
        advance(0)
    }

    private mutating func putDecimal(_ number: Double) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
            let (count, point) = Self.digits(of: number, in: digits)
            switch point {
            case count...21:
                put(digits[..<count])
                for _ in count..<point { put(UInt8(ascii: "0")) }
            case 1...21:
                put(digits[..<point])
                put(UInt8(ascii: "."))
                put(digits[point..<count])
            case -5...0:
                put(UInt8(ascii: "0"))
                put(UInt8(ascii: "."))
                for _ in 0..<(-point) { put(UInt8(ascii: "0")) }
                put(digits[..<count])
            default:
                put(digits[0])
                if count > 1 {
                    put(UInt8(ascii: "."))
                    put(digits[1..<count])
                }
                put(UInt8(ascii: "e"))
                put(UInt8(ascii: point > 0 ? "+" : "-"))
                putDigits(of: UInt64((point - 1).magnitude))
            }
        }
    }

    private mutating func put(_ digits: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        for digit in digits { put(digit) }
    }

    /// Stores the significant digits of a positive number, at most 17, as Swift finds them.
    ///
    /// - Returns: The number of digits, and the position of the decimal point: 0.digits × 10^point.
    private static func digits(
        of number: Double, in digits: UnsafeMutableBufferPointer<UInt8>
    ) -> (count: Int, point: Int) {
        var (count, significant, point, exponent) = (0, 0, 0, 0)
        var (isFraction, isExponent, isExponentNegative) = (false, false, false)
        for byte in number.description.utf8 {
            switch byte {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"): isExponent = true
            case UInt8(ascii: "-"): isExponentNegative = true
            case UInt8(ascii: "+"): break
            case _ where isExponent: exponent = exponent * 10 + Int(byte - 48)
            case UInt8(ascii: "0") where count == 0:
                // A leading zero is not significant.
                if isFraction { point -= 1 }
            default:
                digits[count] = byte
                count += 1
                if byte != UInt8(ascii: "0") { significant = count }
                if !isFraction { point += 1 }
            }
        }
        return (significant, point + (isExponentNegative ? -exponent : exponent))
    }
}
