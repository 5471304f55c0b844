package import Foundation
package import Vitals

/// A request of the entities' protocol.
package enum EntityRequest: Sendable {
    case push([EntityCommand])
    /// - Parameter isKnown: true where the phone has read everything up to its receipt, so that the server may answer
    ///   "nothing new" (304).
    case changes([String: Int64], limit: Int, isKnown: Bool)
    case restate([EntityRow], aliases: [UUID: UUID])
}

/// The body of a 200, read.
package enum EntityResponseBody: Sendable {
    case pushed([EntityResult])
    case page(EntityChangesPage)
    case restated(EntityRestated)
}

/// A response with the values of its headers.
package struct EntityResponse: Sendable {
    package var body: EntityResponseBody
    package var account: String?
    package var receipt: Receipt?
    /// The types that the server knows, from `Vitals-Entity-Types`.
    package var serverTypes: [String]?

    package init(
        _ body: EntityResponseBody, account: String? = nil, receipt: Receipt? = nil, serverTypes: [String]? = nil
    ) {
        self.body = body
        self.account = account
        self.receipt = receipt
        self.serverTypes = serverTypes
    }
}

/// The reason why a request got no 200.
package enum EntityFailure: Error, Hashable, Sendable {
    /// 409 `history_lost`.
    case historyLost
    /// A bare 500 to a push.
    case serverError
    /// A 400 or 422 that names one command of a batch.
    case refused(index: Int, code: String, detail: String)
    /// A 413: the batch is too large.
    case tooLarge
    /// 400 `unknown_type`, with the types that the server knows.
    case unknownType([String])
    /// 404: the server has no entities.
    case absent
    /// Anything else.
    case failed(SyncFailure)
}

/// The client of a server's entities.
package protocol EntityAPI: Sendable {
    func send(_ request: EntityRequest, context: SyncContext) async throws(EntityFailure) -> EntityResponse
}

extension EntityFailure: ExplainedError {
    package var errorCategory: ErrorCategory {
        switch self {
        case .refused: .validation
        case .failed(let failure): failure.errorCategory
        case .historyLost, .serverError, .tooLarge, .unknownType, .absent: .backend
        }
    }

    package var errorMessage: String {
        switch self {
        case .refused(_, _, let detail): SyncFailure.unexpected(status: 400, detail: detail).errorMessage
        case .failed(let failure): failure.errorMessage
        case .historyLost: SyncFailure.historyLost(account: nil).errorMessage
        case .absent: "This server keeps no notes, groups or tags."
        case .serverError, .tooLarge, .unknownType:
            "The server can't take these changes now. They're safe here; sync again later."
        }
    }

    package var errorDetail: String? {
        switch self {
        case .refused(let index, let code, _): "\(code), command \(index)"
        case .failed(let failure): failure.errorDetail
        case .historyLost: "history_lost"
        case .serverError: "status 500"
        case .tooLarge: "status 413"
        case .unknownType: "unknown_type"
        case .absent: "status 404"
        }
    }

    package func mayComeFromExchange(status: Int?) -> Bool {
        switch self {
        case .refused: status == 400 || status == 422
        case .failed(let failure): failure.mayComeFromExchange(status: status)
        case .historyLost: status == 409
        case .serverError: status == 500
        case .tooLarge: status == 413
        case .unknownType: status == 400
        case .absent: status == 404
        }
    }
}
