import DatasyncTree

extension NodeReader {
    /// The path of the value in the tree, as text.
    var place: String { pass.path.text(with: codingPath) }

    /// Returns the error for a value of the wrong kind.
    func mismatch(_ type: Any.Type) -> DecodingError {
        if let missing { return missing.error(pass, expected: type) }
        return .typeMismatch(
            type,
            context("Expected \(type) at \(place), found \(found). \(remedy), or correct the stored value."))
    }

    /// Returns the error for a type with children if the value has none.
    func missesChildren() -> DecodingError {
        .typeMismatch(
            type,
            context(
                "Expected \(type) at \(place), found \(found). Write a value with children there, or change the type."))
    }

    /// Returns the error for a value of the right kind that the type does not accept.
    ///
    /// - Parameters:
    ///   - type: The decoded type.
    ///   - problem: The clause of the message that describes the value.
    ///   - remedy: The remedy, as a sentence.
    /// - Returns: The error.
    func corrupted(_ type: Any.Type, _ problem: String, remedy: String) -> DecodingError {
        .dataCorrupted(context("Expected \(type) at \(place), found \(found), \(problem). \(remedy)"))
    }

    func context(_ message: String) -> DecodingError.Context {
        let reason = WebcomError(.decodingFailed, at: place, message)
        return DecodingError.Context(codingPath: codingPath, debugDescription: message, underlyingError: reason)
    }

    private var found: String {
        switch node.content {
        case .null: "null"
        case .leaf(.string(let text)): "the string \(text.quoted(atMost: 40))"
        case .leaf(.number(let number)): "the number \(number.shortestText)"
        case .leaf(.boolean(let flag)): "the boolean \(flag)"
        case .inner(let children):
            children.count == 1
                ? "a node with the child \((children.first?.key.text ?? "").quoted(atMost: 40))"
                : "a node with \(children.count) children"
        }
    }

    private var remedy: String {
        switch node.content {
        case .null: "Declare it optional"
        case .leaf(.string): "Declare it as String"
        case .leaf(.number): "Declare it as Double"
        case .leaf(.boolean): "Declare it as Bool"
        case .inner(let children):
            children.arrayLength == nil
                ? "Declare it as a struct or dictionary" : "Declare it as an array, struct or dictionary"
        }
    }
}
