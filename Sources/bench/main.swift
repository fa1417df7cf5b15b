for workload in [Workload.w1, .w4b] {
    for mode in workload.modes {
        for bed in BedName.allCases {
            let sample = try bed.sample(workload, mode, .full)
            print(workload.rawValue, mode.rawValue, bed.rawValue, sample.value, sample.wall, sample.peak >> 20)
        }
    }
}
