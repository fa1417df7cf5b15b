#if Migrator
    import SwiftSyntax

    /// Variables for handles, which are numbers in the observe dialect and subscriptions in the others.
    extension ObserveRewriter {
        /// Declares a variable as a subscription where it holds a number at first, or is a `UInt`.
        ///
        /// - Returns: `false` if the variable is no such handle, or is used as a number.
        func makeHandle(_ node: PatternBindingSyntax, _ type: TypeSyntax, _ name: TokenSyntax) -> Bool {
            let value = node.initializer?.value
            let isNumber = value?.isNumber == true
            let plain =
                type.as(OptionalTypeSyntax.self)?.wrappedType
                ?? type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? type
            let isInteger = plain.trimmedDescription == "UInt" && !declarations.types.contains("UInt")
            guard isInteger || isNumber && declarations.kind(of: plain) == .listener,
                value == nil || isNumber || value?.is(NilLiteralExprSyntax.self) == true
            else { return false }
            let isOptional = plain.id != type.id
            let uses = file.tokens(viewMode: .sourceAccurate).filter { $0.text == name.text && $0.id != name.id }
            guard uses.contains(where: \.isHandleArgument),
                uses.allSatisfy({ $0.isHandleArgument || $0.isAssigned || isOptional && $0.isBound })
            else { return false }
            if isOptional {
                replace(plain, with: "Listener")
            } else {
                replace(type, with: "Listener?")
            }
            if let value, isNumber { replace(value, with: "nil") }
            return true
        }
    }

    extension TokenSyntax {
        /// The expression that a name is, or the member access with the name.
        private var named: ExprSyntax? {
            guard let reference = parent?.as(DeclReferenceExprSyntax.self) else { return nil }
            guard let member = reference.parent?.as(MemberAccessExprSyntax.self) else { return ExprSyntax(reference) }
            return member.declName.id == reference.id ? ExprSyntax(member) : nil
        }

        /// Whether the name is passed as the handle to remove.
        fileprivate var isHandleArgument: Bool {
            var expression = named
            if let forced = expression?.parent?.as(ForceUnwrapExprSyntax.self) { expression = ExprSyntax(forced) }
            return expression?.parent?.as(LabeledExprSyntax.self)?.label?.text == "withHandle"
        }

        /// Whether the name is assigned.
        fileprivate var isAssigned: Bool {
            guard let named, let elements = named.parent?.parent?.as(SequenceExprSyntax.self)?.elements else {
                return false
            }
            return elements.first?.id == named.id && elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
        }

        /// Whether the name is unwrapped by a condition.
        fileprivate var isBound: Bool {
            if parent?.is(IdentifierPatternSyntax.self) == true {
                return parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
            }
            return named?.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
        }
    }
#endif
