// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Security

extension Leaks {
    /// A private key that was written to files of every format and read again is gone when it is
    /// released.
    func keyInFiles(_ type: CFString, bits: Int) {
        let needles = writtenAndRead(type, bits)
        Talk.say("numbers \(needles.count)")
        for needle in needles { report(needle) }
    }

    /// Holds the key in a call of its own, so that nothing of it outlives that.
    @inline(never)
    private func writtenAndRead(_ type: CFString, _ bits: Int) -> [MaskedBytes] {
        let parameters: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil) else { return [] }
        let formats: [SecExternalFormat] = [
            .formatOpenSSL, .formatBSAFE, .formatWrappedPKCS8, .formatWrappedOpenSSL, .formatSSHv2,
            .formatPKCS12, .formatPEMSequence,
        ]
        for format in formats {
            for flags in [[], SecItemImportExportFlags.pemArmour] {
                if !exchange(key, format, flags) { Talk.say("failed: \(format)") }
            }
        }
        return numbers(of: key)
    }

    private func exchange(
        _ key: SecKey, _ format: SecExternalFormat, _ flags: SecItemImportExportFlags
    ) -> Bool {
        let passphrase: CFString = NSString("passphrase")
        var parameters = SecItemImportExportKeyParameters()
        parameters.passphrase = Unmanaged.passUnretained(passphrase)
        defer { withExtendedLifetime(passphrase) {} }
        var data: CFData?
        var items: CFArray?
        guard SecItemExport(key, format, flags, &parameters, &data) == errSecSuccess, let data,
            SecItemImport(data, nil, nil, nil, [], &parameters, nil, &items) == errSecSuccess
        else { return false }
        return items?.count == 1 && items?.firstObject as? SecKey == key
    }
}
