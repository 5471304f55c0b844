import Foundation
import Vitals

// The place where chapters of part two add models to a phone. In part one it's here and does nothing, so that no file of
// a learner has to change when a chapter comes.

/// The models that chapters add to a phone.
@MainActor
struct ChapterModels {
    // @from 17
    let deleted: DeletedModel
    // @end
    // @from 18
    let phrases: PhraseModel
    // @end
    // @from 19
    let insight: InsightModel
    // @end
    // @from 20
    let erasing: EraseModel
    let live: LiveModel
    // @end

    /// - Parameter onEdit: called after an edit, for an automatic sync.
    init(
        _ dependencies: Dependencies, formatter: @escaping @MainActor () -> DisplayFormatter,
        onEdit: @escaping @MainActor () -> Void
    ) {
        // @from 17
        deleted = DeletedModel(
            device: dependencies.device, settings: dependencies.settings, formatter: formatter,
            clock: dependencies.clock, onEdit: onEdit)
        // @end
        // @from 18
        phrases = PhraseModel(
            device: dependencies.device, formatter: formatter, timeZone: dependencies.calendar.timeZone,
            clock: dependencies.clock, onEdit: onEdit)
        // @end
        // @from 19
        insight = InsightModel(
            device: dependencies.device, settings: dependencies.settings, timeZone: dependencies.calendar.timeZone,
            clock: dependencies.clock)
        // @end
        // @from 20
        erasing = EraseModel(device: dependencies.device, settings: dependencies.settings)
        live = LiveModel(device: dependencies.device)
        // @end
    }

    /// Reads everything again that a screen of a chapter may show.
    func refresh() {
        // @from 17
        deleted.refresh()
        // @end
    }
}
// @from 17

extension PhoneModel {
    /// Deletes with undo, and the deleted records that can still be brought back.
    public var deleted: DeletedModel { chapters.deleted }
}
// @end

// @from 18

extension PhoneModel {
    /// Measurements said in a sentence, and confirmed before they are stored.
    public var phrases: PhraseModel { chapters.phrases }
}
// @end

// @from 19

extension PhoneModel {
    /// The card about the person's week.
    public var insight: InsightModel { chapters.insight }
}
// @end

// @from 20

extension PhoneModel {
    /// "Erase this phone".
    public var erasing: EraseModel { chapters.erasing }

    /// Erases this phone: stops the sync, has the server end the token, and removes everything.
    public func erase() async {
        sync.noteLogout()
        await sync.waitUntilIdle()
        await erasing.erase(asksServer: !settings.isAirplane)
        if !erasing.isErased { sync.noteLogin() }
    }

    /// Changes of other devices as they are made, and the mark that says so.
    public var live: LiveModel { chapters.live }
}
// @end
