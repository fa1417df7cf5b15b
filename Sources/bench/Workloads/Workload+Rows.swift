extension Workload {
    /// The rows of all workloads in all beds and modes.
    ///
    /// Only rows of the full size have reference figures.
    static func rows(_ size: Size) -> [Row] {
        allCases.flatMap { workload in
            workload.modes.flatMap { mode in
                BedName.allCases.map { bed in
                    Row(
                        workload.rawValue, bed: bed.rawValue, mode: mode.rawValue, summary: workload.summary,
                        reference: size.isReference ? .reference(workload, mode, bed) : .none
                    ) {
                        try bed.sample(workload.script(mode, size))
                    }
                }
            }
        }
    }
}
