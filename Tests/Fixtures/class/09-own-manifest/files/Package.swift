// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "vitals",
    targets: [.target(name: "Vitals", swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-access-control"])])]
)
