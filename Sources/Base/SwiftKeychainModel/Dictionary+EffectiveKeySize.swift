// SPDX-License-Identifier: Apache-2.0
extension Dictionary<Attribute, AttributeValue> {
    /// The attributes of a key with the effective size of the cipher: 56 bits for DES when no size
    /// was given, or the 64 bits that include parity.
    package var withEffectiveKeySize: Self {
        guard isDES, self[.effectiveKeySize].map({ $0.keyNumber == 64 }) ?? true else {
            return self
        }
        return merging([.effectiveKeySize: .number(56)]) { $1 }
    }

    /// The conditions of a search with the effective size as keys are stored with it; unchanged when
    /// the search doesn't name one.
    var withStoredKeySize: Self { self[.effectiveKeySize] == nil ? self : withEffectiveKeySize }

    /// True for the number of `kSecAttrKeyTypeDES`.
    private var isDES: Bool { self[.type]?.keyNumber == 14 }
}
