import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsEntities

@Suite("Names that a person types have something to see, and those from elsewhere stay")
struct TypedNameTests {
    private static let hidden: JSONValue = .string("\u{200B}")

    @Test("in the browser's sentences, and at the browser's fields")
    func vectors() throws {
        let json = try JSONValue(parsing: Data(contentsOf: PackageFiles.url("Tests/Vectors/names.json")))
        let names = try #require(json["names"]?.array)
        #expect(names.count >= 100)
        for vector in names {
            let type = try #require(EntityTypes.builtIn[vector["type"]?.string ?? ""])
            let (field, text) = (vector["field"]?.string ?? "", vector["text"]?.string ?? "")
            var found: EntityInvalid?
            do throws(EntityInvalid) {
                try type.validateTyped([
                    field: .string(text), "colour": Self.hidden, "body": .string("\u{7}"),
                ])
            } catch {
                found = error
            }
            let expected = vector["detail"]?.string.map { EntityInvalid("fields.\(field)", $0) }
            expect(found == expected, "\(type.name) \(text.debugDescription): \(String(describing: found))")
        }
    }

    @Test("A hidden name is refused when it's typed, in a new entity and in a changed one")
    func refused() throws {
        let entities = try DeviceEntities(EntityPhone().access)
        #expect(throws: EntityInvalid("fields.name", "A tag needs a name.")) {
            try entities.create("tag", ["name": Self.hidden])
        }
        let id = try entities.create("tag", ["name": .string("Morning")])
        #expect(throws: EntityInvalid("fields.name", "A tag needs a name.")) {
            try entities.update(id, ["name": Self.hidden])
        }
        try expect(entities.entity(id)?.text("name"), equals: "Morning")
    }

    @Test("A hidden name that came by a sync or from a file is shown and kept while something else is edited")
    func kept() throws {
        let phone = try EntityPhone()
        let id = try phone.create("tag", ["name": Self.hidden])
        let entities = DeviceEntities(phone.access)
        try expect(entities.list("tag").map(\.id), equals: [id])
        try entities.update(id, ["colour": .string("green")])
        // A form that was opened with the name sends it back as it was.
        try entities.update(id, ["name": Self.hidden, "colour": .string("red")])
        let shown = try #require(try entities.entity(id))
        expect(shown.fields["name"] == Self.hidden && shown.text("colour") == "red")
    }
}
