package import HTTPTypes

extension HTTPField.Name {
    package static let vitalsAccount = HTTPField.Name("Vitals-Account")!
    package static let vitalsReceipt = HTTPField.Name("Vitals-Receipt")!
    static let vitalsFeatures = HTTPField.Name("Vitals-Features")!
    static let requestID = HTTPField.Name("X-Request-Id")!
}
