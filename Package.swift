// swift-tools-version: 6.2
import PackageDescription

// Rooms that hold pure values: no Foundation, no clock, no I/O. Each also builds as Embedded Swift.
let core: Set = [
  "Games", "Reversi", "Chess", "Opponents", "ReversiEngine", "ChessEngine", "Story", "Board",
  "GameBoards",
  "Matches", "WebBridge", "EngineBridge", "ChessBridge", "ChessEngineBridge",
]

// The scripts say for which level of CPU to build the engine, as clang names it: `x86-64-v3`. Without it, and for
// packages that depend on this one, the engine is built for every CPU of the architecture.
let engineSettings: [SwiftSetting] =
  switch Context.environment["BATON_CPU"] {
  case nil, "": []
  case let level?:
    [.unsafeFlags(["-Xcc", "-march=\(level)"])]
      // Four lanes in one register, each shifted by its own count, came with AVX2.
      // And PEXT with BMI2, which the same level has.
      + (["x86-64-v3", "x86-64-v4"].contains(level)
        ? [.define("WIDE_LANES"), .define("BMI2")] : [])
  }

let plainTests: Set = [
  "BatonToolTests", "SiteTests", "ServiceTests", "HTTPServerTests", "MatchStoreTests",
  "PostgresStoreTests", "HostingTests", "MatchesTests", "BoardTests", "GameBoardsTests",
]

