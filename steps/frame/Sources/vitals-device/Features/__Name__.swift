import ArgumentParser
import Vitals
import Vitals__Name__

extension TerminalFeature {
    static let __name__ = TerminalFeature(commands: [__Name__.self])
}

struct __Name__: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "__slug__",
        abstract: "Show how often each kind was written on this phone.",
        discussion: """
            EXAMPLE
              vitals-device __slug__
            """)

    @OptionGroup var phone: PhoneOptions

    func run() throws {
        let counts = try phone.open().__name__().map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
        if phone.json {
            return Terminal.json(.object(counts.map { .init($0.0, .number(Double($0.1))) }))
        }
        for (kind, count) in counts { Terminal.show("\(kind): \(count)") }
        if counts.isEmpty { Terminal.show("Nothing was written here yet.") }
    }
}
