import DatasyncTree

/// A builder that makes write values from encoded values and collects the losses.
struct WriteValueBuilder {
    private let path: Path
    var losses: [Loss] = []
    private var deferred: [WriteValue.Deferred] = []
    /// The keys from the written value to the current one.
    private var keys: [Key] = []
    /// The coding path from the written value to the current one.
    private var codingPath: [any CodingKey] = []

    init(path: Path) { self.path = path }

    /// Returns the write value for an encoded value.
    mutating func writeValue(of value: Encoded) throws(WebcomError) -> WriteValue {
        deferred = []
        let node = try node(of: value)
        return WriteValue(node, deferred: deferred)
    }

    /// Returns the write value for one member of a merge.
    mutating func writeValue(ofMember member: EncodedObject.Member, of type: Any.Type) throws(WebcomError) -> WriteValue
    {
        codingPath.append(member.codingKey)
        defer { codingPath.removeLast() }
        let count = losses.count
        let writeValue = try writeValue(of: member.value)
        if isNothing(writeValue) {
            losses.removeSubrange(count...)
            // With the holder `object`, null is no loss: in a merge it removes the child.
            note(member.value, holder: .object)
        }
        return writeValue
    }

    func isNothing(_ writeValue: WriteValue) -> Bool { writeValue.node.isNull && writeValue.deferred.isEmpty }

    private mutating func node(of value: Encoded) throws(WebcomError) -> Node {
        switch value.closed {
        case .null, .open: return .null
        case .leaf(let node): return node
        case .deferred(let value):
            deferred.append(WriteValue.Deferred(path: Path(keys), value: value))
            return .null
        case .object(let object):
            if object[.serverValue] != nil { return try serverValue(object) }
            var entries: [(Key, Node)] = []
            entries.reserveCapacity(object.members.count)
            for member in object.members {
                let child = try child(
                    member.value, member.key, member.codingKey, of: object.isDictionary ? .dictionary : .object)
                if !child.isNull { entries.append((member.key, child)) }
            }
            return Node(Children(entries))
        case .array(let array):
            var entries: [(Key, Node)] = []
            entries.reserveCapacity(array.elements.count)
            // A reader gets nil for a nil element before a stored one, so only nils at the end are lost.
            var lastNils: [NodeCodingKey] = []
            for (index, element) in array.elements.enumerated() {
                let name = NodeCodingKey.index(index)
                if case .null = element {
                    lastNils.append(name)
                    continue
                }
                let key = Key(index: index)
                let count = deferred.count
                let node = try child(element, key, name, of: .array)
                if !node.isNull || deferred.count > count { lastNils = [] }
                if !node.isNull { entries.append((key, node)) }
            }
            for name in lastNils {
                codingPath.append(name)
                note(.null, holder: .array)
                codingPath.removeLast()
            }
            return Node(Children(entries))
        }
    }

    private mutating func child(
        _ value: Encoded, _ key: Key, _ codingKey: any CodingKey, of holder: @autoclosure () -> Loss.Holder
    ) throws(WebcomError) -> Node {
        if case .leaf(let node) = value { return node }
        keys.append(key)
        codingPath.append(codingKey)
        defer {
            keys.removeLast()
            codingPath.removeLast()
        }
        let (lossCount, deferredCount) = (losses.count, deferred.count)
        let node = try node(of: value)
        if node.isNull, deferred.count == deferredCount {
            // If a value is not stored, only the outermost one is reported.
            losses.removeSubrange(lossCount...)
            note(value, holder: holder())
        }
        return node
    }

    private mutating func note(_ value: Encoded, holder: Loss.Holder) {
        if let loss = Loss(value, holder: holder, at: path, codingPath: codingPath) { losses.append(loss) }
    }

    /// Parses an object with a member `.sv` by the rules of written JSON.
    private mutating func serverValue(_ object: EncodedObject) throws(WebcomError) -> Node {
        let place = path.text(with: codingPath)
        guard let member = object.members.first, object.members.count == 1 else {
            throw WebcomError(
                .invalidValue, at: place,
                "The server value at \(place) in \(object.type) has members other than \".sv\"; remove them.")
        }
        let json = try node(of: member.value).json(readsArrays: false)
        do throws(DatasyncError) {
            let value = try DeferredValue(json, at: path.appending(Path(keys)))
            deferred.append(WriteValue.Deferred(path: Path(keys), value: value))
        } catch {
            throw WebcomError(error.code == .invalidValue ? .invalidValue : .encodingFailed, at: place, error.message)
        }
        return .null
    }
}
