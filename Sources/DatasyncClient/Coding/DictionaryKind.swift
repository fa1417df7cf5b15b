/// A dictionary, whose names are data: the key strategies leave those of string keys alone.
protocol DictionaryKind {
    static var keyType: Any.Type { get }
}

extension Dictionary: DictionaryKind {
    static var keyType: Any.Type { Key.self }
}

/// A type whose values decode as empty where nothing is stored, as the data model does not store empty ones.
protocol EmptyWhenMissing {
    init()
}

extension Array: EmptyWhenMissing {}
extension ArraySlice: EmptyWhenMissing {}
extension ContiguousArray: EmptyWhenMissing {}
extension Dictionary: EmptyWhenMissing {}
extension Set: EmptyWhenMissing {}
