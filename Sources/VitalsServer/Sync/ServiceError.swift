/// The error response to a request; RFC 9457 calls it a problem.
///
/// Only errors of this type reach a client, so none may hold a token, a health value or SQL.
package struct ServiceError: Error, Hashable, Sendable {
    package let status: Int
    /// A stable name for programs, such as `history_lost`.
    package let code: String
    /// A short description, the same for every occurrence.
    package let title: String
    /// The reason for this request, and what to do about it.
    package let detail: String
    /// The place in the body, such as `records[3].updatedAt`, or the name of the parameter.
    package let path: String?
    /// For 503: the seconds after which to try again.
    package let retryAfterSeconds: Int?
    /// For 405: the value of `Allow`.
    package let allowedMethods: String?
    /// The cause, for the log only.
    package let cause: String?

    package init(
        _ status: Int, _ code: String, _ title: String, _ detail: String, path: String? = nil,
        retryAfterSeconds: Int? = nil, allowedMethods: String? = nil, cause: String? = nil
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.path = path.flatMap { $0.isEmpty ? nil : $0 }
        self.retryAfterSeconds = retryAfterSeconds
        self.allowedMethods = allowedMethods
        self.cause = cause
    }

    package static func malformedJSON(_ detail: String, path: String = "") -> ServiceError {
        ServiceError(400, "malformed_json", "The body isn't JSON", detail, path: path)
    }

    package static func badShape(_ detail: String, path: String) -> ServiceError {
        ServiceError(400, "bad_shape", "The body has the wrong shape", detail, path: path)
    }

    package static func badParameter(_ name: String, _ detail: String) -> ServiceError {
        ServiceError(400, "bad_parameter", "A parameter isn't valid", detail, path: name)
    }

    package static func badHeader(_ name: String, _ detail: String) -> ServiceError {
        ServiceError(400, "bad_header", "A header isn't valid", detail, path: name)
    }

    package static let malformedHTTP = ServiceError(
        400, "malformed_http", "The request isn't HTTP", "The request was cut off or isn't valid HTTP/1.1.")

    package static let unauthorized = ServiceError(
        401, "unauthorized", "A valid token is needed", "Send `Authorization: Bearer` with a token of this server.")

    package static let notFound = ServiceError(404, "not_found", "Not found", "There is no such route.")

    package static func methodNotAllowed(_ allowed: String) -> ServiceError {
        ServiceError(
            405, "method_not_allowed", "Method not allowed", "This route only accepts \(allowed).",
            allowedMethods: allowed)
    }

    /// 421 of RFC 9110: the request is addressed to another server.
    static let misdirected = ServiceError(
        421, "misdirected", "This server only answers its own machine",
        "The public token `\(DevelopmentUser.token)` works here, so requests by another name than localhost, from another "
            + "machine or through a proxy are refused. To serve others, run `vitals-server user delete \(DevelopmentUser.idText)`."
    )

    package static let bodyTimedOut = ServiceError(
        408, "body_timed_out", "The body arrived too slowly", "Send the request again, in smaller batches.")

    package static let wrongAccount = ServiceError(
        409, "wrong_account", "The store belongs to another account",
        "The token belongs to another account than `Vitals-Account` names; nothing was read or written.")

    package static let historyLost = ServiceError(
        409, "history_lost", "The server doesn't know this receipt",
        "The server was wiped or restored since; start again at cursor 0 and push everything.")

    package static func bodyTooLarge(limitBytes: Int) -> ServiceError {
        ServiceError(
            413, "body_too_large", "The body is too large",
            limitBytes == 0
                ? "Send this request without a body."
                : "A body can have at most \(limitBytes) bytes; send fewer records.")
    }

    package static func batchTooLarge(limit: Int) -> ServiceError {
        ServiceError(
            413, "batch_too_large", "Too many records", "A push can have at most \(limit) records; send fewer.")
    }

    package static func tooManyValues(limit: Int) -> ServiceError {
        ServiceError(
            413, "batch_too_large", "Too much in one push",
            "A push can have at most \(limit) JSON values, nested ones included; send fewer records.")
    }

    package static let answerTooLarge = ServiceError(
        413, "batch_too_large", "The response would be too large",
        "The server has too many newer versions of these records; send fewer at a time.")

    package static func `internal`(cause: String) -> ServiceError {
        ServiceError(
            500, "internal", "Something went wrong", "The server failed; its log says more under the request id.",
            cause: cause)
    }

    package static func busy(cause: String) -> ServiceError {
        ServiceError(
            503, "busy", "The server is busy", "The database didn't respond in time; try again.",
            retryAfterSeconds: 1, cause: cause)
    }

    package static let timedOut = ServiceError(
        503, "timed_out", "The request took too long", "The server gave up on it; try again.", retryAfterSeconds: 1)

    package static func notReady(cause: String) -> ServiceError {
        ServiceError(
            503, "not_ready", "The server is not ready", "The database can't be used; the server's log says why.",
            retryAfterSeconds: 5, cause: cause)
    }

    /// Converts an error of the store into one that a client may see.
    package static func from(_ error: any Error) -> ServiceError {
        switch error {
        case let error as ServiceError: error
        case let error as any ServiceErrorConvertible: error.serviceError
        case is CancellationError: .timedOut
        default: .internal(cause: String(reflecting: error))
        }
    }
}

/// An error from a lower layer that can be converted into a response.
protocol ServiceErrorConvertible: Error {
    var serviceError: ServiceError { get }
}

extension SyncStoreError: ServiceErrorConvertible {
    var serviceError: ServiceError {
        switch self {
        case .historyLost: .historyLost
        case .answerTooLarge: .answerTooLarge
        case .unknownUser: .unauthorized
        case .busy(let cause): .busy(cause: cause)
        case .unusable(let cause): .notReady(cause: cause)
        case .tokenTaken: .internal(cause: "a request made a user")
        case .hasRecords: .internal(cause: "a request deleted a user")
        }
    }
}
