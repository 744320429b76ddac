// SPDX-License-Identifier: Apache-2.0

extension KeychainError {
    /// Returns the error for a value of an attribute that breaks `rule`.
    package static func refused(_ attribute: Attribute, _ rule: String) -> KeychainError {
        KeychainError(.parameter, "\(attribute.constant): \(rule)")
    }

    /// Returns the error for an attribute that the class doesn't have.
    static func unknown(_ attribute: Attribute) -> KeychainError {
        KeychainError(.noSuchAttribute, "\(attribute.constant): no attribute of this class")
    }
}

extension Attribute {
    /// The name of the constant, such as `kSecAttrAccount`, for the details of errors; the raw value
    /// in quotes when Apple has no constant for it.
    public var constant: String {
        let known = QueryConstants.attributes.first { $0.value.description == rawValue }
        return known?.name.description ?? "\"\(rawValue)\""
    }
}
