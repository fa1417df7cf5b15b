#if Migrator
    extension ObserveRow {
        static let writing: [ObserveRow] = [
            ObserveRow(
                #"ref.setValue(["a": 1])"#,
                #"ref.set(["a": 1])"#,
                #"ref.promise.set(.raw, ["a": 1])"#),
            ObserveRow(
                #"ref.child("a/b").setValue(x) { error, _ in print(error ?? "stored") }"#,
                #"ref.relativeNode("a/b").set(x).completed { error in print(error ?? "stored") }"#,
                #"ref.at("a/b").promise.set(.raw, x).completed { error in print(error ?? "stored") }"#),
            ObserveRow(
                #"""
                ref.setValue(x, withCompletionBlock: { (error: Error?, ref: DatabaseReference) in print(ref.key \#
                ?? "") })
                """#,
                #"ref.set(x).completed({ [ref] (error: WebcomError?) in print(ref.key ?? "") })"#,
                #"""
                ref.promise.set(.raw, x).completed({ [ref] (error: WebcomError?) in print(ref.keyName ?? \#
                "") })
                """#),
            ObserveRow(
                #"ref.child("a").setValue(x) { [weak self] error, reference in self?.stored(reference, error) }"#,
                #"""
                ref.relativeNode("a").set(x).completed { [weak self, reference = ref.relativeNode("a")] error \#
                in self?.stored(reference, error) }
                """#,
                #"""
                ref.at("a").promise.set(.raw, x).completed { [weak self, reference = ref.at("a")] error in \#
                self?.stored(reference, error) }
                """#),
            ObserveRow(
                #"ref.setValue(x, withCompletionBlock: completion)"#,
                #"""
                ref.set(x).completed({ [completion = completion, reference = ref] error in completion?(error, \#
                reference) })
                """#,
                #"""
                ref.promise.set(.raw, x).completed({ [completion = completion, reference = ref] error in \#
                completion?(error, reference) })
                """#),
            ObserveRow(
                #"try await ref.setValue(x)"#,
                #"try await ref.set(x).value"#,
                #"try await ref.promise.set(.raw, x).value"#),
            ObserveRow(#"ref.setValue(x, andPriority: 1)"#, #"ref.write(x, priority: 1)"#),
            ObserveRow(
                #"ref.setValue(x, andPriority: 1, withCompletionBlock: { error, _ in done(error) })"#,
                #"ref.write(x, priority: 1).completed({ error in done(error) })"#),
            ObserveRow(
                #"try await ref.setValue(x, andPriority: nil)"#,
                #"try await ref.write(x, priority: nil).value"#),
            ObserveRow(
                #"ref.updateChildValues(["a": 1, "b/c": ServerValue.timestamp()])"#,
                #"ref.merge(["a": 1, "b/c": ServerValue.timestamp] as [String: Any])"#,
                #"ref.promise.merge(.raw, with: ["a": 1, "b/c": ServerValue.timestamp] as [String: Any])"#),
            ObserveRow(
                #"ref.updateChildValues(changes) { error, _ in done(error) }"#,
                #"ref.merge(changes).completed { error in done(error) }"#,
                #"ref.promise.merge(json: changes).completed { error in done(error) }"#),
            ObserveRow(
                #"ref.removeValue()"#,
                #"ref.clear()"#,
                #"ref.promise.clear()"#),
            ObserveRow(
                #"ref.removeValue { error, _ in done(error) }"#,
                #"ref.clear().completed { error in done(error) }"#,
                #"ref.promise.clear().completed { error in done(error) }"#),
            ObserveRow(
                #"ref.removeValue(completionBlock: { _, _ in })"#,
                #"ref.clear().completed({ _ in })"#,
                #"ref.promise.clear().completed({ _ in })"#),
            ObserveRow(
                #"let child = ref.childByAutoId()"#,
                #"let child = ref.createChild()"#),
            ObserveRow(#"ref.setPriority(2)"#, #"ref.write(priority: 2)"#),
            ObserveRow(
                #"ref.setPriority(2) { error, _ in done(error) }"#,
                #"ref.write(priority: 2).completed { error in done(error) }"#),
            ObserveRow(
                #"ref.onDisconnectSetValue(x, andPriority: "p")"#,
                #"ref.write(x, priority: "p", atNextDisconnection: true)"#),
            ObserveRow(
                #"""
                ref.runTransactionBlock { data in data.value = (data.value as? Int ?? 0) + 1; return \#
                .success(withValue: data) }
                """#,
                #"""
                ref.transaction(onJSON: { data in var data: Any? = data ?? NSNull(); data = (data as? Int ?? 0) \#
                + 1; return data ?? NSNull() })
                """#,
                #"""
                ref.promise.runTransaction(onJSON: { data in var data: Any? = data ?? NSNull(); data = (data \#
                as? Int ?? 0) + 1; return data ?? NSNull() })
                """#),
            ObserveRow(
                #"""
                ref.runTransactionBlock({ (data: MutableData) -> TransactionResult in TransactionResult.abort() \#
                }, andCompletionBlock: { error, committed, snapshot in print(committed) })
                """#,
                #"""
                ref.transaction(onJSON: { data in nil }).ended({ error, committed, snapshot in print(committed) \#
                })
                """#,
                #"""
                ref.promise.runTransaction(onJSON: { data in nil }).ended({ error, committed, snapshot in \#
                print(committed) })
                """#),
            ObserveRow(
                #"ref.runTransactionBlock({ data in .success(withValue: data) }) { _, _, _ in }"#,
                #"ref.transaction(onJSON: { data in data ?? NSNull() }).ended { _, _, _ in }"#,
                #"ref.promise.runTransaction(onJSON: { data in data ?? NSNull() }).ended { _, _, _ in }"#),
            ObserveRow(
                #"""
                ref.runTransactionBlock { data in data.childData(byAppendingPath: "a").value = 1; return \#
                .success(withValue: data) }
                """#,
                #"""
                ref.transaction(onData: { data in data.childData(byAppendingPath: "a").value = 1; return \#
                .success(withValue: data) })
                """#,
                #"""
                ref.promise.runTransaction(onData: { data in data.childData(byAppendingPath: "a").value = 1; return \#
                .success(withValue: data) })
                """#),
            ObserveRow(
                #"""
                let (done, last) = try await ref.runTransactionBlock { (data: MutableData) in data.priority = 1; \#
                return TransactionResult.success(withValue: data) }; print(done, last.ref)
                """#,
                #"""
                let (done, last) = try await ref.transaction(onData: { (data: TransactionData) in data.priority = 1; \#
                return TransactionDecision.success(withValue: data) }).pair(); print(done, last.node)
                """#,
                #"""
                let (done, last) = try await ref.promise.runTransaction(onData: { (data: TransactionData) in \#
                data.priority = 1; return TransactionDecision.success(withValue: data) }).pair(); print(done, last.reference)
                """#),
            ObserveRow(
                #"ref.onDisconnectSetValue("gone")"#,
                #"ref.set("gone", at: Webcom.NEXT_DISCONNECTION)"#,
                #"ref.promise.set(.raw, "gone", at: .nextDisconnection)"#),
            ObserveRow(
                #"ref.onDisconnectSetValue("gone") { error, _ in done(error) }"#,
                #"ref.set("gone", at: Webcom.NEXT_DISCONNECTION).completed { error in done(error) }"#,
                #"ref.promise.set(.raw, "gone", at: .nextDisconnection).completed { error in done(error) }"#),
            ObserveRow(
                #"ref.onDisconnectUpdateChildValues(["a": 1])"#,
                #"ref.merge(["a": 1], at: Webcom.NEXT_DISCONNECTION)"#,
                #"ref.promise.merge(.raw, with: ["a": 1], at: .nextDisconnection)"#),
            ObserveRow(
                #"ref.onDisconnectRemoveValue()"#,
                #"ref.clear(at: Webcom.NEXT_DISCONNECTION)"#,
                #"ref.promise.clear(at: .nextDisconnection)"#),
            ObserveRow(
                #"ref.cancelDisconnectOperations()"#,
                #"ref.cancelNextDisconnectionOps()"#,
                #"ref.promise.cancelNextDisconnectionOperations()"#),
            ObserveRow(
                #"snap.ref.removeValue()"#,
                #"snap.node.clear()"#,
                #"snap.reference.promise.clear()"#),
            ObserveRow(
                #"ref.setValue(ServerValue.timestamp())"#,
                #"ref.set(ServerValue.timestamp)"#,
                #"ref.promise.set(.raw, ServerValue.timestamp)"#),
            ObserveRow(
                #"ref.setValue(ServerValue.increment(1))"#,
                #"ref.set(ServerValue.increment(1))"#,
                #"ref.promise.set(.raw, ServerValue.increment(1))"#),
            ObserveRow(
                #"ref.setValue(ServerValue.increment(n as NSNumber))"#,
                #"ref.set(ServerValue.increment((n as NSNumber).doubleValue))"#,
                #"ref.promise.set(.raw, ServerValue.increment((n as NSNumber).doubleValue))"#),
            ObserveRow(
                #"ref.childByAutoId().setValue(x) { error, child in print(child.key ?? "") }"#,
                #"""
                let created = ref.createChild()\#ncreated.set(x).completed { [child = created] error in \#
                print(child.key ?? "") }
                """#,
                #"""
                let created = ref.createChild()\#ncreated.promise.set(.raw, x).completed { [child = created] \#
                error in print(child.keyName ?? "") }
                """#),
        ]
    }
#endif
