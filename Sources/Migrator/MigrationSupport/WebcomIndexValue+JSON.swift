public import DatasyncClient
import DatasyncTree

extension WebcomIndexValue {
    /// Creates an index value from Foundation's JSON whose type is known only at run time.
    ///
    /// ```swift
    /// let adults = people.ordered(byChild: "age").starting(at: WebcomIndexValue(json: settings["age"]))
    /// ```
    ///
    /// - Parameter json: A text, a number or a truth value; `nil` and `NSNull()` are null. With any other value,
    ///   operations on the query fail with `invalidConstraint`.
    public init(json: Any?) {
        switch JSON.written(json).map(\.content) {
        case .success(.null): self = .null
        case .success(.boolean(let flag)): self = .boolean(flag)
        case .success(.number(let number)): self = .number(number)
        case .success(.string(let text)): self = .string(text)
        default: self = .number(.nan)
        }
    }
}
