// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainTPM

/// What the counter of a TPM says about a store.
enum AnchorState: Equatable {
    /// The store is the current one.
    case current
    /// A process ended between its commit and the increment: the store is the current one.
    case behind
    /// The folder is an earlier copy, or the counter isn't as the store left it. With the value of the
    /// counter, if it still has its secret.
    case refused(String, value: Int64?)

    /// Compares the counter in the TPM with the value in the manifest.
    ///
    /// | the TPM's counter | the store is |
    /// |---|---|
    /// | at the store's value | the current one |
    /// | one below it | the current one: a process ended between the commit and the increment |
    /// | above it | an earlier copy |
    /// | further below it, missing, or another one | not to be compared with it |
    init(_ reading: TPMCounter.Reading, _ counter: StoreAnchor.Counter) {
        let (stored, name) = (counter.counted.value, counter.counted.name)
        switch reading {
        case .value(let value):
            let value = Int64(clamping: value)
            if value == stored {
                self = .current
            } else if value == stored - 1 {
                self = .behind
            } else if value > stored {
                self = .refused(
                    "the folder is an earlier copy: the TPM's counter \(name) is at \(value), the"
                        + " folder at \(stored)", value: value)
            } else {
                self = .refused(
                    "the TPM's counter \(name) was put back: it is at \(value), the folder at"
                        + " \(stored)", value: value)
            }
        case .missing: self = .refused("the TPM has no counter \(name) any more", value: nil)
        case .foreign:
            self = .refused(
                "another program replaced the TPM's counter \(name)", value: nil)
        case .otherTPM:
            self = .refused(
                "the TPM isn't the one that has the counter \(name), or it was cleared since",
                value: nil)
        }
    }
}

extension CountedValue {
    /// The index as TPM software writes it.
    var name: String { "0x0" + String(index, radix: 16) }
}
