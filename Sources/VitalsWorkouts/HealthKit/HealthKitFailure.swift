#if canImport(HealthKit)
import HealthKit
package import Vitals

/// An error of HealthKit's, with a sentence for a person.
package struct HealthKitFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The name and the number of HealthKit's error.
    package let errorDetail: String?

    static let unknownType = HealthKitFailure(
        description: "This type of data isn't read from Health.", errorDetail: nil)

    private init(description: String, errorDetail: String?) {
        self.description = description
        self.errorDetail = errorDetail
    }

    private init(_ error: HKError) {
        let sentence =
            switch error.code {
            case .errorDatabaseInaccessible:
                "Health can't be read while the phone is locked. Vitals reads it when the phone is unlocked."
            case .errorAuthorizationNotDetermined, .errorRequiredAuthorizationDenied, .errorAuthorizationDenied:
                "Vitals may not read this from Health. To change it: Settings, Apps, Health, Data Access & Devices, Vitals."
            case .errorHealthDataUnavailable, .errorHealthDataRestricted:
                "This device has no Health, or a profile on it keeps apps from reading it."
            case .errorUserCanceled: "The question of Health was closed without an answer. Ask again when you like."
            default: "Health couldn't be read. Try again."
            }
        self.init(description: sentence, errorDetail: "HealthKit \(error.errorCode)")
    }

    /// Runs a query, and gives an error of HealthKit's a sentence.
    static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as HKError {
            throw HealthKitFailure(error)
        }
    }
}

extension HealthKitFailure: ExplainedError {
    package var errorCategory: ErrorCategory { .health }
}
#endif
