package import DatasyncTree
package import DatasyncWire

/// The requests of writes, in the form in which tests name them.
extension Request.Action {
    package static func put(
        path: Path, value: WriteValue, expectedHash: String? = nil, writeNumber: WriteNumber? = nil
    ) -> Request.Action {
        .write(.set(value, at: path), expectedHash: expectedHash, writeNumber: writeNumber)
    }

    package static func merge(path: Path, parts: [MergePart], writeNumber: WriteNumber? = nil) -> Request.Action {
        .write(.merge(parts, at: path), writeNumber: writeNumber)
    }

    package static func setOnDisconnect(
        path: Path, value: WriteValue, writeNumber: WriteNumber? = nil
    ) -> Request.Action {
        .writeOnDisconnect(.set(value, at: path), writeNumber: writeNumber)
    }

    package static func mergeOnDisconnect(
        path: Path, parts: [MergePart], writeNumber: WriteNumber? = nil
    ) -> Request.Action {
        .writeOnDisconnect(.merge(parts, at: path), writeNumber: writeNumber)
    }
}
