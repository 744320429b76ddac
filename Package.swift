// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// For modules that declare C functions in Swift.
let declarations: [SwiftSetting] = [.enableExperimentalFeature("Extern")]

// Modules import only modules below them; Docs/internals/modules.md describes each module.
let package = Package(
    name: "swift-keychain",
    products: [
        .library(name: "Security", targets: ["Security"]),
        .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
        .library(name: "CryptoTokenKit", targets: ["CryptoTokenKit"]),
        .library(name: "SwiftKeychain", targets: ["SwiftKeychain"]),
        .library(name: "KeychainWrappers", targets: ["KeychainWrappers"]),
        // Only for files that import CoreFoundation and Security both.
        .library(name: "CoreFoundation", targets: ["CoreFoundation"]),
        .executable(name: "security", targets: ["securitycli"]),
        .executable(name: "securityd", targets: ["securityd"]),
        .executable(name: "keychain-secret-service", targets: ["keychain-secret-service"]),
    ],
    targets: [
        // The system's C libraries, declared in Swift (Scripts/generate-declarations.py), so that no
        // module of ours imports a C module: targets of other packages that see `Security` would
        // need its module map, and are compiled without it when they don't depend on this package.
        .target(
            name: "CKeychainShims", path: "Sources/Base/CKeychainShims",
            linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("sodium")]),
        .target(
            name: "CKeychainSQLite", dependencies: ["CKeychainShims"],
            path: "Sources/Base/CKeychainSQLite", swiftSettings: declarations),
        .target(
            name: "CKeychainSodium", dependencies: ["CKeychainShims"],
            path: "Sources/Base/CKeychainSodium", swiftSettings: declarations),
        .target(
            name: "CKeychainCrypto", dependencies: ["CKeychainShims"],
            path: "Sources/Base/CKeychainCrypto", swiftSettings: declarations),
        .target(
            name: "CKeychainLinux", dependencies: ["CKeychainShims"],
            path: "Sources/Base/CKeychainLinux", swiftSettings: declarations),

        // Locked memory, and the values of the model.
        .target(
            name: "SwiftKeychainMemory", dependencies: ["CKeychainLinux"],
            path: "Sources/Base/SwiftKeychainMemory"),
        // System calls, clock, random bytes, hexadecimal, base64.
        .target(
            name: "SwiftKeychainSystem", dependencies: ["SwiftKeychainMemory", "CKeychainLinux"],
            path: "Sources/Base/SwiftKeychainSystem"),
        .target(
            name: "SwiftKeychainModel",
            dependencies: ["SwiftKeychainSystem", "SwiftKeychainMemory"],
            path: "Sources/Base/SwiftKeychainModel"),

        // Messages on a D-Bus.
        .target(
            name: "SwiftKeychainBus",
            dependencies: ["SwiftKeychainModel", "SwiftKeychainMemory", "CKeychainLinux"],
            path: "Sources/Base/SwiftKeychainBus"),

        // Certificates, keys and trust over libcrypto.
        .target(
            name: "SwiftKeychainPKI",
            dependencies: ["SwiftKeychainSystem", "SwiftKeychainMemory", "CKeychainCrypto"],
            path: "Sources/Base/SwiftKeychainPKI"),

        // What both ends of the desktop's Secret Service share, and the client.
        .target(
            name: "SwiftKeychainSecretBus",
            dependencies: [
                "SwiftKeychainBus", "SwiftKeychainPKI", "SwiftKeychainModel",
                "SwiftKeychainMemory", "SwiftKeychainSystem", "CKeychainCrypto",
            ], path: "Sources/Base/SwiftKeychainSecretBus"),

        // A TPM 2.0: sealed secrets, counters, and the commands for keys.
        .target(
            name: "SwiftKeychainTPM",
            dependencies: [
                "SwiftKeychainModel", "SwiftKeychainSystem", "SwiftKeychainMemory",
                "CKeychainSodium", "CKeychainLinux",
            ], path: "Sources/Base/SwiftKeychainTPM"),
        // Keys that stay in a TPM.
        .target(
            name: "SwiftKeychainTokens",
            dependencies: [
                "SwiftKeychainTPM", "SwiftKeychainPKI", "SwiftKeychainModel",
                "SwiftKeychainSystem", "SwiftKeychainMemory",
            ], path: "Sources/Base/SwiftKeychainTokens"),

        // Rows and searches as the store and its keys exchange them.
        .target(
            name: "SwiftKeychainFormat", dependencies: ["SwiftKeychainModel"],
            path: "Sources/Core/SwiftKeychainFormat"),

        // Places where devices leave names and bytes for each other.
        .target(
            name: "SwiftKeychainRelay",
            dependencies: ["SwiftKeychainSystem", "SwiftKeychainMemory"],
            path: "Sources/Core/SwiftKeychainRelay"),

        // What devices that share items conclude from what each says.
        .target(name: "SwiftKeychainSync", path: "Sources/Core/SwiftKeychainSync"),

        // The store and its keys.
        .target(
            name: "SwiftKeychainSealing",
            dependencies: [
                "SwiftKeychainFormat",
                "SwiftKeychainSystem", "SwiftKeychainModel", "SwiftKeychainMemory",
                "CKeychainSodium",
            ], path: "Sources/Core/SwiftKeychainSealing"),
        // The devices of a circle: their keys, and the sealed bytes that they exchange.
        .target(
            name: "SwiftKeychainCircle",
            dependencies: [
                "SwiftKeychainSync", "SwiftKeychainSealing", "SwiftKeychainModel",
                "SwiftKeychainSystem", "SwiftKeychainMemory", "CKeychainSodium",
            ], path: "Sources/Core/SwiftKeychainCircle"),
        .target(
            name: "SwiftKeychainStore",
            dependencies: [
                "SwiftKeychainFormat", "SwiftKeychainSystem", "SwiftKeychainModel",
                "CKeychainSQLite", "CKeychainSodium", "CKeychainLinux",
            ], path: "Sources/Core/SwiftKeychainStore"),

        // Salvage and repair of a damaged store; no ordinary call enters it.
        .target(
            name: "SwiftKeychainRecovery",
            dependencies: [
                "SwiftKeychainFormat", "SwiftKeychainStore", "SwiftKeychainSystem",
                "SwiftKeychainModel",
            ], path: "Sources/Core/SwiftKeychainRecovery"),

        // What clients and services share: requests, replies, their encoding, the caller, the places of stores.
        .target(
            name: "SwiftKeychainSeam",
            dependencies: [
                "SwiftKeychainModel", "SwiftKeychainSystem", "SwiftKeychainMemory",
                "CKeychainLinux",
            ], path: "Sources/Core/SwiftKeychainSeam"),
        // Which program calls securityd, its rights, and the audit log.
        .target(
            name: "SwiftKeychainPeers",
            dependencies: [
                "SwiftKeychainSeam", "SwiftKeychainModel", "SwiftKeychainSystem",
                "SwiftKeychainMemory",
            ], path: "Sources/Core/SwiftKeychainPeers"),
        // The engine, which carries requests out in this process.
        .target(
            name: "SwiftKeychainService",
            dependencies: [
                "SwiftKeychainSeam", "SwiftKeychainRecovery", "SwiftKeychainStore",
                "SwiftKeychainSealing", "SwiftKeychainCircle", "SwiftKeychainSync",
                "SwiftKeychainTPM", "SwiftKeychainFormat", "SwiftKeychainModel",
                "SwiftKeychainSystem",
                "SwiftKeychainMemory", "CKeychainLinux",
            ], path: "Sources/Core/SwiftKeychainService"),

        // The way to securityd: frames on a socket, and the service at its other end.
        .target(
            name: "SwiftKeychainRemote",
            dependencies: [
                "SwiftKeychainSeam", "SwiftKeychainModel", "SwiftKeychainSystem",
                "SwiftKeychainMemory", "CKeychainLinux",
            ], path: "Sources/Core/SwiftKeychainRemote"),
        // securityd: connections, the processes at their other ends, the stores of users.
        .target(
            name: "SwiftKeychainDaemon",
            dependencies: [
                "SwiftKeychainSeam", "SwiftKeychainPeers", "SwiftKeychainRemote",
                "SwiftKeychainService", "SwiftKeychainTPM", "SwiftKeychainBus",
                "SwiftKeychainStore", "SwiftKeychainModel", "SwiftKeychainSystem",
                "SwiftKeychainMemory", "CKeychainLinux",
            ], path: "Sources/Core/SwiftKeychainDaemon"),
        .executableTarget(
            name: "securityd",
            dependencies: [
                "SwiftKeychainDaemon", "SwiftKeychainPeers", "SwiftKeychainService",
                "SwiftKeychainModel", "SwiftKeychainSystem", "CKeychainLinux",
            ], path: "Sources/Tools/securityd"),

        // Smart cards through PKCS#11 modules.
        .target(
            name: "SwiftKeychainCards",
            dependencies: [
                "SwiftKeychainPKI", "SwiftKeychainModel", "SwiftKeychainSystem",
                "SwiftKeychainMemory", "CKeychainSodium", "CKeychainLinux",
            ], path: "Sources/Base/SwiftKeychainCards"),

        // The typed API, the client of the service.
        .target(
            name: "SwiftKeychain",
            dependencies: [
                "SwiftKeychainTokens", "SwiftKeychainTPM", "SwiftKeychainCards",
                "SwiftKeychainSeam", "SwiftKeychainPeers", "SwiftKeychainRemote",
                "SwiftKeychainService", "SwiftKeychainSealing",
                "SwiftKeychainPKI", "SwiftKeychainModel", "SwiftKeychainSystem",
                "SwiftKeychainMemory",
                "CKeychainLinux",
            ], path: "Sources/Surface/SwiftKeychain"),

        // The files of other password stores.
        .target(
            name: "SwiftKeychainExchange",
            dependencies: [
                "SwiftKeychain", "SwiftKeychainPKI", "SwiftKeychainModel", "SwiftKeychainSystem",
                "SwiftKeychainMemory", "SwiftKeychainBus", "SwiftKeychainSecretBus",
                "CKeychainCrypto", "CKeychainLinux",
            ], path: "Sources/Tools/SwiftKeychainExchange"),

        // Apple's surface.
        .target(
            name: "SwiftKeychainCoreFoundation", path: "Sources/Surface/SwiftKeychainCoreFoundation"
        ),
        .target(
            name: "Security",
            dependencies: [
                "SwiftKeychainSystem", "SwiftKeychainTokens",
                "SwiftKeychainCoreFoundation", "SwiftKeychain", "SwiftKeychainPKI",
                "SwiftKeychainModel", "SwiftKeychainMemory",
            ], path: "Sources/Surface/Security"),
        // The C library: its constants, and its functions. Scripts/build-c-library links them.
        .target(name: "CKeychainConstants", path: "Sources/Surface/CKeychainConstants"),
        .target(
            name: "SwiftKeychainABI",
            dependencies: ["Security", "SwiftKeychainModel", "CKeychainConstants"],
            path: "Sources/Surface/SwiftKeychainABI"),
        .target(
            name: "LocalAuthentication", dependencies: ["Security", "SwiftKeychain"],
            path: "Sources/Surface/LocalAuthentication"),
        .target(
            name: "CryptoTokenKit", dependencies: ["SwiftKeychainCards"],
            path: "Sources/Surface/CryptoTokenKit"),
        .target(
            name: "KeychainWrappers", dependencies: ["Security", "SwiftKeychainSystem"],
            path: "Sources/Surface/KeychainWrappers"),
        .target(
            name: "CoreFoundation", dependencies: ["SwiftKeychainCoreFoundation"],
            path: "Sources/Surface/CoreFoundationOverlay"),
        // Credential helpers of git, Docker and systemd.
        .target(
            name: "CredentialHelpers",
            dependencies: [
                "SwiftKeychain", "SwiftKeychainMemory", "SwiftKeychainSystem", "CKeychainLinux",
                "CKeychainSodium",
            ], path: "Sources/Tools/CredentialHelpers"),
        // The loop between a keychain and the relay of its circle.
        .target(
            name: "SwiftKeychainAgent",
            dependencies: [
                "SwiftKeychain", "SwiftKeychainRelay", "SwiftKeychainSeam", "SwiftKeychainModel",
                "SwiftKeychainPKI", "SwiftKeychainMemory", "SwiftKeychainSystem",
            ], path: "Sources/Tools/SwiftKeychainAgent"),
        // The Secret Service of the desktop.
        .target(
            name: "SwiftKeychainSecretService",
            dependencies: [
                "SwiftKeychain", "SwiftKeychainBus", "SwiftKeychainSecretBus",
                "SwiftKeychainSeam", "SwiftKeychainPeers", "SwiftKeychainService",
                "SwiftKeychainStore",
                "SwiftKeychainModel", "SwiftKeychainMemory", "SwiftKeychainSystem",
                "CKeychainLinux", "CKeychainSodium",
            ], path: "Sources/Tools/SwiftKeychainSecretService"),
        .executableTarget(
            name: "keychain-secret-service",
            dependencies: [
                "SwiftKeychainSecretService", "SwiftKeychainSeam", "SwiftKeychainModel",
                "SwiftKeychainSystem", "CKeychainLinux",
            ], path: "Sources/Tools/keychain-secret-service"),
        // The command, which is also the credential helpers under their names.
        .executableTarget(
            name: "securitycli",
            dependencies: [
                "CredentialHelpers", "SwiftKeychainAgent", "SwiftKeychainCircle",
                "SwiftKeychainRelay",
                "SwiftKeychainSeam", "SwiftKeychainPeers", "SwiftKeychainService",
                "SwiftKeychainSecretService",
                "SwiftKeychainExchange", "SwiftKeychainSystem", "SwiftKeychain", "SwiftKeychainPKI",
                "SwiftKeychainModel", "SwiftKeychainTPM",
                "SwiftKeychainMemory", "CKeychainLinux",
            ], path: "Sources/Tools/securitycli",
            resources: ["bash", "zsh", "fish"].map { .embedInCode("Help/completion.\($0)") }),

        // Figures, beside a floor of bare SQLite, libsodium and libcrypto.
        .executableTarget(
            name: "keychain-bench",
            dependencies: [
                "SwiftKeychainDaemon", "SwiftKeychainRemote", "SwiftKeychainService",
                "SwiftKeychain", "Security", "SwiftKeychainABI", "CKeychainLinux",
                "CKeychainSQLite", "SwiftKeychainBus", "SwiftKeychainSecretBus",
                "SwiftKeychainMemory",
                "CKeychainSodium", "CKeychainCrypto", "SwiftKeychainTPM",
            ],
            path: "Benchmarks",
            exclude: [
                "results", "instructions.tsv", "way.tsv", "tpm-floor.c", "slow-sync.c", "sync",
                "secret-service",
                "secret-service-clients.py", "libsecret",
            ]),

        // Examples; packages that depend on this one don't build them.
        .executableTarget(name: "password", dependencies: ["Security"], path: "Examples/Password"),
        .executableTarget(
            name: "signature", dependencies: ["Security"], path: "Examples/Signature"),
        .executableTarget(
            name: "identifier-security", dependencies: ["Security"],
            path: "Examples/IdentifierSecurity"),
        .executableTarget(
            name: "identifier-keychain-item-wrapper", dependencies: ["KeychainWrappers"],
            path: "Examples/IdentifierKeychainItemWrapper"),
        .executableTarget(
            name: "identifier-keychain-wrapper", dependencies: ["KeychainWrappers"],
            path: "Examples/IdentifierKeychainWrapper"),
        .executableTarget(
            name: "identifier-my-keychain", dependencies: ["KeychainWrappers"],
            path: "Examples/IdentifierMyKeychain"),
        .executableTarget(
            name: "identifier-sfhf-keychain-utils", dependencies: ["KeychainWrappers"],
            path: "Examples/IdentifierSFHFKeychainUtils"),
        // The programs of Docs/reference/recipes.md, run by Tests/Recipes/run.
        .executableTarget(
            name: "keychain-fetch", path: "Examples/Fetch"),
        .executableTarget(
            name: "keychain-subscript", dependencies: ["Security"], path: "Examples/Subscript"),
        // What Scripts/demo runs, to be built in one go.
        .target(
            name: "Demo",
            dependencies: [
                "securitycli", "password", "signature", "identifier-security",
                "identifier-keychain-item-wrapper", "identifier-keychain-wrapper",
                "identifier-my-keychain", "identifier-sfhf-keychain-utils",
            ],
            path: "Examples/Demo"),

        // Tests.
        .target(name: "TestEnvironment", path: "Tests/TestEnvironment"),
        .target(name: "SeededGenerator", path: "Tests/SeededGenerator"),
        .target(name: "ForkSupport", dependencies: ["CKeychainLinux"], path: "Tests/ForkSupport"),
        .target(
            name: "KeychainTestSupport",
            dependencies: [
                "SwiftKeychainDaemon", "SwiftKeychainRemote", "SwiftKeychainService",
                "SwiftKeychainSystem", "SwiftKeychain", "CKeychainSQLite", "CKeychainLinux",
            ],
            path: "Tests/KeychainTestSupport"),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "SwiftKeychainABI", "SwiftKeychainService", "Security", "SwiftKeychain",
                "KeychainTestSupport", "SwiftKeychainTPM", "TokenTestSupport",
            ],
            path: "Tests/Conformance", exclude: ["Checks", "Fixtures", "Rows"]),
        .testTarget(
            name: "SystemTests",
            dependencies: ["SwiftKeychainSystem", "SwiftKeychainMemory", "ForkSupport"]),
        .testTarget(
            name: "ModelTests", dependencies: ["SwiftKeychainModel", "SwiftKeychainSystem"]),
        .testTarget(name: "SyncTests", dependencies: ["SwiftKeychainSync"]),
        .testTarget(
            name: "RelayTests",
            dependencies: ["SwiftKeychainRelay", "SwiftKeychainSystem", "SwiftKeychainMemory"]),
        // Reads the known answers of Vectors/.
        .target(
            name: "VectorSupport", dependencies: ["SwiftKeychainModel", "SwiftKeychainSystem"],
            path: "Tests/VectorSupport"),
        .testTarget(
            name: "CircleTests",
            dependencies: [
                "SwiftKeychainCircle", "SwiftKeychainSync", "SwiftKeychainSealing",
                "SwiftKeychainModel", "SwiftKeychainSystem", "SwiftKeychainMemory", "VectorSupport",
            ]),
        .testTarget(name: "PromptsTests", dependencies: ["SwiftKeychainService", "SwiftKeychain"]),
        // Asks for a secret on its terminal and shows it; the tests play the user.
        .executableTarget(
            name: "PromptProbe", dependencies: ["SwiftKeychain"], path: "Tests/PromptProbe"),
        .testTarget(
            name: "SealingTests",
            dependencies: [
                "SwiftKeychainFormat", "SwiftKeychainSystem", "SwiftKeychainSealing",
                "KeychainTestSupport", "VectorSupport", "ForkSupport",
            ]),
        // Makes certificates and reads them with the openssl command.
        .target(
            name: "CertificateTestSupport",
            dependencies: ["SwiftKeychainPKI", "SwiftKeychainSystem"],
            path: "Tests/CertificateTestSupport"),
        .testTarget(
            name: "PKITests",
            dependencies: [
                "SwiftKeychainPKI", "SwiftKeychainSystem", "SwiftKeychainMemory", "CKeychainCrypto",
                "CertificateTestSupport",
            ]),
        // Starts swtpm.
        .target(
            name: "TokenTestSupport", dependencies: ["SwiftKeychainTPM"],
            path: "Tests/TokenTestSupport"),
        // Uses a TPM until the tests kill it.
        .executableTarget(
            name: "TPMProbe",
            dependencies: [
                "SwiftKeychain", "SwiftKeychainService", "SwiftKeychainTokens", "SwiftKeychainTPM",
                "SwiftKeychainPKI",
                "SwiftKeychainModel",
                "SwiftKeychainMemory",
            ],
            path: "Tests/TPMProbe"),
        .testTarget(
            name: "TokenTests",
            dependencies: [
                "SwiftKeychainTokens", "SwiftKeychainTPM", "SwiftKeychainPKI", "SwiftKeychainModel",
                "SwiftKeychainMemory", "SwiftKeychain", "Security", "KeychainTestSupport",
                "SwiftKeychainService", "SwiftKeychainSealing", "TokenTestSupport", "TPMProbe",
                "securityd", "LocalAuthentication", "CKeychainLinux",
            ]),
        .target(
            name: "StoreTestSupport",
            dependencies: [
                "SwiftKeychainModel", "SwiftKeychainFormat", "SwiftKeychainRecovery",
                "SwiftKeychainStore",
            ],
            path: "Tests/StoreTestSupport"),
        // Does to a store in a process of its own what the tests tell it: writes, waits, is killed.
        .executableTarget(
            name: "StoreProbe",
            dependencies: [
                "SwiftKeychainModel", "SwiftKeychainFormat", "SwiftKeychainStore",
                "StoreTestSupport", "CKeychainSQLite", "CKeychainLinux",
            ],
            path: "Tests/StoreProbe"),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "SwiftKeychainFormat",
                "SwiftKeychainSystem", "StoreTestSupport", "StoreProbe", "CKeychainLinux",
            ]),
        .testTarget(
            name: "ServiceTests",
            dependencies: ["SwiftKeychain", "SwiftKeychainService", "KeychainTestSupport"]),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "securityd", "SwiftKeychainDaemon", "SwiftKeychainPeers", "SwiftKeychainRemote",
                "SwiftKeychainService", "SwiftKeychain", "SwiftKeychainModel",
                "SwiftKeychainSystem",
                "SwiftKeychainMemory", "KeychainTestSupport", "CKeychainLinux",
            ]),
        .testTarget(
            name: "SwiftKeychainTests",
            dependencies: [
                "SwiftKeychainRecovery",
                "SwiftKeychainService",
                "SwiftKeychainFormat",
                "SwiftKeychainSystem",
                "SwiftKeychain", "SwiftKeychainStore", "SwiftKeychainSealing",
                "SwiftKeychainCircle", "SwiftKeychainSync", "SwiftKeychainAgent",
                "SwiftKeychainRelay", "SwiftKeychainSeam",
                "KeychainTestSupport", "ForkSupport", "CKeychainSQLite", "CKeychainLinux",
            ]),
        .testTarget(
            name: "SecretServiceTests",
            dependencies: [
                "SwiftKeychainSecretService", "SwiftKeychainSecretBus", "SwiftKeychainBus",
                "SwiftKeychain", "SwiftKeychainPeers", "SwiftKeychainService", "SwiftKeychainSeam",
                "SwiftKeychainModel", "SwiftKeychainMemory", "SwiftKeychainSystem",
                "KeychainTestSupport",
                "keychain-secret-service",
            ]),
        // What the integration tests run, many at once.
        .executableTarget(
            name: "KeychainProbe",
            dependencies: [
                "SwiftKeychainService",
                "SwiftKeychainSystem",
                "Security", "LocalAuthentication", "SwiftKeychain", "SwiftKeychainSealing",
                "CKeychainLinux", "CRefusal",
            ],
            path: "Tests/KeychainProbe"),
        // Lets a process be refused by the kernel, and leave a core.
        .systemLibrary(name: "CRefusal", path: "Tests/CRefusal"),
        .testTarget(
            name: "IdentitiesTests",
            dependencies: [
                "SwiftKeychainService", "SwiftKeychain", "KeychainTestSupport",
                "CertificateTestSupport",
            ]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "SwiftKeychainService",
                "SwiftKeychainSystem",
                "SwiftKeychain", "SwiftKeychainSealing", "KeychainProbe", "KeychainTestSupport",
                "CKeychainSQLite", "CKeychainSodium", "securityd",
            ],
            path: "Tests/Integration"),
        // Both ends of a connection to securityd, and attacks on it.
        .executableTarget(
            name: "PeerProbe",
            dependencies: [
                "SwiftKeychainDaemon", "SwiftKeychainPeers", "SwiftKeychainRemote",
                "SwiftKeychainService", "SwiftKeychainBus", "SwiftKeychainModel",
                "SwiftKeychainSystem", "CKeychainLinux",
            ],
            path: "Tests/PeerProbe"),
        .testTarget(
            name: "PeerTests",
            dependencies: [
                "SwiftKeychainDaemon", "SwiftKeychainPeers", "SwiftKeychainRemote",
                "SwiftKeychainService", "SwiftKeychainModel",
                "SwiftKeychainSystem", "SwiftKeychainMemory", "KeychainTestSupport",
                "TokenTestSupport", "PeerProbe", "SwiftKeychainBus",
            ]),
        // Outside the package's access: a module of the toolchain's name would be warned about.
        .testTarget(
            name: "CoreFoundationTests", dependencies: ["CoreFoundation", "Security"],
            packageAccess: false),
        // Kills, power cuts, calls that fail, tampering, damage: Docs/internals/faults.md.
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "SwiftKeychainService", "SwiftKeychain", "KeychainTestSupport", "TokenTestSupport",
                "CKeychainSQLite",
            ],
            path: "Tests/Faults",
            exclude: ["Interposed", "Probe"]),
        // Linked into the probe alone: it answers in place of the C library.
        .target(
            name: "Interposed", dependencies: ["CKeychainSQLite"], path: "Tests/Faults/Interposed"),
        .executableTarget(
            name: "faultprobe",
            dependencies: [
                "SwiftKeychainService", "SwiftKeychain", "SwiftKeychainSealing", "Interposed",
            ],
            path: "Tests/Faults/Probe"),
        .testTarget(
            name: "KeychainWrappersTests",
            dependencies: [
                "SwiftKeychainService", "KeychainWrappers", "SwiftKeychain", "KeychainTestSupport",
            ]),
        .testTarget(
            name: "SecurityTests",
            dependencies: [
                "Security", "LocalAuthentication", "SwiftKeychain", "SwiftKeychainService",
                "SwiftKeychainTPM", "SwiftKeychainCards", "SwiftKeychainPKI",
                "SwiftKeychainModel", "KeychainTestSupport", "CertificateTestSupport",
            ]),
        .testTarget(
            name: "CryptoTokenKitTests",
            dependencies: [
                "CryptoTokenKit", "SwiftKeychainCards", "SwiftKeychainPKI", "ForkSupport",
            ]),
        // The constants and structures of C beside Swift's.
        .testTarget(
            name: "ABITests",
            dependencies: [
                "SwiftKeychainABI", "Security", "SwiftKeychain", "SwiftKeychainSystem",
                "KeychainTestSupport",
            ]),
        .testTarget(
            name: "ExchangeTests",
            dependencies: [
                "SwiftKeychainExchange", "SwiftKeychain", "SwiftKeychainModel",
                "SwiftKeychainMemory", "KeychainTestSupport",
            ],
            exclude: ["Samples"]),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "securitycli", "securityd", "keychain-secret-service", "PromptProbe",
                "KeychainProbe", "PeerProbe",
                "CredentialHelpers", "KeychainTestSupport", "SwiftKeychain", "SwiftKeychainSystem",
            ],
            exclude: ["Scripts", "Fixtures"]),

        // What libFuzzer runs for long (Scripts/fuzz), and tests over the inputs that are kept.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "SwiftKeychainService", "SwiftKeychainRemote",
                "SwiftKeychainFormat",
                "SwiftKeychainSystem",
                "Security", "SwiftKeychain", "SwiftKeychainRecovery", "SwiftKeychainStore",
                "SwiftKeychainPKI",
                "SwiftKeychainSealing",
                "SwiftKeychainModel", "SwiftKeychainMemory", "CKeychainSodium",
                "CertificateTestSupport", "SwiftKeychainExchange", "SwiftKeychainCircle",
            ],
            path: "Fuzz/Targets"),
        .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Program"),
        .testTarget(name: "FuzzRegression", dependencies: ["FuzzTargets"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .test {
    // A home folder for the tests alone.
    target.dependencies += ["TestEnvironment", "SeededGenerator"]
}

// Scripts/quick builds only some of the test targets.
if let names = Context.environment["KEYCHAIN_TEST_TARGETS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}
