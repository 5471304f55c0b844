import Foundation
import Vitals
import VitalsEntities

extension Device {
    /// Makes an entity as a sync or an import would, with a name that a person may not type.
    @discardableResult
    func takeFromElsewhere(_ type: String, _ values: [String: JSONValue]) throws -> UUID {
        let id = UUID()
        guard let known = EntityTypes.builtIn[type] else {
            throw EntityInvalid("type", "This device doesn't know the type.")
        }
        try EntityAccess(store, types: .builtIn).write { try $0.create(known, id: id, values) }
        return id
    }
}
