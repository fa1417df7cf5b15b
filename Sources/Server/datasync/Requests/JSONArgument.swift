#if Server
    import DatasyncTree
    import Foundation

    /// A value on the command line.
    enum JSONArgument {
        /// Returns the JSON text of an argument; `-` reads standard input.
        ///
        /// - Throws: ``CommandError`` if the text is not JSON.
        static func text(_ argument: String) throws(CommandError) -> String {
            let text = argument == "-" ? try File.text(argument) : argument
            _ = try json(text)
            return text
        }

        /// Returns the value of a JSON text.
        ///
        /// - Throws: ``CommandError`` if the text is not JSON.
        static func json(_ text: String) throws(CommandError) -> JSON {
            do throws(DatasyncError) {
                return try JSONParser.parse(text)
            } catch {
                throw CommandError(
                    "The value is not valid JSON. \(error.message) A text needs its quotes, as in '\"hello\"'.")
            }
        }
    }
#endif
