import HTTPTypes

extension HTTPField.Name {
    static let vitalsAccount = HTTPField.Name("Vitals-Account")!
    static let vitalsReceipt = HTTPField.Name("Vitals-Receipt")!
    static let vitalsFeatures = HTTPField.Name("Vitals-Features")!
    static let requestID = HTTPField.Name("X-Request-Id")!
}
