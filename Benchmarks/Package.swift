// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever uses Baton never builds it.
let package = Package(
  name: "Benchmarks",
  targets: [
    .executableTarget(name: "load", swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
