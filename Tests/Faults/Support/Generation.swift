// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport

extension TemporaryHome {
    /// Raises the generation in `keychain.lock`: every process opens file and keybag anew.
    func raiseGeneration() throws {
        let file = try FileHandle(
            forUpdating: URL(fileURLWithPath: path + "/keychains/keychain.lock"))
        defer { try? file.close() }
        try file.seek(toOffset: 8)
        let number = (file.readData(ofLength: 8) as NSData).bytes.loadUnaligned(as: UInt64.self)
        try file.seek(toOffset: 8)
        withUnsafeBytes(of: (number &+ 1).littleEndian) { file.write(Data($0)) }
    }
}
