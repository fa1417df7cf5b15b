/// Earlier figures for the same measurement, in the unit of the row.
package struct Reference: Sendable {
    /// The origin of the figures.
    package static let source =
        "measured on 2026-11-22 on an idle machine of 2 cores. The peer: the JavaScript engine of the well-known client of the "
        + "same family, in memory, Node 20; medians of 5. Stage 1: this library before its engine was rewritten for speed; "
        + "medians of 3. Process CPU time; stage 1 in the dialects is compared by wall time"

    package static let none = Reference()

    /// The peer's figure.
    package var peer: Double?
    /// The figure of this library before its engine was rewritten for speed.
    package var stage1: Double?
    /// The same figure as wall time in milliseconds, for the dialects.
    package var stage1Wall: Double?

    /// Returns the figures for a workload at full size.
    package static func reference(_ workload: Workload, _ mode: Mode, _ bed: BedName) -> Reference {
        guard let row = table["\(workload.rawValue) \(mode.rawValue)"] else { return .none }
        return switch bed {
        case .state: Reference(peer: row.peer, stage1: row.state)
        case .engine: Reference(peer: row.peer, stage1: row.engine)
        case .legacy, .callback, .closure, .sequence:
            Reference(peer: row.peer, stage1Wall: dialects["\(workload.rawValue) \(mode.rawValue)"])
        }
    }

    private static let table: [String: (peer: Double, state: Double, engine: Double)] = [
        "W1 acked": (89.4, 238, 300),
        "W1 push": (25.6, 56.1, 79.3),
        "W1 offline": (1_518, 88.7, 116),
        "W2a push": (18.8, 22.9, 30.4),
        "W2a offline": (30.7, 19.9, 25.0),
        "W2b acked": (246, 375, 435),
        "W2b push": (121, 120, 144),
        "W2b offline": (1_496, 149, 172),
        "W3 acked": (132, 280, 328),
        "W3 push": (36.1, 47.2, 67.4),
        "W3 offline": (1_278, 114, 129),
        "W4a push": (161, 75.3, 72.3),
        "W4b push": (230, 59.0, 103),
        "W5 acked": (874, 3_186, 3_167),
        "W5 push": (287, 1_345, 1_292),
        "W5 offline": (7_521, 1_007, 1_037),
    ]

    /// The middle of the wall times of the three dialects: 480 to 510, 227 to 481, 3,480 to 3,500.
    private static let dialects: [String: Double] = ["W1 acked": 495, "W4b push": 354, "W5 acked": 3_490]
}
