#if Migrator
    extension RewritingRow {
        static let listening: [RewritingRow] = [
            RewritingRow(
                """
                ref.on("value") { s, _ in print(s) }
                """,
                """
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { s, _ in print(s) }.endingQuietly())
                """,
                """
                ref.subscribe(to: .valueChange) { s in print(s) }
                """
            ),
            RewritingRow(
                """
                ref.on(["value", "value_ack"]) { s, p in print(s, p ?? "") }
                """,
                """
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { s, p in print(s, p ?? "") \
                }.includeAcknowledgements().endingQuietly())
                """,
                """
                ref.subscribe(to: .valueEvent) { s in let p = s.previousChildKey; print(s, p ?? "") }
                """
            ),
            RewritingRow(
                """
                let l = ref.on("child_added") { print($0.name() ?? "", $1 ?? "") }
                """,
                """
                let l = ref.subscription(Webcom.Event.Child.Addition, Webcom.Callback { print($0.node.key ?? "", $1 \
                ?? "") }.endingQuietly())
                """,
                """
                let l = ref.subscription(to: .childAddition) { print($0.keyName ?? "", $0.previousChildKey ?? "") }
                """
            ),
            RewritingRow(
                """
                ref.on("child_removed", queue: q) { [weak self] _, _ in self?.gone() }
                """,
                """
                ref.subscribe(Webcom.Event.Child.Removal, Webcom.Callback(queue: q) { [weak self] _, _ in \
                self?.gone() }.endingQuietly())
                """,
                """
                ref.subscribe(to: .childRemoval, queue: q) { [weak self] _ in self?.gone() }
                """
            ),
            RewritingRow(
                """
                ref.limit(3).on(["child_added", "child_changed"]) { _, _ in } revoked: { e in print(e) }
                """,
                """
                ref.subscription(Webcom.Event.Child.Addition.Change, Webcom.Callback { _, _ in }.onRevoked { e in \
                print(e) }, .Last(3))
                """,
                """
                ref.subscription(to: .child(addition: true, change: true), childrenConstraint: .last(limit: 3)) { _ \
                in } onRevoked: { e in print(e) }
                """
            ),
            RewritingRow(
                """
                ref.startAt("a").limit(2).on("value", handler, revoked: failed)
                """,
                """
                ref.subscription(Webcom.Event.ValueChange, Webcom.Callback(handler).onRevoked(failed), .StartAt("a", \
                2))
                """,
                """
                ref.subscription(to: .valueChange, childrenConstraint: .startAt(key: "a", limit: 2), onEvent: { \
                [handler] event in handler(event, event.previousChildKey) }, onRevoked: failed)
                """
            ),
            RewritingRow(
                """
                ref.once("value") { s, _ in print(s.val() ?? "null") }
                """,
                """
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { s, _ in print(s.val() ?? "null") \
                }.once().endingQuietly())
                """,
                """
                ref.firstEvent(of: .valueChange) { s in print(s.json ?? "null") }
                """
            ),
            RewritingRow(
                """
                window.on("child_ack") { _, _ in }
                """,
                """
                window.subscription(named: "child_ack") { _, _ in }
                """,
                """
                window.subscription(to: .childAcknowledgement) { _ in }
                """
            ),
            RewritingRow(
                """
                window.on("value") { _, _ in }
                """,
                """
                window.subscription(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly())
                """,
                """
                window.subscription(to: .valueChange) { _ in }
                """
            ),
        ]

        static let ending: [RewritingRow] = [
            RewritingRow(
                """
                ref.off()
                """,
                """
                ref.unsubscribeAll()
                """,
                """
                ref.unsubscribeAll()
                """
            ),
            RewritingRow(
                """
                ref.off("value")
                """,
                """
                ref.unsubscribeAll(Webcom.Event.ValueChange)
                """,
                """
                ref.unsubscribeAll(.valueChange)
                """
            ),
            RewritingRow(
                """
                ref.off(["child_added", "child_ack"])
                """,
                """
                ref.unsubscribeAll(Webcom.Event.Child.Addition, acknowledgements: true)
                """,
                """
                ref.unsubscribeAll(.child(addition: true, acknowledgement: true))
                """
            ),
            RewritingRow(
                """
                ref.off("value", old)
                """,
                """
                ref.unsubscribeAll(Webcom.Event.ValueChange, only: old)
                """,
                """
                ref.unsubscribeAll(.valueChange, only: old)
                """
            ),
            RewritingRow(
                """
                ref.off("value", maybe)
                """,
                """
                ref.unsubscribeAll(Webcom.Event.ValueChange, only: maybe)
                """,
                """
                ref.unsubscribeAll(.valueChange, only: maybe)
                """
            ),
            RewritingRow(
                """
                ref.limit(5).off("child_added")
                """,
                """
                ref.unsubscribeAll(Webcom.Event.Child.Addition, .Last(5))
                """,
                """
                ref.unsubscribeAll(.childAddition, childrenConstraint: .last(limit: 5))
                """
            ),
            RewritingRow(
                """
                window.off()
                """,
                """
                window.unsubscribeAll()
                """,
                """
                window.unsubscribeAll()
                """
            ),
        ]
    }
#endif
