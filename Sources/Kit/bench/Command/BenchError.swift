/// An error that ends the benchmark, with a message that names the cause and the remedy.
package struct BenchError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
