// SPDX-License-Identifier: Apache-2.0
import Glibc

extension System {
    /// The most bytes of the name of a socket.
    package static let longestSocketName = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Runs `body` with the address of a socket.
    ///
    /// - Parameter name: a path; or a name in the abstract namespace, behind a zero byte.
    /// - Returns: nil if the name is too long.
    package static func withSocketAddress<Result>(
        _ name: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        guard name.count <= longestSocketName else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = MemoryLayout.offset(of: \sockaddr_un.sun_path)! + name.count
        return withUnsafeBytes(of: &address) {
            body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
        }
    }
}
