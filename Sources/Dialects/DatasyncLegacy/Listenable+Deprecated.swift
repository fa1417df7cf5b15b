// These only forward; DatasyncLegacyDialect has the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if LegacyWarnings && compiler(>=6.3)
    public import DatasyncClient
    public import DatasyncLegacyDialect
    public import Dispatch

    @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
    public typealias EventNames = DatasyncLegacyDialect::EventNames

    @available(*, deprecated, message: "use Webcom.Subscription or DatasyncSubscription")
    public typealias Listener = DatasyncLegacyDialect::Listener

    @available(*, deprecated, message: "use a node: Webcom.ServerlessDbNode or DatasyncNode")
    public typealias Listenable = DatasyncLegacyDialect::Listenable

    @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
    public typealias Query = DatasyncLegacyDialect::Query

    extension String {
        @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
        public var eventNames: [String] { self.DatasyncLegacyDialect::eventNames }
    }

    extension [String] {
        @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
        public var eventNames: [String] { self.DatasyncLegacyDialect::eventNames }
    }

    extension DatasyncLegacyDialect::Listenable {
        @available(*, deprecated, message: "use Webcom.Callback, or events of DatasyncEvent")
        public typealias EventCallback = @Sendable (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void

        @available(*, deprecated, message: "use Webcom.Callback, or events of DatasyncEvent")
        public typealias MainEventCallback = @MainActor (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void

        @available(*, deprecated, message: "use subscribe(Webcom.Event.…, callback), or for try await over events(…)")
        @discardableResult
        public func on(
            _ events: some EventNames, _ callback: @escaping MainEventCallback,
            revoked: (@MainActor (WebcomError) -> Void)? = nil
        ) -> Listener {
            self.DatasyncLegacyDialect::on(events, callback, revoked: revoked)
        }

        @available(*, deprecated, message: "use subscribe(Webcom.Event.…, callback), or for try await over events(…)")
        @discardableResult
        public func on(
            _ events: some EventNames, queue: DispatchQueue?, _ callback: @escaping EventCallback,
            revoked: (@Sendable (WebcomError) -> Void)? = nil
        ) -> Listener {
            self.DatasyncLegacyDialect::on(events, queue: queue, callback, revoked: revoked)
        }

        @available(*, deprecated, message: "use get(), or try await value()")
        @discardableResult
        public func once(
            _ events: some EventNames, _ callback: @escaping MainEventCallback,
            revoked: (@MainActor (WebcomError) -> Void)? = nil
        ) -> Listener {
            self.DatasyncLegacyDialect::once(events, callback, revoked: revoked)
        }

        @available(*, deprecated, message: "use get(), or try await value()")
        @discardableResult
        public func once(
            _ events: some EventNames, queue: DispatchQueue?, _ callback: @escaping EventCallback,
            revoked: (@Sendable (WebcomError) -> Void)? = nil
        ) -> Listener {
            self.DatasyncLegacyDialect::once(events, queue: queue, callback, revoked: revoked)
        }

        @available(*, deprecated, message: "use unsubscribe(callback), or cancel the subscription or task")
        public func off() {
            self.DatasyncLegacyDialect::off()
        }

        @available(*, deprecated, message: "use unsubscribe(callback), or cancel the subscription or task")
        public func off(_ events: some EventNames, _ listener: Listener? = nil) {
            self.DatasyncLegacyDialect::off(events, listener)
        }

        @available(*, deprecated, message: "use the constraint .orderBy(.child(path)) or .ordered(by: .child(path))")
        public func orderByChild(_ path: String) -> Query {
            self.DatasyncLegacyDialect::orderByChild(path)
        }

        @available(*, deprecated, message: "use the constraint .orderBy(.key) or .ordered(by: .key)")
        public func orderByKey() -> Query {
            self.DatasyncLegacyDialect::orderByKey()
        }

        @available(*, deprecated, message: "use the constraint .orderBy(.value) or .ordered(by: .value)")
        public func orderByValue() -> Query {
            self.DatasyncLegacyDialect::orderByValue()
        }

        @available(*, deprecated, message: "use the constraint .orderBy(.priority) or .ordered(by: .priority)")
        public func orderByPriority() -> Query {
            self.DatasyncLegacyDialect::orderByPriority()
        }

        @available(*, deprecated, message: "use .orderBy(order).startAt(value) or .ordered(by: order, from: value)")
        public func startAt(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
            self.DatasyncLegacyDialect::startAt(value, key)
        }

        @available(*, deprecated, message: "use .orderBy(order).startAfter(value) or .ordered(by:from:)")
        public func startAfter(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
            self.DatasyncLegacyDialect::startAfter(value, key)
        }

        @available(*, deprecated, message: "use .orderBy(order).endAt(value) or .ordered(by: order, to: value)")
        public func endAt(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
            self.DatasyncLegacyDialect::endAt(value, key)
        }

        @available(*, deprecated, message: "use .orderBy(order).endBefore(value) or .ordered(by:from:to:)")
        public func endBefore(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
            self.DatasyncLegacyDialect::endBefore(value, key)
        }

        @available(*, deprecated, message: "use .orderBy(order).equalTo(value) or .ordered(by:equalTo:)")
        public func equalTo(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
            self.DatasyncLegacyDialect::equalTo(value, key)
        }

        @available(*, deprecated, message: "use .orderBy(order).first(n) or .ordered(by: order, first: n)")
        public func limitToFirst(_ count: Int) -> Query {
            self.DatasyncLegacyDialect::limitToFirst(count)
        }

        @available(*, deprecated, message: "use the constraint .orderBy(order).last(n) or .ordered(by: order, last: n)")
        public func limitToLast(_ count: Int) -> Query {
            self.DatasyncLegacyDialect::limitToLast(count)
        }

        @available(*, deprecated, message: "use .Last(n) or .last(limit: n), after startAt .First or .first")
        public func limit(_ count: Int) -> Query {
            self.DatasyncLegacyDialect::limit(count)
        }

        @available(*, deprecated, message: "use the constraint .StartAt(key) or .startAt(key: key)")
        public func startAt(_ key: String? = nil) -> Query {
            self.DatasyncLegacyDialect::startAt(key)
        }

        @available(*, deprecated, message: "use the constraint .EndAt(key) or .endAt(key: key)")
        public func endAt(_ key: String? = nil) -> Query {
            self.DatasyncLegacyDialect::endAt(key)
        }

        @available(*, deprecated, message: "use the constraint .Between(key, key) or .between(from: key, to: key)")
        public func equalTo(_ key: String) -> Query {
            self.DatasyncLegacyDialect::equalTo(key)
        }
    }

    extension DatasyncLegacyDialect::Listener {
        @available(*, deprecated, message: "use the subscription of another dialect")
        public var description: String { self.DatasyncLegacyDialect::description }
    }

    extension DatasyncLegacyDialect::Query {
        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
        public var query: Query { self.DatasyncLegacyDialect::query }

        @available(*, deprecated, message: "use the node itself")
        public func ref() -> Webcom {
            self.DatasyncLegacyDialect::ref()
        }

        @available(*, deprecated, message: "use description of the node and of its constraint")
        public var description: String { self.DatasyncLegacyDialect::description }
    }
#endif
