import Foundation
import HTTPTypes
import Hummingbird
import Vitals

/// `GET /account/devices` lists the devices of an account, and `DELETE /account/devices/{id}` ends one.
struct DeviceRoutes: Sendable {
    let sync: SyncService
    let pairing: any PairingStore
    let tokens: any ReadOnlyTokenStore
    let timeoutSeconds: Double
    let now: @Sendable () -> Timestamp

    /// - Parameter group: authenticates each request.
    func add(to group: RouterGroup<ServerRequestContext>) {
        group.get { request, context in try await list(request, context) }
        group.delete(":id") { request, context in try await remove(request, context) }
    }

    private func list(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let user = try caller(of: request, context)
        let token = BearerToken.read(request.headers[.authorization])
        let (devices, own) = try await withTimeout(seconds: timeoutSeconds) { [self] in
            (try await pairing.deviceTokens(user: user), try await device(of: token))
        }
        let body = JSONValue.object([.init("devices", .array(devices.map { Self.json($0, isThis: $0.id == own) }))])
        var response = Response.json(Array(CanonicalJSON.text(body).utf8))
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func remove(_ request: Request, _ context: ServerRequestContext) async throws -> Response {
        let user = try caller(of: request, context)
        let token = BearerToken.read(request.headers[.authorization])
        guard let id = context.parameters.get("id").flatMap({ UUID(text: $0) }) else { throw ServiceError.noSuchDevice }
        let isRemoved = try await withTimeout(seconds: timeoutSeconds) { [self] in
            guard try await device(of: token) != id else { throw ServiceError.thisDevice }
            return try await tokens.removeDevice(id, of: user)
        }
        guard isRemoved else { throw ServiceError.noSuchDevice }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    private func caller(of request: Request, _ context: ServerRequestContext) throws -> UUID {
        guard let user = context.user else { throw ServiceError.unauthorized }
        // A phone that was moved to another account must not take this answer for that one's.
        _ = try sync.checkedCaller(
            RequestIdentity(user: user, account: request.headers[.vitalsAccount], receipt: nil))
        return user
    }

    /// The id of the device that sends a token, its own or an access token; nil for a user's token.
    private func device(of token: String?) async throws -> UUID? {
        guard let token else { return nil }
        let hash = SecretHash(token)
        let own = try await sync.store.ability((any AccessTokenStore).self)?.device(of: hash, now: now())
        return try await tokens.deviceID(of: own ?? hash)
    }

    private static func json(_ device: DeviceToken, isThis: Bool) -> JSONValue {
        .object([
            .init("id", .string(device.id.lowercased)), .init("name", .string(device.name)),
            .init("createdOn", .string(device.createdOn)),
            .init("lastUsedOn", device.lastUsedOn.map { .string($0) } ?? .null),
            .init("isThisDevice", .bool(isThis)), .init("readOnly", .bool(device.limits != nil)),
            .init("expiresAt", device.limits?.expiresAt.map { .string($0.rfc3339) } ?? .null),
            .init("kinds", device.limits?.kinds.map { .array($0.map { .string($0) }) } ?? .null),
        ])
    }
}

extension ServiceError {
    static let noSuchDevice = ServiceError(
        404, "no_such_device", "No such device", "The account has no device with this id; it may have been removed.")

    static let thisDevice = ServiceError(
        409, "this_device", "This is the device itself",
        "A device isn't removed by itself. To end it, erase it: that ends its token too.")
}
