// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

extension Leaks {
    /// A secret that went into an archive and came back from it is gone, and so is the passphrase.
    func backup() throws(KeychainError) {
        let passphrase = MaskedBytes(random: 64)
        try useBackup(passphrase)
        report(canary)
        report(passphrase)
    }

    /// Holds what it works with in a call of its own, so that nothing of it outlives that.
    @inline(never)
    private func useBackup(_ passphrase: MaskedBytes) throws(KeychainError) {
        for protection in ["ak", "dku"] {
            try keychain.add(
                try NewItem(
                    .genericPassword,
                    attributes: [
                        .service: .string("leak"), .account: .string(protection),
                        .accessible: .string(protection),
                    ], secret: canary.secret))
        }
        let path = home + "/archive"
        let tally = try keychain.backUp(to: path, passphrase: passphrase.secret)
        try keychain.delete(try Items.all("leak"))
        let restored = try keychain.restore(from: path, passphrase: passphrase.secret)
        if tally.items != 2 || restored.added != 2 { Talk.say("failed: \(restored)") }
        for item in try keychain.find(try Items.all("leak")) where item.secret != canary.secret {
            Talk.say("failed: another secret")
        }
    }
}
