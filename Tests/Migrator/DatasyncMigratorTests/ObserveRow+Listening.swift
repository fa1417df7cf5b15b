#if Migrator
    extension ObserveRow {
        static let listening: [ObserveRow] = [
            ObserveRow(
                #"ref.observe(.value) { snapshot in print(snapshot.value ?? "") }"#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { snapshot, _ in \#
                print(snapshot.jsonOrNull ?? "") }.endingQuietly())
                """#,
                #"ref.subscribe(to: .valueChange) { snapshot in print(snapshot.jsonOrNull ?? "") }"#),
            ObserveRow(
                #"let handle = ref.observe(.childAdded) { print($0.key) }"#,
                #"""
                let handle = ref.subscription(Webcom.Event.Child.Addition, Webcom.Callback { \#
                print($0.keyOrEmpty) }.endingQuietly())
                """#,
                #"let handle = ref.subscription(to: .childAddition) { print($0.keyOrEmpty) }"#),
            ObserveRow(
                #"ref.observe(DataEventType.childChanged, with: { [weak self] (snapshot) in self?.show(snapshot) })"#,
                #"""
                ref.subscribe(Webcom.Event.Child.Change, Webcom.Callback { [weak self] (snapshot, _) in \#
                self?.show(snapshot) }.endingQuietly())
                """#,
                #"ref.subscribe(to: .childChange, onEvent: { [weak self] (snapshot) in self?.show(snapshot) })"#),
            ObserveRow(
                #"ref.observe(.childRemoved, with: shown)"#,
                #"""
                ref.subscribe(Webcom.Event.Child.Removal, Webcom.Callback { [handler = shown] snapshot, _ in \#
                handler(snapshot) }.endingQuietly())
                """#,
                #"ref.subscribe(to: .childRemoval, onEvent: { [handler = shown] snapshot in handler(snapshot) })"#),
            ObserveRow(
                #"""
                ref.observe(.childMoved, andPreviousSiblingKeyWith: { snapshot, previous in print(snapshot.key, \#
                previous ?? "") })
                """#,
                #"""
                ref.subscribe(Webcom.Event.Child.Move, Webcom.Callback { snapshot, previous in \#
                print(snapshot.keyOrEmpty, previous ?? "") }.endingQuietly())
                """#,
                #"""
                ref.subscribe(to: .childMove, onEvent: { snapshot in let previous = snapshot.previousChildKey; \#
                print(snapshot.keyOrEmpty, previous ?? "") })
                """#),
            ObserveRow(
                #"ref.observe(.value, with: { _ in }, withCancel: { error in print(error.localizedDescription) })"#,
                #"""
                ref.subscription(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.onRevoked { error in \#
                print(error.localizedDescription) })
                """#,
                #"""
                ref.subscription(to: .valueChange, onEvent: { _ in }, onRevoked: { error in \#
                print(error.localizedDescription) })
                """#),
            ObserveRow(
                #"ref.observe(.value) { _ in } withCancel: { print($0) }"#,
                #"ref.subscription(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.onRevoked { print($0) })"#,
                #"ref.subscription(to: .valueChange) { _ in } onRevoked: { print($0) }"#),
            ObserveRow(
                #"ref.observeSingleEvent(of: .value) { snapshot in print(snapshot.exists()) }"#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { snapshot, _ in print(snapshot.exists) \#
                }.once().endingQuietly())
                """#,
                #"ref.firstEvent(of: .valueChange) { snapshot in print(snapshot.exists) }"#),
            ObserveRow(
                #"query.observeSingleEvent(of: .childAdded, with: { print($0.key) })"#,
                #"""
                query.subscription(Webcom.Event.Child.Addition, Webcom.Callback { print($0.keyOrEmpty) \#
                }.once().endingQuietly())
                """#,
                #"query.firstEvent(of: .childAddition, onEvent: { print($0.keyOrEmpty) })"#),
            ObserveRow(#"ref.observe(kind) { _ in }"#, #"ref.subscription(named: kind) { _, _ in }"#),
            ObserveRow(
                #"query.observeSingleEvent(of: n > 1 ? .value : .childAdded, with: { print($0.key) })"#,
                #"""
                query.firstEvent(named: n > 1 ? EventKind.value : EventKind.childAdded, { snapshot, _ in \#
                print(snapshot.keyOrEmpty) })
                """#),
            ObserveRow(
                #"ref.removeObserver(withHandle: handle)"#,
                #"ref.unsubscribeAll(only: handle)"#),
            ObserveRow(
                #"query.removeObserver(withHandle: handle)"#,
                #"query.unsubscribeAll(only: handle)"#),
            ObserveRow(
                #"ref.removeAllObservers()"#,
                #"ref.unsubscribeAllWindows()"#),
            ObserveRow(
                #"query.removeAllObservers()"#,
                #"query.unsubscribeAllWindows()"#),
            ObserveRow(
                #"ref.queryLimited(toLast: 5).removeAllObservers()"#,
                #"ref.unsubscribeAll(.orderBy(.priority).last(5))"#,
                #"ref.unsubscribeAll(.ordered(by: .priority, last: 5))"#),
            ObserveRow(
                #"""
                ref.queryOrderedByKey().queryLimited(toFirst: 3).getData(completion: { _, snapshot in \#
                print(snapshot!.childrenCount) })
                """#,
                #"ref.get(.First(3)).known().answered({ _, snapshot in print(snapshot!.childCount) })"#,
                #"""
                ref.promise.value(childrenConstraint: .first(limit: 3)).known().answered({ _, snapshot in \#
                print(snapshot!.childCount) })
                """#),
            ObserveRow(#"query.getData { _, _ in }"#, #"query.read().known().answered { _, _ in }"#),
            ObserveRow(
                #"ref.queryOrdered(byChild: "age").observe(.value) { _ in }"#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.child("age")))
                """#,
                #"ref.subscribe(to: .valueChange, childrenConstraint: .ordered(by: .child("age"))) { _ in }"#),
            ObserveRow(
                #"ref.queryOrderedByValue().queryLimited(toFirst: 3).observe(.childAdded) { _ in }"#,
                #"""
                ref.subscribe(Webcom.Event.Child.Addition, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.value).first(3))
                """#,
                #"ref.subscribe(to: .childAddition, childrenConstraint: .ordered(by: .value, first: 3)) { _ in }"#),
            ObserveRow(
                #"""
                ref.queryOrderedByPriority().queryStarting(atValue: 1).queryEnding(atValue: 5).observe(.value) \#
                { _ in }
                """#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.priority).startAt(1).endAt(5))
                """#,
                #"""
                ref.subscribe(to: .valueChange, childrenConstraint: .ordered(by: .priority, from: \#
                .including(1), to: .including(5))) { _ in }
                """#),
            ObserveRow(
                #"ref.queryOrderedByKey().queryLimited(toLast: 20).observe(.value) { _ in }"#,
                #"ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), .Last(20))"#,
                #"ref.subscribe(to: .valueChange, childrenConstraint: .last(limit: 20)) { _ in }"#),
            ObserveRow(
                #"ref.queryOrderedByKey().queryStarting(atValue: "a").observe(.value) { _ in }"#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.key).startAt("a"))
                """#,
                #"""
                ref.subscribe(to: .valueChange, childrenConstraint: .ordered(by: .key, from: .including("a"))) \#
                { _ in }
                """#),
            ObserveRow(
                #"""
                ref.queryOrdered(byChild: "age").queryEqual(toValue: age).queryLimited(toFirst: \#
                2).observe(.value) { _ in }
                """#,
                #"""
                ref.ordered(byChild: "age").equal(to: WebcomIndexValue(json: age)).limited(toFirst: \#
                2).subscription(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly())
                """#,
                #"""
                ref.ordered(byChild: "age").equal(to: WebcomIndexValue(json: age)).limited(toFirst: \#
                2).subscription(to: .valueChange) { _ in }
                """#),
            ObserveRow(
                #"""
                ref.queryOrdered(byChild: "age").queryEqual(toValue: 18, childKey: "ada").observe(.value) { _ \#
                in }
                """#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.child("age")).equalTo(18, key: "ada"))
                """#,
                #"""
                ref.subscribe(to: .valueChange, childrenConstraint: .ordered(by: .child("age"), equalTo: 18, \#
                key: "ada")) { _ in }
                """#),
            ObserveRow(
                #"""
                ref.queryOrdered(byChild: "age").queryStarting(afterValue: 18).queryEnding(beforeValue: \#
                nil).observe(.value) { _ in }
                """#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.child("age")).startAfter(18).endBefore(WebcomIndexValue.null))
                """#,
                #"""
                ref.subscribe(to: .valueChange, childrenConstraint: .ordered(by: .child("age"), from: \#
                .excluding(18), to: .excluding(WebcomIndexValue.null))) { _ in }
                """#),
            ObserveRow(
                #"ref.queryLimited(toLast: 10).observe(.childAdded) { _ in }"#,
                #"""
                ref.subscribe(Webcom.Event.Child.Addition, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.priority).last(10))
                """#,
                #"ref.subscribe(to: .childAddition, childrenConstraint: .ordered(by: .priority, last: 10)) { _ in }"#),
            ObserveRow(
                #"ref.queryLimited(toFirst: 3).queryOrdered(byChild: "age").observe(.value) { _ in }"#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.child("age")).first(3))
                """#,
                #"""
                ref.subscribe(to: .valueChange, childrenConstraint: .ordered(by: .child("age"), first: 3)) { _ \#
                in }
                """#),
            ObserveRow(
                #"ref.queryStarting(atValue: 3).observe(.value) { _ in }"#,
                #"""
                ref.subscribe(Webcom.Event.ValueChange, Webcom.Callback { _, _ in }.endingQuietly(), \#
                .orderBy(.priority).startAt(3))
                """#,
                #"""
                ref.subscribe(to: .valueChange, childrenConstraint: .ordered(by: .priority, from: \#
                .including(3))) { _ in }
                """#),
            ObserveRow(
                #"let stored = ref.queryOrdered(byChild: "age").queryLimited(toLast: UInt(n))"#,
                #"let stored = ref.ordered(byChild: "age").limited(toLast: Int(UInt(n)))"#),
            ObserveRow.left(
                #"let ordered = query.queryOrderedByKey()"#,
                #"queryOrderedByKey: the stored query may have an order already; order the reference first"#),
            ObserveRow(
                #"ref.keepSynced(true)"#,
                #"ref.keepSynced(true)"#),
            ObserveRow(
                #"query.keepSynced(false)"#,
                #"query.keepSynced(false)"#),
            ObserveRow(
                #"let same = query.ref"#,
                #"let same = query.ref()"#),
            ObserveRow(
                #"""
                Database.database().reference(withPath: ".info/connected").observe(.value) { print($0.value as? \#
                Bool ?? false) }
                """#,
                #"""
                Webcom.App(Webcom.defaultApplication).serverlessDb.rootNode.info("connected").subscribe(Webcom.Event.ValueChange, \#
                Webcom.Callback { print($0.val() as? Bool ?? false) }.endingQuietly())
                """#,
                #"""
                DatasyncNode.root(of: Webcom.defaultApplication).info("connected").subscribe(to: .valueChange) \#
                { print($0.json as? Bool ?? false) }
                """#),
            ObserveRow.left(
                #"other.observe(.value) { _ in }"#,
                #"observe: the type of `other` is not known here; name its type and run the tool again"#),
        ]
    }
#endif
