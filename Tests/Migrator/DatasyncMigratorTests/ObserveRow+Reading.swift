#if Migrator
    extension ObserveRow {
        static let reading: [ObserveRow] = [
            ObserveRow(
                #"ref.getData { error, snapshot in print(snapshot?.value ?? "") }"#,
                #"ref.get().known().answered { error, snapshot in print(snapshot?.jsonOrNull ?? "") }"#,
                #"ref.promise.value().known().answered { error, snapshot in print(snapshot?.jsonOrNull ?? "") }"#),
            ObserveRow(
                #"let found = try await ref.child("a").getData()"#,
                #"let found = try await ref.relativeNode("a").get().known().value"#,
                #"let found = try await ref.at("a").promise.value().known().value"#),
            ObserveRow(
                #"let name = ref.key"#,
                #"let name = ref.key"#,
                #"let name = ref.keyName"#),
            ObserveRow(
                #"let up = ref.parent?.child("x")"#,
                #"let up = ref.parent?.relativeNode("x")"#,
                #"let up = ref.parent?.at("x")"#),
            ObserveRow(
                #"let top = ref.root"#,
                #"let top = ref.root"#),
            ObserveRow(
                #"let text = snap.value as? String ?? """#,
                #"let text = snap.val() as? String ?? """#,
                #"let text = snap.json as? String ?? """#),
            ObserveRow(
                #"let any = snap.value"#,
                #"let any = snap.jsonOrNull"#),
            ObserveRow(
                #"if snap.value is NSNull { return }"#,
                #"if snap.jsonOrNull is NSNull { return }"#),
            ObserveRow(
                #"let key = snap.key"#,
                #"let key = snap.keyOrEmpty"#),
            ObserveRow(
                #"if !snap.exists() { return }"#,
                #"if !snap.exists { return }"#),
            ObserveRow(
                #"let inner = snap.childSnapshot(forPath: "a/b").value as\#("!") Int"#,
                #"let inner = snap.child("a/b").val() as\#("!") Int"#,
                #"let inner = snap.child("a/b").json as\#("!") Int"#),
            ObserveRow(
                #"if snap.hasChild("a"), snap.hasChildren() { return }"#,
                #"if snap.hasChild("a"), snap.hasChildren { return }"#),
            ObserveRow(
                #"if snap.childrenCount > 3 { print("\(snap.childrenCount)", Int(snap.childrenCount)) }"#,
                #"if snap.childCount > 3 { print("\(snap.childCount)", Int(snap.childCount)) }"#),
            ObserveRow(
                #"let count = snap.childrenCount"#,
                #"let count = UInt(snap.childCount)"#),
            ObserveRow(
                #"ref.getData { _, found in print(Int(found?.childrenCount ?? 0), found?.childrenCount == 2) }"#,
                #"ref.get().known().answered { _, found in print(Int(found?.childCount ?? 0), found?.childCount == 2) }"#,
                #"ref.promise.value().known().answered { _, found in print(Int(found?.childCount ?? 0), "#
                    + #"found?.childCount == 2) }"#),
            ObserveRow(
                #"ref.getData { _, found in let n: UInt? = found?.childrenCount; print(n ?? 0) }"#,
                #"ref.get().known().answered { _, found in let n: UInt? = (found?.childCount).map(UInt.init); "#
                    + #"print(n ?? 0) }"#,
                #"ref.promise.value().known().answered { _, found in let n: UInt? = (found?.childCount)"#
                    + #".map(UInt.init); print(n ?? 0) }"#),
            ObserveRow(
                #"for child in snap.children { print((child as\#("!") DataSnapshot).key) }"#,
                #"for child in snap.children { print((child).keyOrEmpty) }"#),
            ObserveRow(
                #"for case let child as DataSnapshot in snap.children { print(child.key) }"#,
                #"for child in snap.children { print(child.keyOrEmpty) }"#),
            ObserveRow(
                #"let list = snap.children.allObjects as? [DataSnapshot] ?? []"#,
                #"let list = snap.children"#),
            ObserveRow(
                #"let names = snap.children.compactMap { ($0 as? DataSnapshot)?.key }"#,
                #"let names = snap.children.compactMap { ($0 as Webcom.DataSnapshot?)?.keyOrEmpty }"#,
                #"let names = snap.children.compactMap { ($0 as (any DatasyncSnapshot)?)?.keyOrEmpty }"#),
            ObserveRow(
                #"let first = snap.children.allObjects.first as? DataSnapshot"#,
                #"let first = snap.children.first as Webcom.DataSnapshot?"#,
                #"let first = snap.children.first as (any DatasyncSnapshot)?"#),
            ObserveRow(#"let priority = snap.priority"#, #"let priority = snap.priorityOrNull"#),
            ObserveRow(#"let whole = snap.valueInExportFormat"#, #"let whole = snap.exportedJSONOrNull"#),
            ObserveRow(#"let whole = snap.valueInExportFormat()"#, #"let whole = snap.exportedJSONOrNull"#),
            ObserveRow(
                #"let root = Database.database().reference()"#,
                #"let root = Webcom.App(Webcom.defaultApplication).serverlessDb.rootNode"#,
                #"let root = DatasyncNode.root(of: Webcom.defaultApplication)"#),
            ObserveRow(
                #"let users = Database.database().reference(withPath: "users")"#,
                #"let users = Webcom.App(Webcom.defaultApplication).serverlessDb.rootNode.relativeNode("users")"#,
                #"let users = DatasyncNode.root(of: Webcom.defaultApplication).at("users")"#),
            ObserveRow(
                #"let far = Database.database(url: "https://a")"#,
                #"""
                // MIGRATE: database: name the application instead: \#
                Webcom.App(application).serverlessDb.rootNode\#nlet far = Database.database(url: "https://a")
                """#,
                #"""
                // MIGRATE: database: name the application instead: DatasyncNode.root(of: application)\#nlet \#
                far = Database.database(url: "https://a")
                """#),
            ObserveRow(
                #"Database.database().goOffline()"#,
                #"Webcom.App(Webcom.defaultApplication).serverlessDb.rootNode.serverlessDb.disconnect()"#,
                #"DatasyncNode.root(of: Webcom.defaultApplication).disconnect()"#),
            ObserveRow(
                #"DatabaseReference.goOnline()"#,
                #"Webcom.App(Webcom.defaultApplication).serverlessDb.rootNode.serverlessDb.connect()"#,
                #"DatasyncNode.root(of: Webcom.defaultApplication).connect()"#),
            ObserveRow.left(
                #"Database.database().isPersistenceEnabled = true"#,
                #"isPersistenceEnabled: set the cacheMode of the configuration, see the page Offline"#),
            ObserveRow.left(
                #"FirebaseApp.configure()"#,
                #"""
                configure: configure the application in code: Webcom.setDefault(WebcomConfiguration(identifier: \#
                …))
                """#),
            ObserveRow(
                #"var bad: DatabaseHandle = 0"#,
                #"var bad: Webcom.Subscription = .ended"#,
                #"var bad: DatasyncSubscription = .ended"#),
            ObserveRow(
                #"let keys = (snap.children.allObjects as? [DataSnapshot] ?? []).map(\.key)"#,
                #"let keys = (snap.children).map(\.keyOrEmpty)"#),
            ObserveRow.left(
                #"Database.database().callbackQueue = .main"#,
                #"callbackQueue: there is no such property; see Migration/ObserveToSwift.md"#),
        ]
    }
#endif
