extension Dictionary<Attribute, AttributeValue> {
    /// Gives the attributes of a key with the effective size of the cipher: 56 bits for DES, whose
    /// other 8 are parity, where nothing or the size with parity was given.
    package var withEffectiveKeySize: Self {
        guard isDES, self[.effectiveKeySize].map({ $0.keyNumber == 64 }) ?? true else {
            return self
        }
        return merging([.effectiveKeySize: .number(56)]) { $1 }
    }

    /// Gives the conditions of a search as keys are stored; one without an effective size stays so.
    var withStoredKeySize: Self { self[.effectiveKeySize] == nil ? self : withEffectiveKeySize }

    /// True for the number of `kSecAttrKeyTypeDES`.
    private var isDES: Bool { self[.type]?.keyNumber == 14 }
}
