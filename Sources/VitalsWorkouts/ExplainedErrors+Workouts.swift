package import Vitals

// The errors of samples, workouts and a coach's server, by what they're about.

extension SampleInvalid: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
    package var errorMessage: String { detail }
    package var errorDetail: String? { field }
}

extension WorkoutInvalid: ExplainedError {
    package var errorCategory: ErrorCategory { .validation }
    package var errorDetail: String? { field }
}

extension SourceAnchorLost: ExplainedError {
    package var errorCategory: ErrorCategory { .health }
    package var errorMessage: String {
        "Health doesn't know how far it was read, so it's read again from the beginning."
    }
}

extension FeedError: ExplainedError {
    package var errorCategory: ErrorCategory { .health }
}

extension UploadFailure: ExplainedError {
    package var errorCategory: ErrorCategory {
        if case .failed(let failure) = self { failure.errorCategory } else { .backend }
    }

    package var errorMessage: String {
        switch self {
        case .historyLost: SyncFailure.historyLost(account: nil).errorMessage
        case .absent: "This server keeps no samples. They're safe on this phone."
        case .tooLarge, .requestReused: "The server can't take these readings now. They're safe here; sync again later."
        case .failed(let failure): failure.errorMessage
        }
    }

    package var errorDetail: String? {
        switch self {
        case .historyLost: "history_lost"
        case .absent: "status 404"
        case .tooLarge: "status 413"
        case .requestReused: "request_reused"
        case .failed(let failure): failure.errorDetail
        }
    }

    package func mayComeFromExchange(status: Int?) -> Bool {
        switch self {
        case .historyLost: status == 409
        case .absent: status == 404
        case .tooLarge: status == 413
        case .requestReused: status == 422
        case .failed(let failure): failure.mayComeFromExchange(status: status)
        }
    }
}

extension CompanionError: ExplainedError {
    package var errorCategory: ErrorCategory {
        switch code {
        case .offline, .timedOut: .network
        case .wrongCode, .noToken, .tooManyAttempts, .notACompanion: .pairing
        case .unavailable: .backend
        case .refused, .tooLarge: .validation
        }
    }

    package var errorDetail: String? { code.rawValue + (status.map { ", status \($0)" } ?? "") }

    package func mayComeFromExchange(status other: Int?) -> Bool { other == status }
}
