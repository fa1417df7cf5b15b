package import DatasyncEngine

/// What to subscribe to.
///
/// Descriptors are values; each property and method gives a new one.
public protocol WebcomEventDescriptor: Sendable {
    /// What the descriptor asks for.
    var selection: Webcom.EventSelection { get }
}

extension Webcom {
    /// What a descriptor asks for.
    public struct EventSelection: Sendable, Hashable {
        package var interest: Interest
        var hidesData = false
        var reportsRevocations = true

        /// A number of its own for each selection, with the events that a callback adds.
        func variant(_ interest: Interest, isOnce: Bool) -> Int {
            Int(interest.rawValue) << 3 | (isOnce ? 4 : 0) | (hidesData ? 2 : 0) | (reportsRevocations ? 1 : 0)
        }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Where descriptors start.
    public enum Event {
        /// The value of the node as a whole.
        public static var ValueChange: ValueDescriptor {
            ValueDescriptor(selection: EventSelection(interest: .valueChange))
        }

        /// The children of the node: all that happens to them, unless it is refined.
        public static var Child: ChildDescriptor { ChildDescriptor(refined: []) }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Value changes.
    public struct ValueDescriptor: WebcomEventDescriptor {
        /// What the descriptor asks for.
        public let selection: EventSelection

        /// The same events without the value.
        public var WithoutData: ValueDescriptor {
            var selection = self.selection
            selection.hidesData = true
            return ValueDescriptor(selection: selection)
        }

        /// The same without a notice when the back end revokes the subscription.
        public func excludeRevocations() -> FinalDescriptor { FinalDescriptor(excludingRevocationsFrom: selection) }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Child events, of all kinds or of those it is refined by, in any order.
    public struct ChildDescriptor: WebcomEventDescriptor {
        let refined: Interest

        /// Additions too.
        public var Addition: ChildDescriptor { ChildDescriptor(refined: refined.union(.childAddition)) }
        /// Changes too.
        public var Change: ChildDescriptor { ChildDescriptor(refined: refined.union(.childChange)) }
        /// Removals too.
        public var Removal: ChildDescriptor { ChildDescriptor(refined: refined.union(.childRemoval)) }

        /// What the descriptor asks for.
        public var selection: EventSelection {
            EventSelection(interest: refined.isEmpty ? [.childAddition, .childChange, .childRemoval] : refined)
        }

        /// The same without a notice when the back end revokes the subscription.
        public func excludeRevocations() -> FinalDescriptor { FinalDescriptor(excludingRevocationsFrom: selection) }
    }

    /// A descriptor that is refined no further.
    public struct FinalDescriptor: WebcomEventDescriptor {
        /// What the descriptor asks for.
        public let selection: EventSelection

        init(excludingRevocationsFrom selection: EventSelection) {
            var selection = selection
            selection.reportsRevocations = false
            self.selection = selection
        }
    }

    /// The event that a snapshot was delivered for.
    ///
    /// Of a snapshot that was read, or handed to a transaction, all properties are `false`.
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

        /// The value of the node changed.
        public var isValueChange: Bool { kind == .event(.valueChange) }
        /// A child was added.
        public var isChildAddition: Bool { kind == .event(.childAddition) }
        /// A child changed.
        public var isChildChange: Bool { kind == .event(.childChange) }
        /// A child was removed.
        public var isChildRemoval: Bool { kind == .event(.childRemoval) }
        /// What the last event conveyed was acknowledged.
        public var isAck: Bool { kind == .event(.valueAcknowledgement) || kind == .event(.childAcknowledgement) }
        /// The back end ended the subscription.
        public var isRevocation: Bool { kind == .revocation }
        /// The application ended the subscription.
        public var isCancelation: Bool { kind == .cancelation }
    }
}

extension Webcom.EventSelection: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names of the events, and what the selection leaves out.
    public var description: String {
        "\(interest)\(hidesData ? " without data" : "")\(reportsRevocations ? "" : " without revocations")"
    }

    /// The description after the name of the type.
    public var debugDescription: String { "EventSelection(\(description))" }
}

extension Webcom.ValueDescriptor: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names of the events.
    public var description: String { "ValueDescriptor(\(selection.description))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.ChildDescriptor: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names of the events.
    public var description: String { "ChildDescriptor(\(selection.description))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.FinalDescriptor: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names of the events.
    public var description: String { "FinalDescriptor(\(selection.description))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.ReceivedEvent: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the event, `revocation` or `cancelation`.
    public var description: String {
        switch kind {
        case .event(let kind): kind.rawValue
        case .revocation: "revocation"
        case .cancelation: "cancelation"
        case .none: "none"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "ReceivedEvent(\(description))" }
}
