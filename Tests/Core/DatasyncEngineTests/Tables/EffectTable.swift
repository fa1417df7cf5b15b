@testable import DatasyncEngine

/// A table of calls and states of one feature, with the effects of each call in each state.
struct EffectTable<State: Hashable & Sendable & CaseIterable>: Sendable {
    typealias Step = @Sendable (inout Scene) throws -> Void

    /// A call, with its effects in each state where it has any, in order and between semicolons.
    struct Row: Sendable {
        let call: String
        let effects: [State: String]
        let step: Step

        init(_ call: String, _ effects: [State: String], _ step: @escaping Step) {
            self.call = call
            self.effects = effects
            self.step = step
        }
    }

    /// A call in a state.
    struct Cell: Sendable, CustomStringConvertible {
        let description: String
        let effects: [String]
        let prepare: Step
        let step: Step

        /// Returns the effects of the call, and the invariant that the state then violates, if any.
        func run() throws -> (effects: [String], violatedInvariant: String?) {
            var scene = Scene()
            try prepare(&scene)
            _ = scene.takeEffects()
            try step(&scene)
            return (scene.takeEffects(), scene.state.violatedInvariant)
        }
    }

    /// Returns all calls in all states.
    ///
    /// `prepare`: Brings a new client into a state.
    static func cells(_ rows: [Row], _ prepare: @escaping @Sendable (State, inout Scene) throws -> Void) -> [Cell] {
        rows.flatMap { row in
            State.allCases.map { state in
                Cell(
                    description: "\(row.call) while \(state)",
                    effects: row.effects[state]?.split(separator: "; ").map(String.init) ?? [],
                    prepare: { try prepare(state, &$0) }, step: row.step)
            }
        }
    }
}
