import DatasyncAsync
import DatasyncLegacy
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

enum SignInSamples {
    // sample: provider
    /// Asks the sign-in service of the team for a token.
    static func token(from service: URL, _ email: String, _ password: String) async throws -> String {
        var request = URLRequest(url: service)
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(["email": email, "password": password])
        let (data, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.userAuthenticationRequired) }
        return try JSONDecoder().decode([String: String].self, from: data)["token"] ?? ""
    }
    // end of sample

    // sample: sign in
    static func signIn(_ manager: DatasyncManager, _ service: URL, _ email: String, _ password: String) async throws {
        try await manager.service.authentication.signIn {
            // Called now, and again before the token expires.
            try await token(from: service, email, password)
        }
    }
    // end of sample

    // sample: sign in, old style
    static func signIn(_ ref: Webcom, with token: String, _ form: Form) {
        ref.authWithToken(token) { error in form.show(error?.message ?? "signed in") }
    }
    // end of sample
}
