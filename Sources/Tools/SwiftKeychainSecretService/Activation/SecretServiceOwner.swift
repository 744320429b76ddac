// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSecretBus

/// The program that owns the name of the service on the bus of the user.
package struct SecretServiceOwner {
    package let process: Int32
    /// The path of the program; nil if it isn't known, as that of a program which other programs of its user can't
    /// inspect.
    package let program: String?
    /// Whether the owner is this package's own program, which also owns the name of its portal backend.
    package let isKeychain: Bool
    /// Whether the owner is KWallet.
    package let isKWallet: Bool
    /// Whether the owner is only KWallet's store, since Frameworks 6.14. KWallet's own interface is another program then,
    /// which can use another provider.
    package let isWalletStore: Bool

    private static let walletStore = "org.kde.secretservicecompat"
    /// The names by which the bus starts KWallet. It takes that of the service, too.
    private static let kwallet = [walletStore, "org.kde.kwalletd6", "org.kde.kwalletd5"]

    /// Finds the present owner; nil if there is none. None is started.
    package init?(_ connection: BusConnection) {
        func owner(of name: String) -> Int32? {
            connection.askBus("GetConnectionUnixProcessID", [.string(name)])?.first?.number
                .map { Int32(clamping: $0) }
        }
        guard let process = owner(of: ServiceNames.bus) else { return nil }
        self.process = process
        program = Callers.program(of: process)
        isKeychain = owner(of: SecretPortal.bus) == process
        isKWallet = Self.kwallet.contains { owner(of: $0) == process }
        isWalletStore = owner(of: Self.walletStore) == process
    }

    /// The name of the program for the user.
    package var title: String {
        let name = program ?? (isKeychain ? "keychain-secret-service" : "an unknown program")
        return "\(name) (process \(process))"
    }

    /// Finds the present owner, or else the provider that the bus can start; nil if there is none.
    package static func started(_ connection: BusConnection) -> SecretServiceOwner? {
        if let owner = SecretServiceOwner(connection) { return owner }
        for name in [ServiceNames.bus] + kwallet {
            // A provider that isn't there after five seconds counts as none.
            _ = connection.askBus("StartServiceByName", [.string(name), .uint32(0)])
            if let owner = SecretServiceOwner(connection) { return owner }
        }
        return nil
    }

    /// Makes the bus read its files again.
    package static func reload(_ connection: BusConnection) {
        _ = connection.askBus("ReloadConfig")
    }

    /// Ends this package's own provider, and waits until the name is free.
    ///
    /// - Throws: `notAvailable` if it doesn't end.
    package func end(_ connection: BusConnection) throws(KeychainError) {
        // Another provider is never ended.
        guard isKeychain, kill(process, SIGTERM) == 0 else { return }
        for _ in 0..<100 {
            if SecretServiceOwner(connection)?.process != process { return }
            usleep(50_000)
        }
        throw KeychainError(.notAvailable, "\(title) doesn't end")
    }
}
