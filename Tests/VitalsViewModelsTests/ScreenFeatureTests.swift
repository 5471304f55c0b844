import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import VitalsViewModels

@Suite("What features add to a phone's screens", .timeLimit(.minutes(5)))
@MainActor
struct ScreenFeatureTests {
    /// The model of a feature that no chapter has.
    private final class Diary {
        let device: Device
        var refreshCount = 0

        init(device: Device) { self.device = device }
    }

    private static let diary = ScreenFeature(
        name: "diary",
        tabs: [ScreenTab("diary", title: "Diary", symbol: "book", order: 5) { _ in 3 }],
        routes: ["page": "diary", "archive": "settings"],
        refresh: { (model: Diary) in model.refreshCount += 1 },
        makeModel: { Diary(device: $0.dependencies.device) })

    private func phone(_ features: [ScreenFeature]) throws -> PhoneModel {
        PhoneModel(Dependencies(device: try .inMemory(), settings: InMemorySettings()), features: features)
    }

    @Test("a phone without features has three tabs, and only they can be linked to")
    func withoutFeatures() throws {
        let phone = try phone([])
        expect(phone.tabs.map(\.route), equals: ["today", "review", "settings"])
        expect(phone.tab(at: "vitals:review")?.title, equals: "Review")
        for link in ["vitals:deleted", "vitals:", "", "review", "https://review"] {
            expect(phone.tab(at: link) == nil, "\(link)")
        }
    }

    @Test("a feature's model is made once, found by its type, and refreshed with the others")
    func model() throws {
        let phone = try phone([Self.diary])
        let model = phone.models[Diary.self]
        expect(model === phone.models[Diary.self])
        let count = model.refreshCount
        phone.refresh()
        expect(count > 0 && model.refreshCount == count + 1)
    }

    @Test("its tab stands where its order says, and a link to one of its screens leads to the tab that it's on")
    func tabs() throws {
        let phone = try phone(ScreenFeature.all + [Self.diary])
        expect(
            phone.tabs.map(\.route), equals: ["today", "workouts", "diary", "reminders", "notes", "review", "settings"])
        expect(phone.tabs[2].badge(phone), equals: 3)
        expect(phone.tab(at: "vitals:page/7")?.route, equals: "diary")
        expect(phone.tab(at: "vitals:archive")?.route, equals: "settings")
        expect(phone.tab(at: "vitals://deleted")?.route, equals: "review")
    }

    @Test("no two tabs or screens have the same name, and each screen is on a tab")
    func routes() throws {
        let tabs = try phone(ScreenFeature.all).tabs.map(\.route)
        let screens = ScreenFeature.all.flatMap(\.routes)
        let names = tabs + screens.map(\.key)
        expect(Set(names).count, equals: names.count, "\(names)")
        for (name, tab) in screens { expect(tabs.contains(tab), "\(name) is on \(tab), and there is no such tab") }
    }

    @Test("the app has a view for each tab")
    func views() throws {
        let screens = try String(contentsOf: PackageFiles.url("apps/ios/Vitals/Screens.swift"), encoding: .utf8)
        for tab in try phone(ScreenFeature.all).tabs {
            expect(screens.contains("case \"\(tab.route)\":"), "\(tab.route)")
        }
    }
}
