#if Migrator
    import SwiftSyntax

    extension Inference {
        /// A text or a list of texts that is known without running the program.
        struct ConstantTexts {
            let texts: [String]
            let isList: Bool

            var kind: ValueKind { isList ? .texts(texts) : .text(texts.joined()) }
        }

        /// Returns the constant text or list of texts of an expression; `nil` for other expressions.
        func texts(of expression: ExprSyntax) -> ConstantTexts? {
            if let literal = expression.as(StringLiteralExprSyntax.self) {
                return text(of: literal).map { ConstantTexts(texts: [$0], isList: false) }
            }
            if let array = expression.as(ArrayExprSyntax.self) {
                let parts = array.elements.map { texts(of: $0.expression) }
                guard !parts.isEmpty, parts.allSatisfy({ $0 != nil }) else { return nil }
                return ConstantTexts(texts: parts.flatMap { $0?.texts ?? [] }, isList: true)
            }
            if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
                return tuple.elements.first.flatMap { texts(of: $0.expression) }
            }
            if let sequence = expression.as(SequenceExprSyntax.self) { return texts(of: sequence) }
            if let call = expression.as(FunctionCallExprSyntax.self) { return texts(of: call) }
            if let member = expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "rawValue",
                let text = member.base.flatMap(rawText)
            {
                return ConstantTexts(texts: [text], isList: false)
            }
            guard expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self) else {
                return nil
            }
            switch kind(of: expression) {
            case .text(let text): return ConstantTexts(texts: [text], isList: false)
            case .texts(let texts): return ConstantTexts(texts: texts, isList: true)
            default: return nil
            }
        }

        private func text(of literal: StringLiteralExprSyntax) -> String? {
            if let plain = literal.plainText { return plain }
            var text = ""
            for segment in literal.segments {
                switch segment {
                case .stringSegment(let part) where !part.content.text.contains("\\"): text += part.content.text
                case .expressionSegment(let part):
                    guard part.expressions.count == 1, let only = part.expressions.first?.expression,
                        let constant = texts(of: only), !constant.isList
                    else { return nil }
                    text += constant.texts.joined()
                default: return nil
                }
            }
            return text
        }

        /// Returns the concatenation of constants.
        private func texts(of sequence: SequenceExprSyntax) -> ConstantTexts? {
            let elements = Array(sequence.elements)
            let operators = stride(from: 1, to: elements.count, by: 2).map { elements[$0].trimmedDescription }
            guard !operators.isEmpty, operators.allSatisfy({ $0 == "+" }) else { return nil }
            let operands = stride(from: 0, to: elements.count, by: 2).map { texts(of: elements[$0]) }
            guard operands.allSatisfy({ $0 != nil }) else { return nil }
            let parts = operands.compactMap(\.self)
            if parts.allSatisfy(\.isList) { return ConstantTexts(texts: parts.flatMap(\.texts), isList: true) }
            guard !parts.contains(where: \.isList) else { return nil }
            return ConstantTexts(texts: [parts.flatMap(\.texts).joined()], isList: false)
        }

        /// Returns the raw texts of cases, or a sorted or copied list.
        private func texts(of call: FunctionCallExprSyntax) -> ConstantTexts? {
            if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
                guard name == "Array" || name == "Set", call.arguments.count == 1, let argument = call.arguments.first,
                    argument.label == nil
                else { return nil }
                return texts(of: argument.expression)
            }
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
                return nil
            }
            switch member.declName.baseName.text {
            case "sorted" where call.arguments.isEmpty && call.trailingClosure == nil: return texts(of: base)
            case "map" where call.mapsToRawValues:
                if let type = base.as(MemberAccessExprSyntax.self).flatMap({ member in
                    member.declName.baseName.text == "allCases" ? member.base.flatMap(typeName) : nil
                }), let all = declarations.rawTexts[type] {
                    return ConstantTexts(texts: all.map(\.text), isList: true)
                }
                if base.trimmedDescription == "allCases", let type = enclosing.last,
                    let all = declarations.rawTexts[type]
                {
                    return ConstantTexts(texts: all.map(\.text), isList: true)
                }
                return rawTexts(in: base)
            default: return nil
            }
        }

        /// Returns the raw texts of a list of cases, such as `[Event.added, .changed]`.
        private func rawTexts(in expression: ExprSyntax) -> ConstantTexts? {
            guard let array = expression.as(ArrayExprSyntax.self) else { return nil }
            let type = array.elements.lazy.compactMap { element in
                element.expression.as(MemberAccessExprSyntax.self)?.base.flatMap(self.typeName)
            }.first
            guard let type else { return nil }
            let texts = array.elements.map { element in
                element.expression.as(MemberAccessExprSyntax.self).flatMap {
                    declarations.rawText($0.declName.baseName.text.trimmingBackticks, of: type)
                }
            }
            guard texts.allSatisfy({ $0 != nil }) else { return nil }
            return ConstantTexts(texts: texts.compactMap(\.self), isList: true)
        }

        /// Returns the raw text of an expression that names a case, such as `Event.added`.
        private func rawText(_ expression: ExprSyntax) -> String? {
            guard let member = expression.as(MemberAccessExprSyntax.self), let type = member.base.flatMap(typeName)
            else { return nil }
            return declarations.rawText(member.declName.baseName.text.trimmingBackticks, of: type)
        }
    }

    extension FunctionCallExprSyntax {
        /// Whether the call receives `{ $0.rawValue }` or `\.rawValue`.
        fileprivate var mapsToRawValues: Bool {
            if let closure = trailingClosure { return closure.statements.trimmedDescription == "$0.rawValue" }
            return arguments.first?.expression.trimmedDescription == "\\.rawValue"
        }
    }
#endif
