import VitalsServer

extension ServiceError {
    static func tooManySamples(_ detail: String) -> ServiceError {
        ServiceError(413, "too_large", "The request is too large", detail)
    }

    /// An upload that was sent before, with another content.
    static let uploadReused = ServiceError(
        422, "request_reused", "An upload's id came with other content",
        "A batch never changes once it was sent: make a new one, with an id of its own. Nothing was stored.",
        path: "uploadRequestId")

    static let samplesLost = ServiceError(
        409, "history_lost", "The server doesn't know this receipt of samples",
        "The server was wiped or restored since; upload again what you have, without a receipt.")
}
