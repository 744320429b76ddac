// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

extension WebAddress {
    /// Makes the address of an internet password.
    package init(_ item: Item) {
        self.init(
            code: item[.protocol]?.integer ?? 0, server: item[.server]?.text ?? "",
            port: item[.port]?.integer ?? 0, path: item[.path]?.text ?? "")
        code = code ?? item[.protocol]?.text
    }

    /// - Parameter code: the four characters of the protocol as a number; 0 for none.
    package init(code: Int64, server: String, port: Int64, path: String) {
        let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        self.init(
            code: code == 0 ? nil : String(decoding: characters, as: UTF8.self), server: server,
            port: port, path: path)
    }
}

extension Item {
    /// Returns whether the item is the internet password of an address, and of its user if it names one.
    ///
    /// - Parameter isWhole: whether an address without a path means no path, and not any.
    func isPassword(of address: WebAddress, isWhole: Bool) -> Bool {
        guard itemClass == .internetPassword else { return false }
        let own = WebAddress(self)
        let path = address.path == "/" ? "" : address.path
        return own.code == address.code && own.port == address.port
            && own.server.lowercased() == address.server
            && (!isWhole && path.isEmpty || (own.path == "/" ? "" : own.path) == path)
            && (address.user.isEmpty
                || PercentEncoding.decode(address.user.utf8)?.withBytes { Array($0) }
                    == stored[.account]?.bytes)
    }
}
