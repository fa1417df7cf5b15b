extension Int {
    /// The integer below a number, or the nearest there is; 0 for what is no number.
    package init(clamped number: Double) {
        self = Int(exactly: number.rounded(.down)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
