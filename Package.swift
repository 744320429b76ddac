// swift-tools-version: 6.0
import PackageDescription

// Arrows of import point downwards only; Docs/architecture.md tells what each room knows.
let package = Package(
    name: "swift-keychain",
    products: [
        .library(name: "Security", targets: ["Security"]),
        .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
        .library(name: "Keychain", targets: ["Keychain"]),
        .library(name: "KeychainIdentities", targets: ["KeychainIdentities"]),
        .library(name: "KeychainWrappers", targets: ["KeychainWrappers"]),
        // Only for files that import CoreFoundation and Security both.
        .library(name: "CoreFoundation", targets: ["CoreFoundation"]),
        .executable(name: "security", targets: ["securitycli"]),
    ],
    targets: [
        // C libraries of the system, with static inline shims only.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLinux"),

        // Values, and the memory they may lie in.
        .target(name: "KeychainMemory", dependencies: ["CLinux"]),
        .target(name: "KeychainModel", dependencies: ["KeychainMemory"]),

        // A person, through the pinentry program.
        .target(
            name: "KeychainPrompt", dependencies: ["KeychainModel", "KeychainMemory", "CLinux"]),

        // The engine.
        .target(
            name: "KeychainCrypto", dependencies: ["KeychainModel", "KeychainMemory", "CSodium"]),
        .target(name: "KeychainStore", dependencies: ["KeychainModel", "CSQLite", "CLinux"]),
        .target(
            name: "Keychain",
            dependencies: [
                "KeychainStore", "KeychainCrypto", "KeychainPrompt", "KeychainModel",
                "KeychainMemory", "CLinux",
            ]),

        // Certificates and keys over libcrypto.
        .target(
            name: "KeychainCertificates",
            dependencies: ["KeychainModel", "KeychainMemory", "CCrypto"]),

        // Certificates, keys and identities on one keychain.
        .target(
            name: "KeychainIdentities",
            dependencies: ["Keychain", "KeychainCertificates", "KeychainModel", "KeychainMemory"]),

        // Apple's surface.
        .target(name: "CoreFoundationNames"),
        .target(
            name: "KeychainObjects",
            dependencies: [
                "CoreFoundationNames", "Keychain", "KeychainIdentities", "KeychainCertificates",
                "KeychainModel", "KeychainMemory",
            ]),
        .target(
            name: "KeychainDictionary",
            dependencies: [
                "KeychainObjects", "KeychainIdentities", "KeychainCertificates", "KeychainModel",
                "KeychainMemory",
            ]),
        .target(
            name: "Security",
            dependencies: [
                "KeychainDictionary", "KeychainObjects", "Keychain", "KeychainIdentities",
                "KeychainCertificates", "KeychainModel",
            ]),
        .target(
            name: "LocalAuthentication", dependencies: ["Security", "Keychain", "KeychainPrompt"]),
        .target(name: "KeychainWrappers", dependencies: ["Security"]),
        .target(
            name: "CoreFoundation", dependencies: ["CoreFoundationNames"],
            path: "Sources/CoreFoundationOverlay"),
        .executableTarget(
            name: "securitycli",
            dependencies: [
                "KeychainDictionary", "KeychainObjects", "KeychainIdentities",
                "KeychainCertificates", "Keychain", "KeychainModel", "KeychainMemory", "CLinux",
            ]),

        // Figures, beside a floor of bare SQLite, libsodium and libcrypto.
        .executableTarget(
            name: "keychain-bench",
            dependencies: [
                "Keychain", "KeychainIdentities", "Security", "CLinux", "CSQLite", "CSodium",
                "CCrypto",
            ],
            path: "Benchmarks",
            exclude: ["results"]),

        // Examples; nobody who depends on this package builds them.
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

        // Tests.
        .target(
            name: "KeychainTestSupport",
            dependencies: ["Keychain", "KeychainPrompt", "CSQLite", "CLinux"],
            path: "Tests/KeychainTestSupport"),
        .testTarget(
            name: "ConformanceTests",
            dependencies: ["Security", "Keychain", "KeychainTestSupport"],
            path: "Tests/Conformance", exclude: ["Checks", "Fixtures", "Rows"]),
        .testTarget(name: "KeychainModelTests", dependencies: ["KeychainModel"]),
        .testTarget(name: "KeychainPromptTests", dependencies: ["KeychainPrompt"]),
        // Asks for a secret on its terminal, and shows it: what the tests play a person before.
        .executableTarget(
            name: "PromptProbe", dependencies: ["KeychainPrompt"], path: "Tests/PromptProbe"),
        .testTarget(
            name: "KeychainCryptoTests", dependencies: ["KeychainCrypto", "KeychainTestSupport"]),
        // Makes certificates and reads them with the openssl command.
        .target(
            name: "CertificateTestSupport",
            dependencies: ["KeychainCertificates", "KeychainModel"],
            path: "Tests/CertificateTestSupport"),
        .testTarget(
            name: "KeychainCertificatesTests",
            dependencies: [
                "KeychainCertificates", "KeychainModel", "KeychainMemory", "CCrypto",
                "CertificateTestSupport",
            ]),
        .target(
            name: "StoreTestSupport", dependencies: ["KeychainStore"],
            path: "Tests/StoreTestSupport"),
        // Does to a store in a process of its own what the tests tell it: writes, waits, is killed.
        .executableTarget(
            name: "StoreProbe", dependencies: ["StoreTestSupport", "CSQLite", "CLinux"],
            path: "Tests/StoreProbe"),
        .testTarget(
            name: "KeychainStoreTests", dependencies: ["StoreTestSupport", "StoreProbe", "CLinux"]),
        .testTarget(
            name: "KeychainTests",
            dependencies: [
                "Keychain", "KeychainStore", "KeychainCrypto", "KeychainPrompt",
                "KeychainTestSupport", "CSQLite", "CLinux",
            ]),
        // What the integration tests run, many at once.
        .executableTarget(
            name: "KeychainProbe",
            dependencies: [
                "Security", "Keychain", "KeychainCrypto", "KeychainPrompt", "CLinux", "CRefusal",
            ],
            path: "Tests/KeychainProbe"),
        // Lets a process be refused by the kernel, and leave a core.
        .systemLibrary(name: "CRefusal", path: "Tests/CRefusal"),
        .testTarget(
            name: "KeychainIdentitiesTests",
            dependencies: [
                "KeychainIdentities", "KeychainTestSupport", "CertificateTestSupport",
            ]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Keychain", "KeychainCrypto", "KeychainProbe", "KeychainTestSupport", "CSQLite",
                "CSodium",
            ],
            path: "Tests/Integration"),
        // Outside the package's access: a module of the toolchain's name would be warned about.
        .testTarget(
            name: "CoreFoundationTests", dependencies: ["CoreFoundation", "Security"],
            packageAccess: false),
        .testTarget(
            name: "KeychainDictionaryTests",
            dependencies: [
                "KeychainDictionary", "KeychainObjects", "KeychainCertificates", "KeychainModel",
                "CertificateTestSupport",
            ]),
        // Kills, power cuts, calls that fail, tampering, damage: Docs/faults.md.
        .testTarget(
            name: "FaultTests",
            dependencies: ["Keychain", "KeychainTestSupport", "CSQLite"], path: "Tests/Faults",
            exclude: ["Interposed", "Probe"]),
        // Linked into the probe alone: it answers in place of the C library.
        .target(name: "Interposed", dependencies: ["CSQLite"], path: "Tests/Faults/Interposed"),
        .executableTarget(
            name: "faultprobe", dependencies: ["Keychain", "KeychainCrypto", "Interposed"],
            path: "Tests/Faults/Probe"),
        .testTarget(
            name: "KeychainWrappersTests",
            dependencies: ["KeychainWrappers", "Keychain", "KeychainTestSupport"]),
        .testTarget(
            name: "SecurityTests",
            dependencies: [
                "Security", "LocalAuthentication", "KeychainDictionary", "KeychainCertificates",
                "KeychainTestSupport", "CertificateTestSupport",
            ]),
        .testTarget(
            name: "CommandTests", dependencies: ["securitycli", "PromptProbe", "KeychainProbe"],
            exclude: ["Scripts", "Fixtures"]),

        // What libFuzzer runs for long (Scripts/fuzz), and tests over the inputs that are kept.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "KeychainDictionary", "KeychainObjects", "KeychainStore", "KeychainCertificates",
                "KeychainCrypto",
                "KeychainModel", "KeychainMemory", "CSodium", "CertificateTestSupport",
            ],
            path: "Fuzz/Targets"),
        .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Program"),
        .testTarget(name: "FuzzRegression", dependencies: ["FuzzTargets"]),
    ],
    swiftLanguageModes: [.v6]
)
