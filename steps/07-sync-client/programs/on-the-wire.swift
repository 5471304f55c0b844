import StepSupport
import Vitals

/// One push and one pull, as the server sees them.
func story() async throws {
    let server = try LoopbackServer([
        .response(headers: ["Vitals-Account: account-1", "Vitals-Receipt: 1.00ff"], json: #"{"acceptedIds":[]}"#),
        .response(json: #"{"records":[],"nextCursor":0}"#),
    ])
    let api = HTTPSyncAPI(server: try ServerOrigin(server.url), tokens: InMemorySecureStore(token: "dev-token"))

    let answer = try await api.push([Records.weight(72.3)], context: SyncContext())
    // What the first answer said of account and receipt goes along with the second request.
    let context = SyncContext(account: answer.account, receipt: answer.receipt)
    _ = try await api.pull(cursor: 0, limit: 500, context: context)

    for request in server.requests {
        print(request.method, request.target)
        for name in ["accept", "authorization", "content-type", "vitals-account", "vitals-receipt"] {
            print("   \(name): \(request.headers[name] ?? "-")")
        }
        print("   \(String(decoding: request.body, as: UTF8.self))")
    }
}

try await story()