let package = Package(
  name: "Baton",
  products: [
    .library(name: "Games", targets: ["Games"]),
    .library(name: "Reversi", targets: ["Reversi"]),
    .library(name: "Chess", targets: ["Chess"]),
    .library(name: "Opponents", targets: ["Opponents"]),
    .library(name: "ReversiEngine", targets: ["ReversiEngine"]),
    .library(name: "ChessEngine", targets: ["ChessEngine"]),
    .library(name: "ChessThreads", targets: ["ChessThreads"]),
    .library(name: "ReversiThreads", targets: ["ReversiThreads"]),
    .library(name: "ReversiWeights", targets: ["ReversiWeights"]),
    .library(name: "Story", targets: ["Story"]),
    .library(name: "Board", targets: ["Board"]),
    .library(name: "GameBoards", targets: ["GameBoards"]),
    .library(name: "Matches", targets: ["Matches"]),
    .executable(name: "baton", targets: ["baton"]),
    .executable(name: "WebBridge", targets: ["WebBridge"]),
    .executable(name: "EngineBridge", targets: ["EngineBridge"]),
    .executable(name: "ChessBridge", targets: ["ChessBridge"]),
    .executable(name: "ChessEngineBridge", targets: ["ChessEngineBridge"]),
  ],
  targets: [
    // The core: values and rules.
    .target(name: "Games"),
    .target(name: "Reversi", dependencies: ["Games"]),
    .target(
      name: "Chess", dependencies: ["Games"],
      // One instruction by name, see Kernel/AttackTables.swift.
      swiftSettings: [.enableExperimentalFeature("BuiltinModule")] + engineSettings),
    .target(name: "Opponents", dependencies: ["Games"]),
    .target(
      name: "ReversiEngine", dependencies: ["Games", "Reversi", "Opponents"],
      // Vector operations by name, see Kernel/Lanes.swift.
      swiftSettings: [.enableExperimentalFeature("BuiltinModule")] + engineSettings),
    .target(
      name: "ChessEngine", dependencies: ["Games", "Chess", "Opponents"],
      // Two instructions by name, see Kernel/Attacks.swift and Search/Table.swift.
      swiftSettings: [.enableExperimentalFeature("BuiltinModule")] + engineSettings),
    .target(name: "Story", dependencies: ["Games"]),
    .target(name: "Board"),
    .target(
      name: "GameBoards",
      dependencies: [
        "Board", "Games", "Reversi", "Chess", "Opponents", "ReversiEngine", "ChessEngine",
      ]),
    .target(name: "Matches", dependencies: ["Games"]),

    // The browser: what WebAssembly exports, and the C runtime it stands on there.
    .target(name: "WasmRuntime"),
    .executableTarget(
      name: "WebBridge",
      dependencies: [
        "Games", "Reversi", "Opponents", "ReversiEngine", "Board", "GameBoards", "WasmRuntime",
      ]),

    // The same for the worker that thinks: the engine without a board.
    .executableTarget(
      name: "EngineBridge",
      dependencies: ["Games", "Reversi", "Opponents", "ReversiEngine", "GameBoards", "WasmRuntime"]),

    // The same two for chess, so that other pages do not load them.
    .executableTarget(
      name: "ChessBridge",
      dependencies: ["Games", "Chess", "Opponents", "Board", "GameBoards", "WasmRuntime"]),
    .executableTarget(
      name: "ChessEngineBridge",
      dependencies: ["Games", "Chess", "Opponents", "ChessEngine", "GameBoards", "WasmRuntime"]),

    // The engine's weights and its opening book, as bytes in the program.
    .target(name: "CReversiWeights", exclude: ["reversi.weights", "reversi.book"]),
    .target(name: "ReversiWeights", dependencies: ["CReversiWeights", "ReversiEngine"]),

    .target(
      name: "ReversiThreads", dependencies: ["Games", "Reversi", "ReversiEngine", "Hosting"]),

    .target(name: "ChessThreads", dependencies: ["Chess", "ChessEngine", "Hosting"]),

    // Hosted: where the world comes in.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(name: "Hosting"),
    .target(name: "MatchStore", dependencies: ["Matches", "Games", "CSodium"]),
    .target(
      name: "SQLiteStore", dependencies: ["MatchStore", "Matches", "Hosting", "CSQLite"]),
    .target(
      name: "PostgresStore", dependencies: ["MatchStore", "Matches", "Hosting", "CPostgres"]),
    .target(name: "HTTPServer", dependencies: ["Hosting", "CMicroHTTPD"]),
    .target(
      name: "Service",
      dependencies: [
        "Games", "Reversi", "Opponents", "ReversiEngine", "Matches", "MatchStore", "Hosting",
        "CSodium",
      ]),
    .target(
      name: "Site",
      dependencies: [
        "Games", "Reversi", "Chess", "Opponents", "ReversiEngine", "ReversiWeights", "ChessEngine",
        "Story", "Board", "GameBoards", "Matches", "MatchStore", "Service", "HTTPServer", "Hosting",
      ]),
    .target(
      name: "BatonTool",
      dependencies: [
        "Games", "Reversi", "Chess", "Opponents", "ReversiEngine", "ReversiWeights", "ChessEngine",
        "ChessThreads",
        "ReversiThreads",
        "Story", "Board",
        "GameBoards", "Matches",
        "MatchStore", "SQLiteStore", "PostgresStore", "Service",
        "Site", "HTTPServer", "Hosting",
      ]),
    .executableTarget(name: "baton", dependencies: ["BatonTool"]),

    // Tests and what only tests use.
    .target(
      name: "StoreTestKit", dependencies: ["MatchStore", "Matches"], path: "Tests/StoreTestKit"),
    .target(name: "GamesTestKit", dependencies: ["Games"], path: "Tests/GamesTestKit"),
    .target(
      name: "SimulationKit",
      dependencies: ["Games", "Reversi", "Story", "Matches", "MatchStore", "Service", "Hosting"],
      path: "Tests/SimulationKit"),
    .target(
      name: "ScenarioKit",
      dependencies: ["Games", "Reversi", "Story", "Matches", "MatchStore", "Service", "Hosting"],
      path: "Tests/ScenarioKit"),
    .executableTarget(
      name: "Simulate", dependencies: ["SimulationKit"], path: "Tests/Simulate"),
    .executableTarget(
      name: "CoreLinkage",
      dependencies: [
        "Games", "Reversi", "Chess", "Opponents", "ReversiEngine", "ChessEngine", "Story", "Board",
        "GameBoards",
        "Matches",
      ], path: "Tests/CoreLinkage"),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "Games", "GamesTestKit", "Reversi", "Opponents", "ReversiEngine", "ReversiWeights",
      ]),
    .testTarget(name: "GamesTests", dependencies: ["Games", "GamesTestKit", "Opponents"]),
    .testTarget(name: "ReversiTests", dependencies: ["Games", "GamesTestKit", "Reversi"]),
    .testTarget(
      name: "ChessTests", dependencies: ["Games", "GamesTestKit", "Chess"], exclude: ["Fixtures"]),
    .testTarget(
      name: "ReversiEngineTests",
      dependencies: ["Games", "Reversi", "ReversiEngine", "ReversiThreads", "ReversiWeights"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "ChessEngineTests",
      dependencies: ["Games", "Chess", "Opponents", "ChessEngine", "ChessThreads"]),
    .testTarget(name: "StoryTests", dependencies: ["Games", "GamesTestKit", "Matches", "Story"]),
    .testTarget(
      name: "OpponentsTests",
      dependencies: [
        "Games", "GamesTestKit", "Reversi", "Opponents", "ReversiEngine", "ReversiWeights",
      ]),
    .testTarget(name: "BoardTests", dependencies: ["Board"], exclude: ["Snapshots"]),
    .testTarget(
      name: "GameBoardsTests",
      dependencies: [
        "Games", "Reversi", "Chess", "Opponents", "ReversiEngine", "Board", "GameBoards",
      ]),
    .testTarget(
      name: "MatchesTests",
      dependencies: ["Games", "GamesTestKit", "Reversi", "Story", "Matches"]),
    .testTarget(
      name: "MatchStoreTests",
      dependencies: ["Matches", "MatchStore", "SQLiteStore", "StoreTestKit", "Hosting"]),
    .testTarget(
      name: "PostgresStoreTests",
      dependencies: [
        "Matches", "MatchStore", "PostgresStore", "StoreTestKit", "ScenarioKit", "Hosting",
      ]),
    .testTarget(name: "HostingTests", dependencies: ["Hosting"]),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "Hosting"]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "Games", "Reversi", "Matches", "MatchStore", "SQLiteStore", "Service", "Hosting",
        "ScenarioKit", "SimulationKit",
      ]),
    .testTarget(
      name: "SiteTests",
      dependencies: [
        "Games", "Reversi", "Chess", "Story", "Matches", "MatchStore", "Service", "Site",
        "HTTPServer", "Hosting", "SQLiteStore", "ScenarioKit",
      ]),
    .testTarget(
      name: "BatonToolTests",
      dependencies: [
        "BatonTool", "Hosting", "SQLiteStore", "Games", "Reversi", "Opponents", "ReversiEngine",
        "ReversiWeights", "GameBoards",
      ],
      exclude: ["Snapshots"]),
  ]
)

// What `Fuzz/` reads bytes with; users do not see it.
if Context.environment["BATON_FUZZ"] != nil {
  package.products.append(
    .library(
      name: "Fuzzed",
      targets: [
        "Games", "Reversi", "ReversiEngine", "Chess", "Story", "Matches", "MatchStore", "Service",
        "HTTPServer", "Hosting", "Site", "BatonTool",
      ]))
}

for target in package.targets where target.type != .system {
  var settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
  if core.contains(target.name) {
    settings.append(.treatWarning("EmbeddedRestrictions", as: .error))
  }
  // Tests that compute nothing themselves: making them fast takes longer than running them.
  if Context.environment["BATON_PLAIN_TESTS"] != nil, plainTests.contains(target.name) {
    settings.append(.unsafeFlags(["-Onone"]))
  }
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
