#if Server
    import DatasyncTree
    import Foundation

    /// A value on the command line.
    enum JSONArgument {
        /// Returns the JSON text of an argument; `-` reads standard input.
        ///
        /// - Throws: ``CommandError`` if the text is not JSON.
        static func text(_ argument: String) throws -> String {
            let text =
                argument == "-"
                ? String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) : argument
            do throws(DataError) {
                _ = try JSONParser.parse(text)
                return text
            } catch {
                throw CommandError(
                    "The value is not valid JSON. \(error.message) A text needs its quotes, as in '\"hello\"'.")
            }
        }
    }
#endif
