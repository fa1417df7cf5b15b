#if Postgres
    /// A statement with its parameters, in the binary form of the protocol.
    struct DatabaseStatement: Sendable {
        /// A parameter and its type.
        struct Parameter: Hashable, Sendable {
            /// The identifier of the type, which is the same in every database.
            let type: UInt32
            let bytes: [UInt8]
        }

        let text: String
        let parameters: [Parameter]

        init(_ text: String, _ parameters: Parameter...) {
            self.text = text
            self.parameters = parameters
        }
    }

    extension DatabaseStatement.Parameter {
        private enum Kind {
            static let bytes: UInt32 = 17
            static let int8: UInt32 = 20
            static let int4: UInt32 = 23
            static let text: UInt32 = 25
            static let byteArrays: UInt32 = 1001
            static let int4Array: UInt32 = 1007
            static let textArray: UInt32 = 1009
            static let int8Array: UInt32 = 1016
        }

        static func int8(_ value: Int64) -> Self { Self(type: Kind.int8, bytes: value.bigEndianBytes) }

        static func int4(_ value: Int32) -> Self { Self(type: Kind.int4, bytes: value.bigEndianBytes) }

        static func text(_ value: String) -> Self { Self(type: Kind.text, bytes: Array(value.utf8)) }

        static func bytes(_ value: [UInt8]) -> Self { Self(type: Kind.bytes, bytes: value) }

        static func int8Array(_ values: [Int64]) -> Self {
            array(values, of: Kind.int8, as: Kind.int8Array) {
                $0 += $1.bigEndianBytes
            } size: { _ in
                8
            }
        }

        static func int4Array(_ values: [Int32]) -> Self {
            array(values, of: Kind.int4, as: Kind.int4Array) {
                $0 += $1.bigEndianBytes
            } size: { _ in
                4
            }
        }

        static func textArray(_ values: [String]) -> Self {
            array(values, of: Kind.text, as: Kind.textArray) {
                $0 += $1.utf8
            } size: {
                $0.utf8.count
            }
        }

        static func byteArrays(_ values: [[UInt8]]) -> Self {
            array(values, of: Kind.bytes, as: Kind.byteArrays) {
                $0 += $1
            } size: {
                $0.count
            }
        }

        /// Returns an array with one dimension, whose first index is 1.
        private static func array<Value>(
            _ values: [Value], of element: UInt32, as type: UInt32, append: (inout [UInt8], Value) -> Void,
            size: (Value) -> Int
        ) -> Self {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(values.reduce(20) { $0 + 4 + size($1) })
            bytes += Int32(values.isEmpty ? 0 : 1).bigEndianBytes + Int32(0).bigEndianBytes + element.bigEndianBytes
            if !values.isEmpty { bytes += Int32(values.count).bigEndianBytes + Int32(1).bigEndianBytes }
            for value in values {
                bytes += Int32(size(value)).bigEndianBytes
                append(&bytes, value)
            }
            return Self(type: type, bytes: bytes)
        }
    }
#endif
