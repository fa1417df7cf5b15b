import ClientTestSupport
import DatasyncAsync
import DatasyncClient

extension Retention {
    /// The calls that retain closures of applications and objects of back ends.
    static let applications: [Retention] = [
        Retention("diagnostics") { stage, object in
            stage.application.diagnostics = { _ in object.touch() }
            return { [remote = stage.remote] in
                for application in remote.applications { application.diagnostics = { _ in } }
            }
        },
        Retention("diagnostics, replaced twice") { stage, object in
            stage.application.diagnostics = { _ in object.touch() }
            return { [weak application = stage.application] in
                application?.diagnostics = { _ in }
                application?.diagnostics = { _ in }
            }
        },
        Retention("clock of a back end") { stage, object in
            let backend = Box<EmbeddedBackend?>(
                EmbeddedBackend {
                    object.touch()
                    return 0
                })
            let configuration = backend.value.map {
                WebcomConfiguration(identifier: "clock", platform: .embedded(in: $0))
            }
            let application = Box(configuration.map { WebcomApplication(configuration: $0) })
            return {
                application.value = nil
                backend.value = nil
            }
        },
    ]
}
