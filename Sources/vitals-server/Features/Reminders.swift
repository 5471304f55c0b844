import ArgumentParser
import Foundation
import Vitals
import VitalsServer
import VitalsServerReminders

extension ServedFeature {
    /// Reminders: who may change them. They themselves are entities.
    static var reminders: ServedFeature {
        ServedFeature(
            feature: .reminders, isSwitched: .named { true }, settings: [ReminderOptions.premium],
            commands: [EntitlementCommand.self]
        ) { features, components in
            components.addReminders(try features.reminders.access())
        }
    }
}

/// The setting of reminders.
struct ReminderOptions: ParsableArguments {
    static let premium = Setting(
        "require-premium", "", "VITALS_REQUIRE_PREMIUM", default: "off",
        "Only users whom `entitlement grant` gave premium access may change reminders")

    @Flag(name: premium.name, help: premium.help) var requirePremium = false

    /// Locks reminders where the setting asks for it. A server whose feature `reminders` is off has entities all the same.
    ///
    /// - Throws: `ValidationError` where the variable is neither on nor off.
    func lock(_ components: inout ServerComponents) throws {
        components.lockReminders(try access())
    }

    /// - Throws: `ValidationError` where the variable is neither on nor off.
    func access() throws -> PremiumAccess {
        if requirePremium { return PremiumAccess(isRequired: true) }
        switch try Self.premium.text(nil)?.lowercased() {
        case nil, "0", "false", "no", "off": return PremiumAccess(isRequired: false)
        case "1", "true", "yes", "on": return PremiumAccess(isRequired: true)
        default: throw ValidationError("\(Self.premium.variable) must be on or off.")
        }
    }
}
