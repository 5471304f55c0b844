import Foundation
import StepSupport
import Vitals
import Yams

/// A validator of responses against `openapi.yaml`: status, content type, headers and body.
struct OpenAPIValidator {
    let document: JSONValue

    static let shared: OpenAPIValidator = {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("openapi.yaml")
        return try! OpenAPIValidator(yaml: String(contentsOf: url, encoding: .utf8))  // no document, no test
    }()

    init(yaml: String) throws {
        document = Self.value(try Yams.load(yaml: yaml))
    }

    /// Headers that HTTP itself adds.
    private static let transport: Set<String> = [
        "content-type", "content-length", "transfer-encoding", "connection", "date",
    ]

    /// Returns what the document doesn't allow; empty if the response is as documented.
    ///
    /// - Parameter lacksAccountSupport: true for a server that sends no `Vitals-` headers, so that they aren't
    ///   required.
    func problems(
        of response: RawResponse, method: String, path: String, lacksAccountSupport: Bool = false
    ) -> [String] {
        guard let documented = documentedResponse(method: method, path: path, status: response.status) else {
            return ["the status \(response.status) is not documented"]
        }
        return problems(of: response, documented, hasBody: method != "HEAD", lacksAccountSupport: lacksAccountSupport)
    }

    /// Returns the same for a response that belongs to no route.
    func problems(of response: RawResponse, component: String, hasBody: Bool = true) -> [String] {
        guard let documented = document["components"]?["responses"]?[component] else { return ["no such component"] }
        return problems(of: response, documented, hasBody: hasBody, lacksAccountSupport: false)
    }

    private func problems(
        of response: RawResponse, _ documented: JSONValue, hasBody: Bool, lacksAccountSupport: Bool
    ) -> [String] {
        let schema = JSONSchema(document: document)
        return headerProblems(of: response, documented, schema, lacksAccountSupport: lacksAccountSupport)
            + bodyProblems(of: response, documented, schema, hasBody: hasBody)
    }

    private func documentedResponse(method: String, path: String, status: Int) -> JSONValue? {
        let route = String(path.prefix { $0 != "?" })
        let named: String
        switch item(of: route) {
        case nil where status == 421: named = "Misdirected"
        case nil: named = "NotFound"
        case let item? where item[method.lowercased()] == nil: named = "MethodNotAllowed"
        case let item?:
            guard let response = item[method.lowercased()]?["responses"]?[String(status)] else { return nil }
            return deref(response)
        }
        let expected = ["NotFound": 404, "MethodNotAllowed": 405, "Misdirected": 421][named]
        return status == expected ? document["components"]?["responses"]?[named] : nil
    }

    /// The path as it is, or else the first with parameters that fits.
    private func item(of route: String) -> JSONValue? {
        guard case .object(let paths)? = document["paths"] else { return nil }
        if let exact = paths.first(where: { $0.name == route }) { return exact.value }
        let parts = route.split(separator: "/", omittingEmptySubsequences: false)
        return paths.first { path in
            let pattern = path.name.split(separator: "/", omittingEmptySubsequences: false)
            return path.name.contains("{") && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
        }?.value
    }

    private func headerProblems(
        of response: RawResponse, _ documented: JSONValue, _ schema: JSONSchema, lacksAccountSupport: Bool
    ) -> [String] {
        guard case .object(let headers)? = documented["headers"] else { return ["no headers are documented"] }
        var problems: [String] = []
        for header in headers {
            let rule = deref(header.value)
            guard let text = response[header.name] else {
                let isMissed =
                    rule["required"] == .bool(true) && !(lacksAccountSupport && header.name.hasPrefix("Vitals-"))
                if isMissed { problems.append("the header \(header.name) is missing") }
                continue
            }
            let isNumber = rule["schema"]?["type"]?.string == "integer"
            let value = isNumber ? Double(text).map(JSONValue.number) ?? .string(text) : .string(text)
            problems += schema.problems(of: value, schema: rule["schema"] ?? .null, at: header.name)
        }
        let known = Set(headers.map { $0.name.lowercased() }).union(Self.transport)
        problems += response.headers.map(\.name).filter { !known.contains($0) }
            .map { "the header \($0) is not documented" }
        return problems
    }

    private func bodyProblems(
        of response: RawResponse, _ documented: JSONValue, _ schema: JSONSchema, hasBody: Bool
    ) -> [String] {
        guard documented["content"] != nil else { return response.body.isEmpty ? [] : ["no body is documented"] }
        guard let type = response["content-type"], let content = documented["content"]?[type] else {
            return ["the content type \(response["content-type"] ?? "(none)") is not documented"]
        }
        guard hasBody else { return response.body.isEmpty ? [] : ["an answer to HEAD has a body"] }
        guard type.contains("json"), response["content-encoding"] == nil else { return [] }
        guard let json = response.json else { return ["the body is no JSON"] }
        return schema.problems(of: json, schema: content["schema"] ?? .null)
    }

    private func deref(_ value: JSONValue) -> JSONValue {
        value["$ref"].map { JSONSchema(document: document).resolve($0) } ?? value
    }

    private static func value(_ any: Any?) -> JSONValue {
        switch any {
        case let text as String: .string(text)
        case let flag as Bool: .bool(flag)
        case let number as Int: .number(Double(number))
        case let number as Double: .number(number)
        case let elements as [Any]: .array(elements.map(value))
        case let members as [AnyHashable: Any]:
            .object(members.map { JSONValue.Member(String(describing: $0.key), value($0.value)) })
        default: .null
        }
    }
}
