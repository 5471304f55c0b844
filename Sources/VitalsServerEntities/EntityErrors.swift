import Vitals
import VitalsServer

extension ServiceError {
    static func malformed(_ detail: String, path: String) -> ServiceError {
        ServiceError(400, "malformed", "The request is malformed", detail, path: path)
    }

    static func malformed(_ error: JSONError) -> ServiceError { .malformed(error.detail, path: error.path) }

    static func badHash(path: String) -> ServiceError {
        ServiceError(
            400, "bad_hash", "A command isn't what its hash says",
            "The hash is of the canonical text of op, type, id and fields; nothing was performed.", path: path)
    }

    static func unknownType(path: String) -> ServiceError {
        ServiceError(
            400, "unknown_type", "The server doesn't know this type",
            "`Vitals-Entity-Types` names the types that it knows.", path: path)
    }

    static func tooLarge(_ detail: String) -> ServiceError {
        ServiceError(413, "too_large", "The request is too large", detail)
    }

    /// The commands are few and small, but what they change isn't.
    static let touchesTooMuch = ServiceError.tooLarge(
        "It touches more entities than the server reads at once; send fewer at a time. Nothing was performed.")

    static func requestReused(path: String) -> ServiceError {
        ServiceError(
            422, "request_reused", "A request id came with other content",
            "A command never changes once it was sent: make a new one, with an id of its own. Nothing was performed.",
            path: path)
    }

    static let entitiesLost = ServiceError(
        409, "history_lost", "The server doesn't know this receipt of entities",
        "The server was wiped or restored since; restate what you know, and read from the beginning.")

    static let noSuchEntity = ServiceError(404, "not_found", "Not found", "There is no such entity.")
}
