#if Migrator
    extension RewritingRow {
        /// Nodes and queries in general, the connection, the user, priorities and on-disconnect writes.
        static let connecting: [RewritingRow] = [
            RewritingRow(
                """
                ref.on("value", { s, _ in print(s) }) { error in print(error.message) }
                """,
                """
                ref.subscription(Webcom.Event.ValueChange, Webcom.Callback { s, _ in print(s) }.onRevoked { error in print(error.message) })
                """,
                """
                ref.subscription(to: .valueChange, onEvent: { s in print(s) }) { error in print(error.message) }
                """
            ),
            RewritingRow(
                """
                ref.setPriority(2)
                """,
                """
                // MIGRATE: setPriority: the new dialects write no priorities; store the value as a child and order by it
                ref.setPriority(2)
                """,
                """
                // MIGRATE: setPriority: the new dialects write no priorities; store the value as a child and order by it
                ref.setPriority(2)
                """
            ),
            RewritingRow(
                """
                print(snap.getPriority() ?? "none", snap.isKnown())
                """,
                """
                // MIGRATE: getPriority: the new dialects write no priorities; store the value as a child and order by it
                print(snap.getPriority() ?? "none", snap.isKnown)
                """,
                """
                // MIGRATE: getPriority: the new dialects write no priorities; store the value as a child and order by it
                print(snap.getPriority() ?? "none", snap.isKnown)
                """
            ),
            RewritingRow(
                """
                ref.authWithToken("t") { _ in }
                """,
                """
                ref.serverlessDb.authentication.signIn(token: "t") { _ in }
                """,
                """
                ref.service.authentication.signIn(token: "t") { _ in }
                """
            ),
            RewritingRow(
                """
                let seen = ref.onAuth { _ in }
                """,
                """
                let seen = ref.serverlessDb.authentication.observe { _ in }
                """,
                """
                let seen = ref.service.authentication.observe { _ in }
                """
            ),
            RewritingRow(
                """
                ref.unauth()
                """,
                """
                ref.serverlessDb.authentication.signOut(queue: nil) { _ in }
                """,
                """
                ref.service.authentication.signOut(queue: nil) { _ in }
                """
            ),
            RewritingRow(
                """
                print(ref.serverTime, ref.connectionState, ref.authentication)
                """,
                """
                print(ref.serverlessDb.serverTime, ref.serverlessDb.connectionState, ref.serverlessDb.authentication)
                """,
                """
                print(ref.service.serverTime, ref.service.state, ref.service.authentication)
                """
            ),
            RewritingRow(
                """
                let connection = ref.observeConnectionState(queue: q) { _ in }
                """,
                """
                let connection = ref.serverlessDb.observeConnectionState(queue: q) { _ in }
                """,
                """
                let connection = ref.observeConnectionState(queue: q) { _ in }
                """
            ),
            RewritingRow(
                """
                let present = ref.presence(online: true)
                """,
                """
                let present = ref.presence(online: true)
                """,
                """
                let present = ref.presence(online: true)
                """
            ),
            RewritingRow(
                """
                func stop(_ source: any Listenable) { source.off("value", old) }
                """,
                """
                func stop(_ source: any Listenable) { source.query.unsubscribeAll(Webcom.Event.ValueChange, only: old) }
                """,
                """
                func stop(_ source: any Listenable) { source.query.unsubscribeAll(.valueChange, only: old) }
                """
            ),
            RewritingRow(
                """
                func watch(_ source: some Listenable) { source.limit(2).once("value") { _, _ in } }
                """,
                """
                func watch(_ source: some Listenable) { source.query.limited(to: 2).subscription(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.once().endingQuietly()) }
                """,
                """
                func watch(_ source: some Listenable) { source.query.limited(to: 2).firstEvent(of: .valueChange) { _ in } }
                """
            ),
            RewritingRow(
                """
                func watch(_ source: some Listenable) { source.on("child_added") { s, _ in print(s) } }
                """,
                """
                func watch(_ source: some Listenable) { source.query.subscription(Webcom.Event.Child.Addition, Webcom.Callback { s, _ in print(s) }.endingQuietly()) }
                """,
                """
                func watch(_ source: some Listenable) { source.query.subscription(to: .childAddition) { s in print(s) } }
                """
            ),
            RewritingRow(
                """
                let watched: [Query] = [ref.query]
                """,
                """
                let watched: [Query] = [ref.query]
                """,
                """
                let watched: [Query] = [ref.query]
                """
            ),
            RewritingRow(
                """
                let leaving = ref.child("a").onDisconnect(); leaving.set(1) { _ in }; leaving.cancel()
                """,
                """
                let leaving = ref.relativeNode("a"); leaving.set(1, at: Webcom.NEXT_DISCONNECTION).completed { _ in }; leaving.cancelNextDisconnectionOps()
                """,
                """
                let leaving = ref.at("a"); leaving.promise.set(.raw, 1, at: .nextDisconnection).completed { _ in }; leaving.promise.cancelNextDisconnectionOperations()
                """
            ),
            RewritingRow(
                """
                let leaving = ref.onDisconnect(); leaving.remove(); print(leaving)
                """,
                """
                // MIGRATE: onDisconnect: there is no such object; give the writes a time: set(…, at: Webcom.NEXT_DISCONNECTION)
                let leaving = ref.onDisconnect(); leaving.remove(); print(leaving)
                """,
                """
                // MIGRATE: onDisconnect: there is no such object; give the writes a time: set(…, at: .nextDisconnection)
                let leaving = ref.onDisconnect(); leaving.remove(); print(leaving)
                """
            ),
            RewritingRow(
                """
                let live = ref.liveObject(); live.on("dataUpdated") { update in print(update.model?.name() ?? "") }
                """,
                """
                let live = ref.namedLiveObject(); live.on("dataUpdated") { update in print(update.model?.node.key ?? "") }
                """,
                """
                let live = ref.namedLiveObject(); live.on("dataUpdated") { update in print(update.model?.keyName ?? "") }
                """
            ),
            RewritingRow(
                """
                print(ref.liveCollection(pageSize: 5).models.map { $0.val() })
                """,
                """
                print(ref.namedLiveCollection(pageSize: 5).models.map { $0.val() })
                """,
                """
                print(ref.namedLiveCollection(pageSize: 5).models.map { $0.json })
                """
            ),
        ]
    }
#endif
