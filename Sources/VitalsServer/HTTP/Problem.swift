import HTTPTypes
import Hummingbird
import NIOCore

/// An error in the JSON format of RFC 9457.
struct Problem {
    let error: ServiceError
    let requestID: String

    static let mediaType = "application/problem+json"

    var body: [UInt8] {
        var writer = JSONBytes()
        writer.raw(#"{"type":"#)
        writer.text("urn:vitals:problem:\(error.code)")
        writer.raw(#","title":"#)
        writer.text(error.title)
        writer.raw(#","status":"# + String(error.status) + #","detail":"#)
        writer.text(error.detail)
        writer.raw(#","code":"#)
        writer.text(error.code)
        if let path = error.path {
            writer.raw(#","path":"#)
            writer.text(path)
        }
        writer.raw(#","requestId":"#)
        writer.text(requestID)
        writer.raw("}")
        return writer.bytes
    }

    var headers: HTTPFields {
        var headers: HTTPFields = [.contentType: Self.mediaType]
        if let seconds = error.retryAfterSeconds { headers[.retryAfter] = String(seconds) }
        if error.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        if let allowed = error.allowedMethods { headers[.allow] = allowed }
        return headers
    }

    var response: Response {
        Response(
            status: .init(code: error.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
