#if Migrator
    extension RewritingRow {
        static let writing: [RewritingRow] = [
            RewritingRow(
                """
                ref.set(["a": 1])
                """,
                """
                ref.set(["a": 1])
                """,
                """
                ref.promise.set(.raw, ["a": 1])
                """
            ),
            RewritingRow(
                """
                ref.child("a/b").set(x) { e in print(e ?? "stored") }
                """,
                """
                ref.relativeNode("a/b").set(x).completed { e in print(e ?? "stored") }
                """,
                """
                ref.at("a/b").promise.set(.raw, x).completed { e in print(e ?? "stored") }
                """
            ),
            RewritingRow(
                """
                ref.update(["a": 1, "b": nil])
                """,
                """
                ref.merge(["a": 1, "b": nil])
                """,
                """
                ref.promise.merge(json: ["a": 1, "b": nil])
                """
            ),
            RewritingRow(
                """
                ref.update(["a": 1, "b": true])
                """,
                """
                ref.merge(["a": 1, "b": true])
                """,
                """
                ref.promise.merge(.raw, with: ["a": 1, "b": true])
                """
            ),
            RewritingRow(
                """
                ref.update(change, queue: q) { _ in }
                """,
                """
                ref.merge(change).completed(queue: q) { _ in }
                """,
                """
                ref.promise.merge(json: change).completed(queue: q) { _ in }
                """
            ),
            RewritingRow(
                """
                ref.remove()
                """,
                """
                ref.clear()
                """,
                """
                ref.promise.clear()
                """
            ),
            RewritingRow(
                """
                ref.remove { _ in done() }
                """,
                """
                ref.clear().completed { _ in done() }
                """,
                """
                ref.promise.clear().completed { _ in done() }
                """
            ),
            RewritingRow(
                """
                ref.push("x")
                """,
                """
                ref.push("x")
                """,
                """
                ref.promise.push(.raw, "x")
                """
            ),
            RewritingRow(
                """
                let key = ref.push("x").name()
                """,
                """
                let key = ref.pushNode("x").key
                """,
                """
                let key = ref.pushNode("x").keyName
                """
            ),
            RewritingRow(
                """
                let child = ref.push()
                """,
                """
                let child = ref.createChild()
                """,
                """
                let child = ref.createChild()
                """
            ),
            RewritingRow(
                """
                ref.increment(by: 2, from: 1)
                """,
                """
                ref.increment(by: 2, from: 1)
                """,
                """
                ref.promise.increment(from: 1, by: 2)
                """
            ),
            RewritingRow(
                """
                ref.increment(by: step) { _ in }
                """,
                """
                ref.increment(by: step).completed { _ in }
                """,
                """
                ref.promise.increment(by: NSNumber(value: step)).completed { _ in }
                """
            ),
            RewritingRow(
                """
                ref.increment(by: 2) { error, number in show(error, number) }
                """,
                """
                ref.increment(by: 2).answered { error, number in show(error, number) }
                """,
                """
                ref.promise.increment(by: 2).counted { error, number in show(error, number) }
                """
            ),
            RewritingRow(
                """
                ref.increment { show($1 ?? 0) }
                """,
                """
                ref.increment().answered { show($1 ?? 0) }
                """,
                """
                ref.promise.increment().counted { show($1 ?? 0) }
                """
            ),
            RewritingRow(
                """
                ref.increment(by: 2, queue: q) { _, number in show(number) }
                """,
                """
                ref.increment(by: 2).answered(queue: q) { _, number in show(number) }
                """,
                """
                ref.promise.increment(by: 2).counted(queue: q) { _, number in show(number) }
                """
            ),
            RewritingRow(
                """
                ref.setPaths(["a/b": 1, "c": nil])
                """,
                """
                ref.setPaths(["a/b": 1, "c": nil])
                """,
                """
                ref.promise.setPaths(json: ["a/b": 1, "c": nil])
                """
            ),
            RewritingRow(
                """
                ref.setPaths(values) { error in show(error) }
                """,
                """
                ref.setPaths(values).completed { error in show(error) }
                """,
                """
                ref.promise.setPaths(json: values).completed { error in show(error) }
                """
            ),
            RewritingRow(
                """
                ref.setPaths(values, queue: q) { error in show(error) }
                """,
                """
                ref.setPaths(values).completed(queue: q) { error in show(error) }
                """,
                """
                ref.promise.setPaths(json: values).completed(queue: q) { error in show(error) }
                """
            ),
            RewritingRow(
                """
                ref.transaction { ($0 as? Int ?? 0) + 1 }
                """,
                """
                ref.transaction(onJSON: { ($0 as? Int ?? 0) + 1 })
                """,
                """
                ref.promise.runTransaction(onJSON: { ($0 as? Int ?? 0) + 1 })
                """
            ),
            RewritingRow(
                """
                ref.transaction({ _ in nil }) { e, done, s in print(done, s?.val() ?? "") }
                """,
                """
                ref.transaction(onJSON: { _ in nil }).ended { e, done, s in print(done, s?.val() ?? "") }
                """,
                """
                ref.promise.runTransaction(onJSON: { _ in nil }).ended { e, done, s in print(done, s?.json ?? "") }
                """
            ),
            RewritingRow(
                """
                ref.onDisconnect().set("away")
                """,
                """
                ref.set("away", at: Webcom.NEXT_DISCONNECTION)
                """,
                """
                ref.promise.set(.raw, "away", at: .nextDisconnection)
                """
            ),
            RewritingRow(
                """
                ref.onDisconnect().remove { _ in }
                """,
                """
                ref.clear(at: Webcom.NEXT_DISCONNECTION).completed { _ in }
                """,
                """
                ref.promise.clear(at: .nextDisconnection).completed { _ in }
                """
            ),
            RewritingRow(
                """
                ref.onDisconnect().cancel()
                """,
                """
                ref.cancelNextDisconnectionOps()
                """,
                """
                ref.promise.cancelNextDisconnectionOperations()
                """
            ),
            RewritingRow(
                """
                isOn ? ref.goOnline() : ref.goOffline()
                """,
                """
                isOn ? ref.serverlessDb.connect() : ref.serverlessDb.disconnect()
                """,
                """
                isOn ? ref.connect() : ref.disconnect()
                """
            ),
        ]

        static let reading: [RewritingRow] = [
            RewritingRow(
                """
                ref.get { e, s in print(s?.val() ?? "") }
                """,
                """
                ref.get().answered { e, s in print(s?.val() ?? "") }
                """,
                """
                ref.promise.value().answered { e, s in print(s?.json ?? "") }
                """
            ),
            RewritingRow(
                """
                print(ref.name() ?? "", ref.parent()?.path ?? "", ref.root(), ref.ref())
                """,
                """
                print(ref.key ?? "", ref.parent?.path ?? "", ref.root, ref)
                """,
                """
                print(ref.keyName ?? "", ref.parent?.path ?? "", ref.root, ref)
                """
            ),
            RewritingRow(
                """
                print(snap.val(), snap.exportVal(), snap.name(), snap.ref().path)
                """,
                """
                print(snap.val(), snap.exportedJSON, snap.node.key, snap.node.path)
                """,
                """
                print(snap.json, snap.exportedJSON, snap.keyName, snap.reference.path)
                """
            ),
            RewritingRow(
                """
                print(snap.hasChild("a"), !snap.hasChildren(), snap.numChildren(), snap.acknowledged())
                """,
                """
                print(snap.hasChild("a"), !snap.hasChildren, snap.childCount, snap.acked)
                """,
                """
                print(snap.hasChild("a"), !snap.hasChildren, snap.childCount, snap.isAcknowledged)
                """
            ),
            RewritingRow(
                """
                snap.forEach { print($0.child("x").val() ?? "") }
                """,
                """
                snap.forEach { print($0.child("x").val() ?? "") }
                """,
                """
                snap.forEach { print($0.child("x").json ?? "") }
                """
            ),
            RewritingRow(
                """
                let a = Webcom("app").child("a"), t = Webcom.ServerValue.TIMESTAMP
                """,
                """
                let a = Webcom.App("app").serverlessDb.rootNode.relativeNode("a"), t = Webcom.ServerValue.TIMESTAMP
                """,
                """
                let a = DatasyncNode.root(of: "app").at("a"), t = Webcom.ServerValue.TIMESTAMP
                """
            ),
        ]

        static let events: [RewritingRow] = [
            RewritingRow(
                """
                switch snap.eventType() {
                case "child_added", "child_changed"?: show()
                case .some("child_removed"): hide()
                case nil: break
                default: break
                }
                """,
                """
                switch snap.eventName {
                case "child_added", "child_changed"?: show()
                case .some("child_removed"): hide()
                case nil: break
                default: break
                }
                """,
                """
                switch snap.receivedEvent {
                case .childAddition, .childChange?: show()
                case .some(.childRemoval): hide()
                case nil: break
                default: break
                }
                """
            ),
            RewritingRow(
                """
                switch snap.eventType() {
                case "child_added", "child_changed"?: show()
                case .some("child_removed"): hide()
                default: break
                }
                """,
                """
                switch snap.event {
                case .childAddition, .childChange: show()
                case .childRemoval: hide()
                default: break
                }
                """,
                """
                switch snap.receivedEvent {
                case .childAddition, .childChange?: show()
                case .some(.childRemoval): hide()
                default: break
                }
                """
            ),
            RewritingRow(
                """
                if snap.eventType() == "child_ack" { print(snap.eventType() ?? "") }
                """,
                """
                if snap.event == .childAcknowledgement { print(snap.eventName ?? "") }
                """,
                """
                if snap.receivedEvent == .childAcknowledgement { print(snap.eventName ?? "") }
                """
            ),
        ]

        static let left: [RewritingRow] = [
            RewritingRow(
                """
                ref.on(name) { _, _ in }
                """,
                """
                ref.subscription(named: name) { _, _ in }
                """,
                """
                ref.subscription(named: name) { _, _ in }
                """
            ),
            RewritingRow(
                """
                ref.limit(4).once(names, queue: q, handler)
                """,
                """
                ref.limited(to: 4).firstEvent(named: names, queue: q, handler)
                """,
                """
                ref.limited(to: 4).firstEvent(named: names, queue: q, handler)
                """
            ),
            RewritingRow(
                """
                ref.off(names, old)
                """,
                """
                ref.unsubscribeAll(named: names, old)
                """,
                """
                ref.unsubscribeAll(named: names, old)
                """
            ),
            RewritingRow(
                """
                    ref.on("chlid_added") { _, _ in }
                """,
                """
                    // MIGRATE: on: no event is called "chlid_added"; the nearest is "child_added"
                    ref.on("chlid_added") { _, _ in }
                """,
                """
                    // MIGRATE: on: no event is called "chlid_added"; the nearest is "child_added"
                    ref.on("chlid_added") { _, _ in }
                """
            ),
            RewritingRow(
                """
                let w = ref.limit(3)
                """,
                """
                let w = ref.limited(to: 3)
                """,
                """
                let w = ref.limited(to: 3)
                """
            ),
            RewritingRow(
                """
                ref.startAt("a").endAt("b").limit(2).once("value") { _, _ in }
                """,
                """
                ref.starting(at: "a").ending(at: "b").limited(to: 2).subscription(Webcom.Event.ValueChange, \
                Webcom.Callback { _, _ in }.once().endingQuietly())
                """,
                """
                ref.starting(at: "a").ending(at: "b").limited(to: 2).firstEvent(of: .valueChange) \
                { _ in }
                """
            ),
        ]
    }
#endif
