/// A large value behind one reference, so that a dictionary moves and copies only that.
///
/// A dictionary copies the whole value to read one member of it, and moves it out and in to change one.
@dynamicMemberLookup
struct Boxed<Value: Sendable>: Sendable {
    /// The value, alone: an array is the reference that is copied when it is changed.
    private var storage: [Value]

    init(_ value: Value) { storage = [value] }

    subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        @inline(__always) get { storage[0][keyPath: member] }
    }

    subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Member {
        @inline(__always) get { storage[0][keyPath: member] }
        @inline(__always) _modify { yield &storage[0][keyPath: member] }
    }
}
