import Vitals

/// The body of a request about a subscription, `{"endpoint":"https://…","keys":{"p256dh":"…","auth":"…"}}`: what a
/// browser's `PushSubscription.toJSON()` gives; other members are ignored.
enum WebPushSubscriptionRequest {
    /// Far more than the longest endpoint and two keys need.
    static let limitBytes = 8192

    /// - Throws: 400 where the body isn't JSON, a member has the wrong shape, or the server wouldn't send there.
    static func subscription(_ body: [UInt8], policy: EndpointPolicy) throws(ServiceError) -> NewWebPushSubscription {
        let root = try root(of: body)
        let endpoint = try text(root["endpoint"], "endpoint")
        do {
            _ = try policy.endpoint(endpoint)
        } catch {
            throw .badShape(error.detail, path: "endpoint")
        }
        guard let keys = root["keys"] else { throw .badShape("The member is missing.", path: "keys") }
        let p256dh = try text(keys["p256dh"], "keys.p256dh")
        let auth = try text(keys["auth"], "keys.auth")
        do {
            return NewWebPushSubscription(endpoint: endpoint, keys: try WebPushKeys(p256dh: p256dh, auth: auth))
        } catch .publicKey {
            throw .badShape("Expected a point of P-256, uncompressed: 65 bytes in base64url.", path: "keys.p256dh")
        } catch {
            throw .badShape("Expected 16 bytes in base64url.", path: "keys.auth")
        }
    }

    /// The endpoint alone; nil for a text that no subscription can have.
    static func endpoint(_ body: [UInt8]) throws(ServiceError) -> String? {
        let endpoint = try text(try root(of: body)["endpoint"], "endpoint")
        return (try? WebPushEndpoint(endpoint)) == nil ? nil : endpoint
    }

    private static func root(of body: [UInt8]) throws(ServiceError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw .malformedJSON(error.detail, path: error.path)
        }
    }

    private static func text(_ value: JSONValue?, _ path: String) throws(ServiceError) -> String {
        guard let value else { throw .badShape("The member is missing.", path: path) }
        guard let text = value.string else { throw .badShape("Expected a string.", path: path) }
        return text
    }
}
