// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

/// The items that an imported one was stored as: one, or both halves of an identity.
public struct StoredImport: Sendable {
    public let imported: ImportedItem
    public let certificate: Item?
    public let key: Item?
}

extension Keychain {
    /// Stores the items of a file in one transaction; duplicates within the file are stored once.
    ///
    ///     let file = try bytes.withUnsafeBytes { try ImportedFile.read($0) }
    ///     let stored = try Keychain.default.store(file.items, duplicates: .ignored)
    ///
    /// Items keep the label that the file gives them; a certificate without one gets its subject
    /// summary, and a private key "Imported Private Key", by which scripts for macOS find it.
    ///
    /// - Parameters:
    ///   - keyAttributes: further attributes of private and symmetric keys.
    ///   - authentication: how the user is asked for the password that an access control demands.
    /// - Returns: the items in the order they were given.
    /// - Throws: as `add(_:duplicates:asking:)`.
    public func store(
        _ imported: [ImportedItem], keyAttributes: [Attribute: AttributeValue] = [:],
        duplicates: Duplicates, asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [StoredImport] {
        var items: [NewItem] = []
        var places: [Half: Int] = [:]
        var found: [(certificate: Int?, key: Int?)] = []
        func place(
            _ half: Half, _ make: @autoclosure () throws -> NewItem
        ) throws(KeychainError) -> Int {
            if let known = places[half] { return known }
            items.append(try translating(make))
            places[half] = items.count - 1
            return items.count - 1
        }
        for item in imported {
            func named(_ label: String?) -> [Attribute: AttributeValue] {
                label.map { [.label: .string($0)] } ?? [:]
            }
            let label = named(item.label)
            let own = label.merging(keyAttributes) { label, _ in label }
            var halves: (certificate: Int?, key: Int?)
            if let certificate = item.certificate {
                halves.certificate = try place(
                    .certificate(certificate),
                    NewItem.certificate(certificate, named(item.certificateLabel)))
            }
            if let key = item.key {
                let ofKey =
                    key.part == .private
                    ? own.merging([.label: .string("Imported Private Key")]) { own, _ in own }
                    : label
                halves.key = try place(.key(key), NewItem.key(key, ofKey))
            }
            if case .symmetricKey(let bytes) = item.value {
                // Without a distinct name it would be the same item as any key of its size.
                let name = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
                items.append(
                    try NewItem.symmetricKey(
                        bytes, own.merging([.applicationLabel: .data(name)]) { own, _ in own }))
                halves.key = items.count - 1
            }
            found.append(halves)
        }
        let stored = try add(items, duplicates: duplicates, asking: authentication)
        return zip(imported, found).map { item, halves in
            StoredImport(
                imported: item, certificate: halves.certificate.map { stored[$0] },
                key: halves.key.map { stored[$0] })
        }
    }
}

/// What is stored as one item.
private enum Half: Hashable {
    case certificate(Certificate)
    case key(CryptoKey)
}
