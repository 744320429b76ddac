// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The number of descriptors that this process may have open.
package enum DescriptorLimit {
    /// Raises it as far as is allowed without privileges, for many connections.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
