// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSecretBus
import SwiftKeychainSystem
import Synchronization

/// What other threads have for the thread of the bus: signals and replies, in their order.
final class Mailbox: Sendable {
    enum Letter: Sendable {
        case signal(BusSignal)
        /// The answer to the call with this number, and what is done once it is sent.
        case reply(Int, Result<[BusValue], BusFailure>, (@Sendable () -> Void)?)
    }

    private let letters = Mutex<[Letter]>([])
    private let ends: (read: Int32, write: Int32)

    /// - Throws: `notAvailable` where no more files can be opened.
    init() throws(KeychainError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw KeychainError(.notAvailable, "pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        System.close(ends.read)
        System.close(ends.write)
    }

    /// The descriptor that can be read while there are letters.
    var descriptor: Int32 { ends.read }

    func post(_ letter: Letter) {
        let isFirst = letters.withLock { letters in
            letters.append(letter)
            return letters.count == 1
        }
        var byte: UInt8 = 0
        if isFirst { _ = write(ends.write, &byte, 1) }
    }

    func takeAll() -> [Letter] {
        var bytes: [UInt8] = [0, 0, 0, 0]
        while read(ends.read, &bytes, bytes.count) > 0 {}
        return letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}

/// A signal to send.
struct BusSignal: Sendable {
    let path: String
    let interface: String
    let member: String
    let values: [BusValue]
    /// The only connection that gets it; nil for all.
    var destination: String?
}
