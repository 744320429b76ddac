// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A right that ``LARightStore`` keeps, with its private key and its secret.
///
///     let right = try await LARightStore.shared.right(forIdentifier: "vault")
///     try await right.authorize(localizedReason: "to open the vault")
///     let secret = try await right.secret.rawData
///
/// The key and the secret open while the right is authorized; otherwise their functions fail with
/// `notInteractive`.
public final class LAPersistedRight: LARight, @unchecked Sendable {
    let items: RightItems

    /// The private key of the right.
    public let key: LAPrivateKey

    /// The secret of the right.
    public let secret: LASecret

    init(_ items: RightItems) throws {
        let session = RightSession()
        self.items = items
        key = LAPrivateKey(items, session, LAPublicKey(try items.key(kSecAttrKeyClassPublic)))
        secret = LASecret(items, session)
        super.init(requirement: .default, session)
    }
}

/// The secret that was saved with a right.
public final class LASecret: NSObject, Sendable {
    private let items: RightItems
    private let session: RightSession

    init(_ items: RightItems, _ session: RightSession) {
        self.items = items
        self.session = session
    }

    /// The secret.
    ///
    /// - Throws: `notInteractive` while the right isn't authorized; `errSecItemNotFound`, of
    ///   `NSOSStatusErrorDomain`, if the right has no secret or was removed.
    public var rawData: Data {
        get async throws { try items.secret(try session.context) }
    }

    /// Returns the secret: see ``rawData``.
    public func loadData(completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        Completion.run(completion) { try await self.rawData }
    }
}
