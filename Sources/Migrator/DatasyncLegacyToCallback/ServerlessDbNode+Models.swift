public import DatasyncCallback
public import DatasyncClient
public import DatasyncPromise

extension Webcom.ServerlessDbNode {
    /// Replaces the value, including all children, by an encoded model.
    ///
    /// - Parameter model: The model, encoded by the application's encoder.
    /// - Returns: A promise, fulfilled when the back end has acknowledged the write; rejected if the model cannot be
    ///   encoded or the write is refused.
    @discardableResult
    public func set<Model: Encodable>(encoding model: Model) -> Promise<Void> {
        let application = WebcomApplication(client: location.client)
        return location.done { location.set(.encodable(model, application), completion: $0) }
    }
}

extension Webcom.DataSnapshot {
    /// Returns the value decoded by the application's decoder, or throws the reason for the failure.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: `WebcomError` `decodingFailed` with the decoder's reason; `invalidPath` for a child at an ill-formed path.
    public func decodedThrowing<Model: Decodable>(as type: Model.Type) throws(WebcomError) -> Model {
        let location = value.location
        return try WebcomApplication(client: location.client)
            .decode(type, from: value.node, at: try location.checkedPath.get())
    }
}
