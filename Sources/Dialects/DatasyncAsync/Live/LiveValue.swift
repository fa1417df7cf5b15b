#if canImport(SwiftUI)
    public import DatasyncClient
    public import SwiftUI

    /// The decoded value of a node in a SwiftUI view that updates with it.
    ///
    /// ```swift
    /// struct ProfileView: View {
    ///     @LiveValue private var profile: Profile?
    ///
    ///     init(_ node: DatasyncNode) { _profile = LiveValue(node) }
    ///
    ///     var body: some View { Text(profile?.name ?? "…") }
    /// }
    /// ```
    ///
    /// The value is `nil` when the node has no data, or the value is not known or cannot be decoded. The projected value is the
    /// ``DatasyncLiveObject``, which has the status and the error. It lives as long as the state of the view.
    @propertyWrapper
    public struct LiveValue<Model: Decodable & Sendable>: DynamicProperty {
        @State private var slot = LiveSlot<DatasyncLiveObject<Model>>()
        private let node: DatasyncNode

        /// Makes the property for a node; a view that is made with another node follows that one.
        ///
        /// - Parameter node: The node.
        public init(_ node: DatasyncNode) { self.node = node }

        /// The value, or `nil`.
        public var wrappedValue: Model? { projectedValue.model }

        /// The live object behind the value.
        public var projectedValue: DatasyncLiveObject<Model> {
            slot.object(for: node) { $0.liveObject(as: Model.self) }
        }
    }

    /// The decoded children of a node, page by page, in a SwiftUI view that updates with them.
    ///
    /// ```swift
    /// struct ContactsView: View {
    ///     @LiveList private var contacts: [DatasyncLiveItem<Contact>]
    ///
    ///     init(_ node: DatasyncNode) { _contacts = LiveList(node) }
    ///
    ///     var body: some View {
    ///         List(contacts) { Text($0.model.name) }
    ///         if $contacts.hasMore { Button("More") { $contacts.nextPage() } }
    ///     }
    /// }
    /// ```
    ///
    /// The projected value is the ``DatasyncLiveCollection``, which has the pages, the status and the error. It lives as long as
    /// the state of the view. For thousands of children, show `$contacts.items`, which is not copied when one of them changes.
    @propertyWrapper
    public struct LiveList<Model: Decodable & Sendable>: DynamicProperty {
        @State private var slot = LiveSlot<DatasyncLiveCollection<Model>>()
        private let node: DatasyncNode
        private let pageSize: Int
        private let order: WebcomOrder

        /// Makes the property for a node; a view that is made with another node follows that one.
        ///
        /// - Parameters:
        ///   - node: The node.
        ///   - pageSize: The number of children of a page; at least 1.
        ///   - order: The order of the children.
        public init(_ node: DatasyncNode, pageSize: Int = 20, order: WebcomOrder = .key) {
            self.node = node
            self.pageSize = pageSize
            self.order = order
        }

        /// The children of the loaded pages.
        public var wrappedValue: [DatasyncLiveItem<Model>] { projectedValue.models }

        /// The live collection behind the children.
        public var projectedValue: DatasyncLiveCollection<Model> {
            slot.object(for: node) { $0.liveCollection(of: Model.self, pageSize: pageSize, order: order) }
        }
    }
#endif
