import SwiftKeychainPKI
import SwiftKeychainModel

/// Is a certificate, key or identity that a caller holds in hand; it may be stored or not.
package enum ItemObject: Sendable {
    case certificate(SecCertificate)
    case key(SecKey)
    case identity(SecIdentity)

    /// Takes an object of one of the three classes; nil for any other.
    init?(_ object: AnyObject) {
        switch object {
        case let certificate as SecCertificate: self = .certificate(certificate)
        case let key as SecKey: self = .key(key)
        case let identity as SecIdentity: self = .identity(identity)
        default: return nil
        }
    }

    var itemClass: ItemClass {
        switch self {
        case .certificate: .certificate
        case .key: .key
        case .identity: .identity
        }
    }

    var object: AnyObject {
        switch self {
        case .certificate(let certificate): certificate
        case .key(let key): key
        case .identity(let identity): identity
        }
    }

    /// The certificate that match keys are about; nil of a key.
    var certificate: Certificate? {
        switch self {
        case .certificate(let certificate): certificate.certificate
        case .key: nil
        case .identity(let identity): identity.certificate.certificate
        }
    }
}
