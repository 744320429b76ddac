// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The PKCS#11 modules of the system's configuration, which p11-kit loads into this process.
///
/// This module reads smart cards: the tokens in the readers, their certificates and keys, and the operations of their
/// private keys (PKCS#11 2.40). It contains no headers of PKCS#11; ``CardModule`` calls functions by their place in the
/// module's list.
///
/// The idea is that a card is never held. Each use finds the token, opens a session, logs in, finds the key, operates,
/// logs out and closes the session. Then a card can be taken out at any time, and other programs can use it in between.
///
/// 1. One use at a time in this process (``exclusively(_:)``), because a login belongs to the process, not to the
///    session.
/// 2. PINs come from the caller (``CardPINs``); this module never asks the user. A wrong PIN is never sent twice, since
///    a card locks after a few.
/// 3. What a module returns is checked against the room that it was given.
/// 4. A program with raised privileges loads no module: p11-kit ignores the user's own modules there, but the system's
///    modules read the environment themselves.
///
/// What may surprise: the modules are loaded when a smart card is searched for the first time, and stay. They run in
/// the caller's process and can crash it. A child of fork() starts them again, also if another thread of the parent was
/// using a card.
final class CardLibrary: @unchecked Sendable {
    /// The modules, in p11-kit's order; without those that say what to trust, which hold no keys.
    let modules: [CardModule]

    private static let file = "libp11-kit.so.0"
    private static let loaded = PerProcess { SharedValue<CardLibrary?>(nil) }

    /// Returns the modules, and loads them in the first call of a process.
    ///
    /// - Throws: `notAvailable` if p11-kit isn't installed or loads no configuration, and in a program with raised
    ///   privileges.
    static func shared() throws(KeychainError) -> CardLibrary {
        try loaded.value.withLock { library throws(KeychainError) in
            if let library { return library }
            let fresh = try CardLibrary()
            library = fresh
            return fresh
        }
    }

    /// Loads p11-kit and starts its modules (p11-kit's `p11_kit_modules_load` and `p11_kit_modules_initialize`).
    private init() throws(KeychainError) {
        typealias Pointer = UnsafeMutableRawPointer
        guard keychain_has_raised_privileges() == 0 else {
            throw KeychainError(
                .notAvailable, "smart cards: a program with raised privileges uses none")
        }
        typealias Modules = UnsafeMutablePointer<Pointer?>
        let loadModules: @convention(c) (UnsafePointer<CChar>?, Int32) -> Modules?
        let startModules: @convention(c) (Modules, Pointer?) -> UInt
        let readOption: @convention(c) (Pointer, UnsafePointer<CChar>) -> Pointer?
        do throws(LoadedLibrary.Missing) {
            let library = try LoadedLibrary(Self.file)
            loadModules = try library.symbol("p11_kit_modules_load")
            startModules = try library.symbol("p11_kit_modules_initialize")
            readOption = try library.symbol("p11_kit_config_option")
        } catch {
            throw KeychainError(
                .notAvailable, "smart cards: \(Self.file) can't be loaded (Debian: libp11-kit0)")
        }
        // It leaves out the modules that don't start, except those that are marked as critical.
        guard let list = loadModules(nil, 0), startModules(list, nil) == 0 else {
            throw KeychainError(
                .notAvailable, "smart cards: p11-kit can't load its modules; see pkcs11.conf(5)")
        }
        var modules: [CardModule] = []
        var place = list
        while let functions = place.pointee {
            let policy = readOption(functions, "trust-policy")
            let isTrust = policy.map { strcmp($0.assumingMemoryBound(to: CChar.self), "yes") == 0 }
            free(policy)
            if isTrust != true { modules.append(CardModule(functions)) }
            place += 1
        }
        self.modules = modules
    }

    /// Runs one use of a card at a time, because a login applies to the whole process.
    static func exclusively<Result: Sendable>(
        _ body: () throws -> Result
    ) throws(KeychainError) -> Result {
        let uses = uses.value
        uses.lock()
        defer { uses.unlock() }
        return try translating(body)
    }

    /// Held by the thread that uses a card.
    static let uses = PerProcess { ThreadLock() }
}
