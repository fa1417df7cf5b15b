import DatasyncTree

/// A coding path as a linked list: appending a key is O(1).
indirect enum CodingTrail {
    case root
    case step(any CodingKey, below: CodingTrail)

    func appending(_ key: any CodingKey) -> CodingTrail { .step(key, below: self) }

    /// The keys, from the root down.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var trail = self
        while case .step(let key, let parent) = trail {
            keys.append(key)
            trail = parent
        }
        return keys.reversed()
    }
}

extension Path {
    /// Returns a coding path below this path as text: `/people/ann` and `phone` give `/people/ann/phone`.
    func text(with codingPath: [any CodingKey]) -> String {
        let names = map(\.text) + codingPath.map(\.stringValue)
        return "/" + names.joined(separator: "/")
    }
}
