/// A dictionary type, whose keys are data: key strategies do not convert string keys.
protocol DictionaryKind {
    static var keyType: Any.Type { get }
}

extension Dictionary: DictionaryKind {
    static var keyType: Any.Type { Key.self }
}

extension Array: EmptyWhenMissing {}
extension ArraySlice: EmptyWhenMissing {}
extension ContiguousArray: EmptyWhenMissing {}
extension Dictionary: EmptyWhenMissing {}
extension Set: EmptyWhenMissing {}
