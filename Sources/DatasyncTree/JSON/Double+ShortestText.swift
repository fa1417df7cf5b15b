extension Double {
    /// The ECMAScript form of the number: the fewest digits that read back as the same double.
    ///
    /// Numbers from 1e-6 up to 1e21 are plain decimals, others have an exponent. The number must be finite, as all
    /// numbers of the data model are.
    package var shortestText: String {
        if let integer = Int64(exactly: self), integer.magnitude < 1 << 53 { return String(integer) }
        let (digits, point) = magnitude.shortestDigits
        let sign = self < 0 ? "-" : ""
        switch point {
        case digits.count...21: return sign + digits + String(repeating: "0", count: point - digits.count)
        case 1...21: return sign + digits.prefix(point) + "." + digits.dropFirst(point)
        case -5...0: return sign + "0." + String(repeating: "0", count: -point) + digits
        default:
            let exponent = point - 1
            let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
            return sign + digits.prefix(1) + fraction + "e" + (exponent < 0 ? "-" : "+") + String(exponent.magnitude)
        }
    }

    /// The significant digits and the position of the decimal point: 0.digits × 10^point.
    private var shortestDigits: (digits: String, point: Int) {
        let parts = description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let exponent = parts.count > 1 ? Int(parts[1])! : 0
        let whole = mantissa[0]
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        let all = whole + fraction
        let leading = all.prefix { $0 == "0" }.count
        var digits = all.dropFirst(leading)
        while digits.last == "0" { digits.removeLast() }
        return (String(digits), whole.count + exponent - leading)
    }
}
