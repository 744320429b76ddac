import Foundation
import SwiftKeychain
import SwiftKeychainModel

extension SecKey {
    /// Generates both halves of a pair as the parameters say, and stores those that are permanent:
    /// all of them or none.
    ///
    /// - Throws: as ``KeyGeneration``; what adding an item throws, as `duplicateItem`.
    package static func generate(
        _ parameters: NSDictionary
    ) throws(KeychainError) -> (publicKey: SecKey, privateKey: SecKey) {
        let request = try KeyGeneration(parameters)
        let key = try CryptoKey.generate(request.type, bits: request.bits)
        let halves = [
            (try key.publicKey(), request.publicHalf), (key, request.privateHalf),
        ]
        var new: [NewItem] = []
        for case (let key, .stored(let attributes)) in halves {
            new.append(try .key(key, attributes))
        }
        var stored: [Item] = []
        if !new.isEmpty {
            stored = try request.keychain.add(new, duplicates: .refused, asking: request.use.asking)
        }
        var made: [SecKey] = []
        for (key, half) in halves {
            switch half {
            case .memory(let attributes): made.append(SecKey(key, attributes))
            case .stored:
                made.append(
                    try SecKey(
                        stored: stored.removeFirst(), in: request.keychain, request.use.carried))
            }
        }
        return (made[0], made[1])
    }
}
