package import DatasyncEngine
import DatasyncTree

/// The events that a subscription receives.
///
/// ```swift
/// node.subscribe(Webcom.Event.Child, callback)
/// node.subscribe(Webcom.Event.Child.Addition.Removal, callback)
/// node.subscribe(Webcom.Event.ValueChange.WithoutData.excludeRevocations(), callback)
/// ```
///
/// Descriptors are values; each property and method returns a new one. Acknowledgements are an option of the callback.
public protocol WebcomEventDescriptor: Sendable {
    /// The selected events.
    var selection: Webcom.EventSelection { get }
}

extension Webcom {
    /// The events that a descriptor selects, and their options.
    public struct EventSelection: Sendable, Hashable {
        package var interest: Interest
        var hidesData = false
        var reportsRevocations = true

        /// Returns a number that is unique for the selection and the options of the callback.
        func variant(_ interest: Interest, isOnce: Bool) -> Int {
            Int(interest.rawValue) << 3 | (isOnce ? 4 : 0) | (hidesData ? 2 : 0) | (reportsRevocations ? 1 : 0)
        }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The entry points of the event descriptors.
    public enum Event {
        /// Changes of the value of the node.
        public static var ValueChange: ValueDescriptor {
            ValueDescriptor(selection: EventSelection(interest: .valueChange))
        }

        /// Additions, changes and removals of children, unless refined.
        public static var Child: ChildDescriptor { ChildDescriptor(refined: []) }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// A descriptor of value changes.
    public struct ValueDescriptor: WebcomEventDescriptor {
        /// The selected events.
        public let selection: EventSelection

        /// The same events with hidden data.
        public var WithoutData: ValueDescriptor {
            var selection = self.selection
            selection.hidesData = true
            return ValueDescriptor(selection: selection)
        }

        /// Excludes the final call for a revocation by the back end.
        ///
        /// - Returns: The final descriptor.
        public func excludeRevocations() -> FinalDescriptor { FinalDescriptor(excludingRevocationsFrom: selection) }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// A descriptor of child events: additions, changes and removals, or the named kinds, in any order.
    public struct ChildDescriptor: WebcomEventDescriptor {
        let refined: Interest

        /// The descriptor refined by additions.
        public var Addition: ChildDescriptor { ChildDescriptor(refined: refined.union(.childAddition)) }
        /// The descriptor refined by changes.
        public var Change: ChildDescriptor { ChildDescriptor(refined: refined.union(.childChange)) }
        /// The descriptor refined by removals.
        public var Removal: ChildDescriptor { ChildDescriptor(refined: refined.union(.childRemoval)) }
        /// The descriptor refined by moves to another place in the constraint's order; moves are never implied.
        ///
        /// A change of the child follows each move.
        public var Move: ChildDescriptor { ChildDescriptor(refined: refined.union(.childMove)) }

        /// The selected events.
        public var selection: EventSelection {
            EventSelection(interest: refined.isEmpty ? [.childAddition, .childChange, .childRemoval] : refined)
        }

        /// Excludes the final call for a revocation by the back end.
        ///
        /// - Returns: The final descriptor.
        public func excludeRevocations() -> FinalDescriptor { FinalDescriptor(excludingRevocationsFrom: selection) }
    }

    /// A descriptor that cannot be refined further.
    public struct FinalDescriptor: WebcomEventDescriptor {
        /// The selected events.
        public let selection: EventSelection

        init(excludingRevocationsFrom selection: EventSelection) {
            var selection = selection
            selection.reportsRevocations = false
            self.selection = selection
        }
    }

    /// The event that delivered a snapshot.
    ///
    /// All properties are `false` for the snapshot of a read or of a transaction.
    public struct ReceivedEvent: Sendable, Hashable {
        package enum Kind: Hashable, Sendable {
            case event(DatasyncEngine.Event.Kind)
            case revocation
            case cancelation
            /// No event: the snapshot comes from a read or a transaction.
            case none
        }

        package static let none = ReceivedEvent(kind: .none)

        package let kind: Kind

        package init(kind: Kind) { self.kind = kind }

        /// Whether the value of the node changed.
        public var isValueChange: Bool { kind == .event(.valueChange) }
        /// Whether a child was added.
        public var isChildAddition: Bool { kind == .event(.childAddition) }
        /// Whether a child changed.
        public var isChildChange: Bool { kind == .event(.childChange) }
        /// Whether a child was removed.
        public var isChildRemoval: Bool { kind == .event(.childRemoval) }
        /// Whether a child moved to another place in the order of the constraint.
        public var isChildMove: Bool { kind == .event(.childMove) }
        /// Whether the back end acknowledged the state of the previous event.
        public var isAck: Bool { kind == .event(.valueAcknowledgement) || kind == .event(.childAcknowledgement) }
        /// Whether the back end revoked the subscription.
        public var isRevocation: Bool { kind == .revocation }
        /// Whether the application cancelled the subscription.
        public var isCancelation: Bool { kind == .cancelation }
    }
}

extension Webcom.EventSelection: CustomStringConvertible {
    /// The names of the events, and the exclusions.
    public var description: String {
        "\(interest)\(hidesData ? " without data" : "")\(reportsRevocations ? "" : " without revocations")"
    }
}

extension Webcom.ValueDescriptor: CustomStringConvertible {
    /// The names of the events.
    public var description: String { "ValueDescriptor(\(selection.description))" }
}

extension Webcom.ChildDescriptor: CustomStringConvertible {
    /// The names of the events.
    public var description: String { "ChildDescriptor(\(selection.description))" }
}

extension Webcom.FinalDescriptor: CustomStringConvertible {
    /// The names of the events.
    public var description: String { "FinalDescriptor(\(selection.description))" }
}

extension Webcom.ReceivedEvent: CustomStringConvertible {
    /// The name of the event, `revocation` or `cancelation`.
    public var description: String {
        switch kind {
        case .event(let kind): kind.rawValue
        case .revocation: "revocation"
        case .cancelation: "cancelation"
        case .none: "none"
        }
    }
}
