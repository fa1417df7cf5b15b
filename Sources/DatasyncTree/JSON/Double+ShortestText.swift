extension Double {
    /// The ECMAScript form of the number: the fewest digits that read back as the same double.
    ///
    /// Numbers from 1e-6 up to 1e21 are plain decimals, others have an exponent. The number must be finite, as all
    /// numbers of the data model are.
    package var shortestText: String { JSONWriter.text { $0.write(self) } }
}
