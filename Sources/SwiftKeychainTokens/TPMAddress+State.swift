import SwiftKeychainModel

extension TPMAddress {
    /// Returns what a TPM is, for the user.
    ///
    /// - Throws: as opening a connection; `unimplemented` without libtss2.
    package func state() throws(KeychainError) -> String {
        let connection = try TPMConnection(self)
        // GetCapability: the first properties are the family, and the maker in the sixth.
        let command = TPMWriter.unsized {
            $0.short(0x8001)
            $0.long(22)
            $0.long(0x17a)
            $0.long(6)
            $0.long(0x100)
            $0.long(6)
        }
        var answer = TPMReader(try connection.exchange(command))
        guard answer.bytes(6) != nil, let result = answer.long() else {
            throw KeychainError(.internalError, "\(self): the answer isn't one of a TPM")
        }
        guard result == 0 else { throw TPMResult(result).error(self) }
        _ = answer.bytes(9)
        var texts: [UInt32: String] = [:]
        while let property = answer.long(), let value = answer.bytes(4) {
            texts[property] = String(
                decoding: value.filter { (0x20..<0x7f).contains($0) }, as: UTF8.self)
        }
        guard TPMLibrary.shared != nil else {
            throw KeychainError(
                .unimplemented,
                "\(self): not used without libtss2 (Debian: libtss2-esys-3.0.2-0)")
        }
        return "TPM \(texts[0x100] ?? "?") of \(texts[0x105] ?? "?")"
    }
}
