// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A smart card, or another token of PKCS#11, in a slot.
package struct CardToken: Sendable, Hashable {
    /// The identifier: the RFC 7512 URI of model, manufacturer, serial number and label. It stays the same in
    /// any slot.
    ///
    ///     pkcs11:model=PKCS%2315;manufacturer=Example%20Ltd;serial=0123;token=ann
    package let id: String
    /// The label, for users; control characters are left out.
    package let label: String
    /// The name of the slot or reader.
    package let slotName: String
    let flags: UInt

    /// The beginning of the identifiers of all tokens of PKCS#11.
    package static let prefix = "pkcs11:"

    /// CKF_LOGIN_REQUIRED.
    var requiresLogin: Bool { flags & 1 << 2 != 0 }
    /// CKF_PROTECTED_AUTHENTICATION_PATH: the reader has a keypad.
    var hasProtectedPath: Bool { flags & 1 << 8 != 0 }
    /// CKF_USER_PIN_COUNT_LOW: a wrong PIN was given since the last right one.
    package var isCountLow: Bool { flags & 1 << 16 != 0 }
    /// CKF_USER_PIN_FINAL_TRY: the next wrong PIN locks it.
    package var isFinalTry: Bool { flags & 1 << 17 != 0 }
    /// CKF_USER_PIN_LOCKED.
    var isLocked: Bool { flags & 1 << 18 != 0 }

    /// Lists the tokens that are in slots now, without those that aren't initialised; one in two slots once.
    ///
    /// A module that fails is left out.
    ///
    /// - Throws: `notAvailable` if p11-kit isn't installed.
    package static func present() throws(KeychainError) -> [CardToken] {
        try CardLibrary.exclusively { try places().map(\.token) }
    }

    /// A token with its module and slot.
    struct Place {
        let token: CardToken
        let module: CardModule
        let slot: UInt
    }

    /// Lists the initialised tokens of all modules. A module that fails has none.
    static func places() throws(KeychainError) -> [Place] {
        var places: [Place] = []
        for module in try CardLibrary.shared().modules {
            for slot in (try? module.slots()) ?? [] {
                // CKF_TOKEN_INITIALIZED. The token may be taken out meanwhile.
                guard let info = try? module.token(in: slot), info.flags & 1 << 10 != 0 else {
                    continue
                }
                let token = CardToken(
                    info.texts, info.flags,
                    slotName: (try? module.description(of: slot)) ?? [])
                if !places.contains(where: { $0.token.id == token.id }) {
                    places.append(Place(token: token, module: module, slot: slot))
                }
            }
        }
        return places
    }

    /// Finds the slot of a token.
    ///
    /// - Throws: `itemNotFound` if it isn't in a slot.
    static func place(of id: String) throws(KeychainError) -> Place {
        guard let place = try places().first(where: { $0.token.id == id }) else {
            throw KeychainError(.itemNotFound, "smart card \(id): it isn't in a reader")
        }
        return place
    }
}

extension CardToken {
    /// - Parameter texts: label, manufacturer, model and serial number of CK_TOKEN_INFO, of 32, 32, 16 and 16
    ///   bytes.
    private init(_ texts: [UInt8], _ flags: UInt, slotName: [UInt8]) {
        func field(_ range: Range<Int>) -> [UInt8] { Self.trimmed(texts[range]) }
        let label = field(0..<32)
        let parts = [
            ("model", field(64..<80)), ("manufacturer", field(32..<64)),
            ("serial", field(80..<96)), ("token", label),
        ]
        id = Self.prefix + parts.map { "\($0)=\(Self.escaped($1))" }.joined(separator: ";")
        self.label = Self.shown(label)
        self.slotName = Self.shown(Self.trimmed(slotName[...]))
        self.flags = flags
    }

    /// Texts are padded with blanks.
    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let end = bytes.lastIndex { $0 != 0x20 && $0 != 0 }
        return end.map { Array(bytes[...$0]) } ?? []
    }

    /// Returns text of a token without control characters, which a terminal would obey.
    private static func shown(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" }))
    }

    /// Escapes bytes as p11-kit does: all but letters, digits, and `_-.`.
    private static func escaped(_ bytes: [UInt8]) -> String {
        PercentEncoding.encode(SecretBytes(copying: bytes), keeping: "_-.").withBytes {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
