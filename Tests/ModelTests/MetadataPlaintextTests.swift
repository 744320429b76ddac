// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import Testing

/// The attributes of an item as bytes, from whoever wrote them.
@Suite struct MetadataPlaintextTests {
    /// Another process, which a failed allocation would end, may take only a few times the bytes.
    @Test func aCountReservesNoMemory() async {
        await #expect(processExitsWith: .exitCode(77)) {
            // A secret: no; 2^25 attributes.
            let head: [UInt8] = [0x82, 0xf4, 0xba, 2, 0, 0, 0]
            let bytes = head + [UInt8](repeating: 0x40, count: 2 << 25)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            var status = [CChar](repeating: 0, count: 64)
            let file = open("/proc/self/statm", O_RDONLY)
            guard read(file, &status, 63) > 0 else { _exit(1) }
            limit.rlim_cur = rlim_t(atol(status) * sysconf(Int32(_SC_PAGESIZE))) + (512 << 20)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            guard (try? MetadataPlaintext(bytes)) == nil else { _exit(2) }
            _exit(77)
        }
    }
}
