// The errors of this library, by what they're about. A feature explains its own errors in its folder.

extension SyncError: ExplainedError {
    package var errorCategory: ErrorCategory {
        switch code {
        case .offline, .timedOut: .network
        case .unauthorized, .wrongAccount, .noServer, .wrongServer: .pairing
        case .unavailable, .unidentifiedServer, .historyLost, .unexpected: .backend
        case .busy, .store: .unknown
        }
    }

    package var errorDetail: String? {
        name + (retryAfterSeconds.map { ", again after \(Int(min($0, 31_536_000).rounded(.up))) s" } ?? "")
    }

    package func mayComeFromExchange(status: Int?) -> Bool {
        switch code {
        case .offline: status == nil
        case .timedOut: status == nil || status == 408
        case .unauthorized: status == 401
        case .unavailable: status.map { $0 >= 413 } ?? false
        case .wrongAccount, .unidentifiedServer, .historyLost, .unexpected: status != nil
        case .noServer, .wrongServer, .busy, .store: false
        }
    }
}

extension SyncFailure: ExplainedError {
    package var errorCategory: ErrorCategory {
        switch self {
        case .badRecord, .refused: .validation
        default: asSyncError.errorCategory
        }
    }

    package var errorMessage: String { asSyncError.detail }

    package var errorDetail: String? {
        switch self {
        case .badRecord(let index, let code, _, _): "\(code), record \(index)"
        case .refused(let status, _, _), .unexpected(let status, _): "status \(status)"
        default: asSyncError.errorDetail
        }
    }

    package func mayComeFromExchange(status: Int?) -> Bool {
        switch self {
        case .badRecord: status == 400
        case .refused(let refused, _, _): status == refused
        case .unexpected(let unexpected, _): status == unexpected
        default: asSyncError.mayComeFromExchange(status: status)
        }
    }

    private var asSyncError: SyncError { SyncError(self) }
}

extension LoginError: ExplainedError {
    package var errorCategory: ErrorCategory { code == .offline ? .network : .pairing }
    package var errorDetail: String? { code.rawValue }

    package func mayComeFromExchange(status: Int?) -> Bool {
        switch code {
        case .badToken, .badLink, .noCode: false
        case .offline: status.map { $0 >= 500 } ?? true
        case .wrongCode, .pairingNotSupported, .tooManyAttempts, .unexpected: status != nil
        }
    }
}

extension ServerOriginError: ExplainedError {
    package var errorCategory: ErrorCategory { .pairing }
    /// Without the text: it's what was typed, and may be a token in the wrong field.
    package var errorMessage: String {
        code == .notAnAddress ? "This isn't a server address; one looks like https://example.com" : description
    }
    package var shownMessage: String { description }
    package var errorDetail: String? { code.rawValue }
}

extension SecureStoreError: ExplainedError {
    package var errorCategory: ErrorCategory { .pairing }
    package var errorDetail: String? { code.rawValue }
}

extension HTTPTransportError: ExplainedError {
    package var errorCategory: ErrorCategory { if case .responseTooLarge = self { .backend } else { .network } }

    package var errorMessage: String {
        switch self {
        case .unreachable(let reason): SyncError.offline(reason).detail
        case .timedOut: SyncError.timedOut.detail
        case .responseTooLarge: "The server's response is larger than this device takes."
        case .badURL: "The server's address can't be requested."
        }
    }

    package func mayComeFromExchange(status: Int?) -> Bool { status == nil }
}

extension StoreError: ExplainedError {
    package var errorCategory: ErrorCategory { code == .notFound ? .validation : .unknown }
    package var errorDetail: String? { cause.isEmpty ? code.rawValue : "\(code.rawValue), \(cause)" }
}

extension MeasurementError: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
    package var errorDetail: String? { code.rawValue }
}

extension HealthImportError: ExplainedError {
    package var errorCategory: ErrorCategory { .health }
    package var errorDetail: String? { code.rawValue }
}

extension JSONError: ExplainedError {
    package var errorCategory: ErrorCategory { .backend }
    package var errorMessage: String { "The server's response can't be read. Is this the address of a Vitals server?" }
    package var errorDetail: String? { description }
}
