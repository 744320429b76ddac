// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

/// Returns the contents of a certificate for display.
///
/// - Parameters:
///   - keys: `kSecOID…` constants, or other object identifiers as strings with dots; nil for
///     everything.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: a dictionary for each key that the certificate has, under that key, with
///   `kSecPropertyKeyType`, `kSecPropertyKeyLabel`, `kSecPropertyKeyLocalizedLabel` and
///   `kSecPropertyKeyValue`. The value is a string, data, a number, a URL; for a section an array
///   of such dictionaries; for an array the bare values. Nil, with an error of code `errSecParam`,
///   when an element of `keys` is not a string.
///
/// The attributes of a name are labelled with their object identifiers. Validity is a number of
/// seconds since 2001-01-01 00:00 UTC; key usage a number, the bits of `SecKeyUsage`; extended key
/// usage an array of data, the content octets of the purposes. Other extensions are sections that
/// begin with "Critical"; unknown ones are returned as bytes.
public func SecCertificateCopyValues(
    _ certificate: SecCertificate, _ keys: CFArray?,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
    handingError(to: error) {
        var properties = certificate.certificate.properties
        if let keys {
            guard let names = keys as? [String] else {
                throw KeychainError(.parameter, "keys: an element is not a string")
            }
            let wanted = Set(names)
            properties = properties.filter { wanted.contains($0.key) }
        }
        return properties.mapValues(\.object) as CFDictionary
    }
}

extension CertificateProperty {
    fileprivate var object: NSDictionary {
        let (type, value) = value.object
        return [
            kSecPropertyKeyType: type, kSecPropertyKeyLabel: label as NSString,
            kSecPropertyKeyLocalizedLabel: title as NSString, kSecPropertyKeyValue: value,
        ] as [NSString: NSObject] as NSDictionary
    }
}

extension CertificateProperty.Value {
    fileprivate var object: (type: CFString, value: NSObject) {
        switch self {
        case .string(let text): (kSecPropertyTypeString, text as NSString)
        case .data(let octets): (kSecPropertyTypeData, NSData(octets))
        case .integer(let number): (kSecPropertyTypeNumber, NSNumber(value: number))
        case .number(let number): (kSecPropertyTypeNumber, NSNumber(value: number))
        case .url(let text):
            if let url = NSURL(string: text) {
                (kSecPropertyTypeURL, url)
            } else {
                (kSecPropertyTypeString, text as NSString)
            }
        case .section(let properties):
            (kSecPropertyTypeSection, properties.map(\.object) as NSArray)
        case .list(let values): (kSecPropertyTypeArray, values.map(\.object.value) as NSArray)
        }
    }
}
