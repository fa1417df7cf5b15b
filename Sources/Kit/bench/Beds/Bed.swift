/// A part of the library that performs the operations of a script.
///
/// Each bed uses the internal interfaces of its part in one file, so that an interface change affects only one file here.
package protocol Bed {
    /// Prepares the inputs, creates the listeners and delivers the initial data.
    init(_ script: Script) throws

    /// Performs the script's operations.
    ///
    /// - Returns: The number of events delivered since the preparation.
    mutating func run() throws -> Int
}
