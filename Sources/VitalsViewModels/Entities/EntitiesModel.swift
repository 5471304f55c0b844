public import Foundation
public import Observation
public import Vitals
import VitalsEntities

/// The model of the lists of notes, groups and tags.
@MainActor
@Observable
public final class EntitiesModel {
    /// The items of each list, sorted by name.
    public private(set) var items: [EntityList: [EntityItem]] = [:]
    /// The number of changes that wait for the server.
    public private(set) var waitingCount = 0
    /// The reason why the last action failed.
    public private(set) var problem: String?
    /// What needs a decision.
    public let review: EntityReviewModel

    private let device: Device
    private let diagnostics: DiagnosticsLog
    private let onEdit: @MainActor () -> Void

    /// - Parameter onEdit: called after a change, for an automatic sync.
    public init(
        device: Device, diagnostics: DiagnosticsLog = DiagnosticsLog(),
        formatter: @escaping @MainActor () -> DisplayFormatter,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.systemClock,
        onEdit: @escaping @MainActor () -> Void = {}
    ) {
        self.device = device
        self.diagnostics = diagnostics
        self.onEdit = onEdit
        review = EntityReviewModel(
            device: device, diagnostics: diagnostics, formatter: formatter, clock: clock, onEdit: onEdit)
    }

    /// A line about what waits; nil when nothing does.
    public var waitingText: String? {
        switch waitingCount {
        case 0: nil
        case 1: "1 change waits for the server."
        default: "\(waitingCount) changes wait for the server."
        }
    }

    /// Reads the store again.
    public func refresh() {
        do {
            let tags = try device.entities.all(EntityList.tags)
            let names = Dictionary(tags.map { ($0.id.lowercased, EntityItem.name($0.fields, $0.type)) }) { one, _ in one
            }
            items = [
                .notes: try device.entities.all(EntityList.notes).map { EntityItem($0, tagNames: names) },
                .groups: try device.entities.all(EntityList.groups).map { EntityItem($0) },
                .tags: tags.map { EntityItem($0) },
            ]
            waitingCount = try device.entities.waitingCount()
        } catch {
            problem = diagnostics.message(of: error)
        }
        review.refresh()
    }

    /// The number of changes that wait for the server now.
    func countWaiting() -> Int { (try? device.entities.waitingCount()) ?? 0 }

    /// The form of a new item.
    public func adding(to list: EntityList) -> EntityEditorModel {
        EntityEditorModel(adding: list, device: device, diagnostics: diagnostics, onEdit: onEdit)
    }

    /// The form of an item; nil if it's gone.
    public func editing(_ id: UUID) -> EntityEditorModel? {
        guard let entity = try? device.entities.entity(id), let list = EntityList(type: entity.type) else { return nil }
        return EntityEditorModel(editing: entity, in: list, device: device, diagnostics: diagnostics, onEdit: onEdit)
    }

    /// The form that mends a refused change; nil if it's gone, or can't be mended by one.
    ///
    /// - Parameter id: as in `EntityReviewModel.Item`.
    public func fixing(_ id: String) -> EntityEditorModel? {
        guard let letter = review.letter(id), let list = EntityList(type: letter.command.type) else { return nil }
        return EntityEditorModel(fixing: letter, in: list, device: device, diagnostics: diagnostics, onEdit: onEdit)
    }

    /// Deletes an item, here and with the next sync everywhere. One that is gone already isn't an error.
    public func delete(_ id: UUID) {
        problem = nil
        do {
            try device.entities.delete(id)
            onEdit()
        } catch let error as StoreError where error.isNotFound {
            // Deleted by a sync meanwhile; the list shows it.
        } catch {
            problem = diagnostics.message(of: error)
        }
        refresh()
    }
}

extension DeviceEntities {
    /// All entities of a list, sorted by name.
    func all(_ list: EntityList) throws -> [Entity] {
        let pageSize = 500
        var found: [Entity] = []
        while true {
            let page = try self.list(list.type, after: found.last, limit: pageSize)
            found += page
            if page.count < pageSize { return found }
        }
    }
}
