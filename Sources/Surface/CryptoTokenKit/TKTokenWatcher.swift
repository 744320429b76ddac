// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainCards
import Synchronization

/// A watcher of the smart cards in the machine's readers.
///
/// This module has only this class of Apple's CryptoTokenKit. It reports which cards come and go; `SecItemCopyMatching`
/// finds their certificates and keys, with the identifier of a card as `kSecAttrTokenID`.
///
/// The cards are those of the PKCS#11 modules that p11-kit loads. The watcher polls the modules once a second, because few
/// modules implement PKCS#11's event for slots, and several watchers can't share it.
///
/// What may surprise:
///
/// 1. A handler is called up to a second late. A card that is removed and inserted again within a second isn't noticed.
/// 2. Handlers are called one after the other, on a queue of the watcher.
/// 3. Programs that ship drivers for tokens (`TKSmartCard`, `TKTokenDriver`) find no interface here: a card needs a
///    PKCS#11 module.
open class TKTokenWatcher: NSObject, @unchecked Sendable {
    /// What is known about a token without opening it.
    public final class TokenInfo: NSObject, Sendable {
        public let tokenID: String
        /// The name of the reader.
        public let slotName: String?
        /// Always nil: the token's identifier names manufacturer and model, and PKCS#11 has no name of a driver.
        public var driverName: String? { nil }

        init(_ token: CardToken) {
            tokenID = token.id
            slotName = token.slotName.isEmpty ? nil : token.slotName
        }
    }

    private struct State {
        var tokens: [CardToken] = []
        var insertion: (@Sendable (String) -> Void)?
        var removals: [String: [@Sendable (String) -> Void]] = [:]
    }

    private let state = Mutex(State())
    private let present: @Sendable () -> [CardToken]
    private let timer: any DispatchSourceTimer
    /// Handlers are called here, one after the other.
    private let queue = DispatchQueue(label: "TKTokenWatcher")

    /// Begins to watch.
    public override convenience init() { self.init { (try? CardToken.present()) ?? [] } }

    /// Begins to watch, and calls a handler with the identifier of each token that comes.
    public convenience init(insertionHandler: @escaping @Sendable (String) -> Void) {
        self.init()
        setInsertionHandler(insertionHandler)
    }

    /// - Parameter present: lists the tokens that are there now.
    package init(
        every interval: DispatchTimeInterval = .seconds(1),
        listing present: @escaping @Sendable () -> [CardToken]
    ) {
        self.present = present
        timer = DispatchSource.makeTimerSource(queue: queue)
        super.init()
        state.withLock { $0.tokens = present() }
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [weak self] in self?.look() }
        timer.resume()
    }

    deinit { timer.cancel() }

    /// The identifiers of the tokens that were there at the last look.
    open var tokenIDs: [String] { state.withLock { $0.tokens.map(\.id) } }

    /// Sets the function that receives the identifier of each token that comes from now on.
    open func setInsertionHandler(_ insertionHandler: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.insertion = insertionHandler }
    }

    /// Adds a function that is called once, when a token goes; at once if it isn't there.
    open func addRemovalHandler(
        _ removalHandler: @escaping @Sendable (String) -> Void, forTokenID tokenID: String
    ) {
        let isThere = state.withLock { state in
            guard state.tokens.contains(where: { $0.id == tokenID }) else { return false }
            state.removals[tokenID, default: []].append(removalHandler)
            return true
        }
        if !isThere { queue.async { removalHandler(tokenID) } }
    }

    /// Returns what is known about a token; nil if it isn't there.
    open func tokenInfo(forTokenID tokenID: String) -> TokenInfo? {
        state.withLock { state in
            state.tokens.first { $0.id == tokenID }.map(TokenInfo.init)
        }
    }

    /// Lists the tokens again, and calls the handlers for those that went and came, outside the lock.
    private func look() {
        let now = present()
        var calls: [@Sendable () -> Void] = []
        state.withLock { state in
            let before = state.tokens
            state.tokens = now
            for token in before where !now.contains(where: { $0.id == token.id }) {
                for handler in state.removals.removeValue(forKey: token.id) ?? [] {
                    calls.append { handler(token.id) }
                }
            }
            for token in now where !before.contains(where: { $0.id == token.id }) {
                if let handler = state.insertion { calls.append { handler(token.id) } }
            }
        }
        for call in calls { call() }
    }
}
