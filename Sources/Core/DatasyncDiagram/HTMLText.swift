/// A builder of HTML that escapes all text and attributes.
package struct HTMLText {
    package private(set) var text = ""

    package init() {}

    /// Returns the text of a page that needs no other files.
    ///
    /// - Parameters:
    ///   - title: The title of the page.
    ///   - style: Its style sheet.
    ///   - content: Appends the content of the body.
    /// - Returns: The whole document.
    package static func page(titled title: String, style: String, _ content: (inout HTMLText) -> Void) -> String {
        var html = HTMLText()
        html.add(markup: "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        html.add(markup: "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
        html.add(markup: "<meta name=\"color-scheme\" content=\"light dark\">")
        html.element("title", text: title)
        html.element("style") { $0.add(markup: style) }
        html.add(markup: "</head>\n")
        html.element("body", [:], content)
        html.add(markup: "</html>\n")
        return html.text
    }

    /// Appends an element.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - attributes: The names and values of its attributes; values that are `nil` are left out.
    ///   - content: Appends the content.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ content: (inout HTMLText) -> Void
    ) {
        text += "<\(name)"
        for (name, value) in attributes {
            if let value { text += " \(name)=\"\(Self.escaped(value))\"" }
        }
        text += ">"
        content(&self)
        text += "</\(name)>"
    }

    /// Appends an element that holds only text.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String
    ) {
        element(name, attributes) { $0.add(text) }
    }

    /// Appends text.
    package mutating func add(_ plain: String) { text += Self.escaped(plain) }

    /// Appends markup without escaping it.
    package mutating func add(markup: String) { text += markup }

    static func escaped(_ plain: String) -> String {
        var escaped = ""
        for scalar in plain.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // Control characters, which HTML does not permit, are shown as their symbols.
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20:
                escaped.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
