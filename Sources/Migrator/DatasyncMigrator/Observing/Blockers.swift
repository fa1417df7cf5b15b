#if Migrator
    import SwiftParser
    import SwiftSyntax

    /// Uses of products of the observe dialect's SDK that have no counterpart in this package.
    ///
    /// An application that uses such a product cannot be migrated as a whole, so nothing is rewritten until all uses are gone.
    struct Blockers {
        /// A product of the SDK with its module, the expression that gives its object, and the remedy.
        private struct Product {
            let module: String
            let type: String
            let factory: String
            let remedy: String
        }

        private static let products = [
            Product(
                module: "FirebaseAuth", type: "Auth", factory: "auth",
                remedy:
                    "sign in with a token of your identity service and authentication.signIn(token:), see the page SignIn"
            ),
            Product(
                module: "FirebaseStorage", type: "Storage", factory: "storage",
                remedy: "move the files to an object store, and keep their addresses in the database"),
            Product(
                module: "FirebaseFirestore", type: "Firestore", factory: "firestore",
                remedy: "move its collections to nodes of the database first"),
            Product(
                module: "FirebaseFunctions", type: "Functions", factory: "functions",
                remedy: "call your service over HTTP"),
            Product(
                module: "FirebaseMessaging", type: "Messaging", factory: "messaging",
                remedy: "register with the notification service of the platform"),
            Product(
                module: "FirebaseRemoteConfig", type: "RemoteConfig", factory: "remoteConfig",
                remedy: "move the settings to a node of the database"),
            Product(
                module: "FirebaseAppCheck", type: "AppCheck", factory: "appCheck",
                remedy: "check the tokens in the rules of the back end, see the page SignIn"),
        ]

        /// The declared types of the files, which hide the types of the products.
        private let declared: Set<String>

        /// Creates a search in a module's files.
        ///
        /// - Parameter texts: The texts of the files; texts that do not parse are ignored.
        init(seeing texts: [String]) {
            let collector = TypeCollector(viewMode: .sourceAccurate)
            for text in texts { collector.walk(Parser.parse(source: text)) }
            declared = collector.types
        }

        /// Returns the imports and uses of such products in a file, each as a call that is left.
        func sites(in text: String) -> [Migration.Site] {
            let file = Parser.parse(source: text)
            let converter = SourceLocationConverter(fileName: "", tree: file)
            return file.tokens(viewMode: .sourceAccurate).compactMap { token in
                guard let (name, product) = product(at: token) else { return nil }
                let place = converter.location(for: token.positionAfterSkippingLeadingTrivia)
                let reason = "blocks the rewriting of all files: \(product.remedy)"
                return Migration.Site(
                    line: place.line, column: place.column, name: name, outcome: .left(reason: reason))
            }
        }

        private func product(at token: TokenSyntax) -> (name: String, product: Product)? {
            if token.ancestor(ImportDeclSyntax.self) != nil {
                return Self.products.first { token.text.hasPrefix($0.module) }.map { ("import \(token.text)", $0) }
            }
            guard let member = token.parent?.parent?.as(MemberAccessExprSyntax.self),
                member.base?.id == token.parent?.id, !declared.contains(token.text)
            else { return nil }
            let factory = member.declName.baseName.text
            return Self.products.first { $0.type == token.text && $0.factory == factory }
                .map { ("\(token.text).\(factory)", $0) }
        }
    }
#endif
