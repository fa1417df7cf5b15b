import DatasyncTree

/// The kinds of events that a registration wants delivered.
package struct Interest: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ kind: Event.Kind) {
        rawValue =
            switch kind {
            case .valueChange: 1
            case .valueAcknowledgement: 2
            case .childAddition: 4
            case .childChange: 8
            case .childRemoval: 16
            case .childAcknowledgement: 32
            case .childMove: 128
            }
    }

    package static let valueChange = Interest(.valueChange)
    package static let valueAcknowledgement = Interest(.valueAcknowledgement)
    package static let childAddition = Interest(.childAddition)
    package static let childChange = Interest(.childChange)
    package static let childRemoval = Interest(.childRemoval)
    package static let childAcknowledgement = Interest(.childAcknowledgement)
    package static let childMove = Interest(.childMove)

    /// Value changes even while the node is unknown, and for a first response that changes no visible value.
    ///
    /// `View+CachedValue.swift` raises them.
    package static let showsCachedValue = Interest(rawValue: 64)

    package static let valueFamily: Interest = [.valueChange, .valueAcknowledgement]
    /// All kinds of child events except moves, which a subscription requests separately.
    package static let childFamily: Interest = [.childAddition, .childChange, .childRemoval, .childAcknowledgement]
    package static let allKinds: Interest = [.valueFamily, .childFamily, .childMove]

    /// Whether events of children, or the acknowledgements that depend on them, are wanted.
    var concernsChildren: Bool { !isDisjoint(with: [.childFamily, .childMove]) }

    package func wants(_ kind: Event.Kind) -> Bool { contains(Interest(kind)) }

    package var kinds: [Event.Kind] { Event.Kind.allCases.filter(wants) }
}

extension Interest: CustomStringConvertible {
    /// The names of the event kinds, joined by `+`.
    package var description: String { kinds.map(\.rawValue).joined(separator: "+") }
}
