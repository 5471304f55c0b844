import HTTPTypes
package import Hummingbird
import NIOCore

/// The client didn't send its body in time. `ConnectionGuard` throws it into the body.
struct BodyTimeout: Error {}

extension Request {
    /// Reads the whole body.
    ///
    /// - Throws: 413 as soon as the body is known to be too large, 408 when it came too slowly, 400 when it was cut
    ///   short.
    package func collectBytes(limitBytes: Int) async throws(ServiceError) -> [UInt8] {
        if let announced = headers[.contentLength].flatMap({ Int($0) }), announced > limitBytes {
            throw .bodyTooLarge(limitBytes: limitBytes)
        }
        var bytes: [UInt8] = []
        do {
            for try await buffer in body {
                guard bytes.count + buffer.readableBytes <= limitBytes else {
                    throw ServiceError.bodyTooLarge(limitBytes: limitBytes)
                }
                bytes.append(contentsOf: buffer.readableBytesView)
            }
        } catch let error as ServiceError {
            throw error
        } catch is BodyTimeout {
            throw .bodyTimedOut
        } catch {
            throw .malformedHTTP
        }
        return bytes
    }
}

extension Request {
    /// Reads a whole number without a sign from the query; nil where it wasn't sent.
    ///
    /// - Throws: 400 for anything else, and for a name that occurs twice.
    package func wholeNumber(_ name: String) throws(ServiceError) -> Int64? {
        let values = uri.queryParameters[values: name[...]]
        guard let text = values.first else { return nil }
        guard values.count == 1 else { throw .badParameter(name, "Send it once.") }
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(text) else {
            throw .badParameter(name, "Expected a whole number, 0 or more, below 2^63.")
        }
        return number
    }
}
