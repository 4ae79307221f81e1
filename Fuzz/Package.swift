// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever uses Baton never builds it: `make fuzz` does, with the fuzzer's flags,
// without which it does not link. `BATON_FUZZ` makes the package above offer what is fuzzed.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "Baton", path: "..")],
  targets: [
    .target(name: "FuzzDriver"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "FuzzDriver", .product(name: "Fuzzed", package: "Baton"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
  ]
)
