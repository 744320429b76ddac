// SPDX-License-Identifier: Apache-2.0
extension AccessControl {
    /// What must be present before an item opens.
    public struct Demand: Sendable, Hashable {
        /// The passcode of the keychain.
        public var passcode = false
        /// The password that is part of the item's key.
        public var applicationPassword = false
        /// A device that doesn't exist on Linux, so the item can't be opened.
        public var device: Device?

        public init(
            passcode: Bool = false, applicationPassword: Bool = false, device: Device? = nil
        ) {
            self.passcode = passcode
            self.applicationPassword = applicationPassword
            self.device = device
        }

        /// Returns the demand that satisfies both.
        package func joined(with other: Demand) -> Demand {
            Demand(
                passcode: passcode || other.passcode,
                applicationPassword: applicationPassword || other.applicationPassword,
                device: device ?? other.device)
        }

        public enum Device: Sendable, Hashable {
            case biometry
            case companion
        }

        public var isEmpty: Bool { !passcode && !applicationPassword && device == nil }
    }

    /// The demand for opening the item.
    ///
    /// All constraints must be met, or one of them with `or`. An application password must be given
    /// in either case.
    public var demand: Demand {
        var demand = Demand(applicationPassword: flags.contains(.applicationPassword))
        let constraints = flags.intersection(Flags.presence)
        if constraints.isEmpty { return demand }
        let withPasscode: Flags = [.userPresence, .devicePasscode]
        let withDevice = constraints.subtracting(withPasscode)
        let isEnough = withDevice.isEmpty || flags.contains(.or) && withDevice != constraints
        if isEnough {
            demand.passcode = true
        } else {
            demand.device = withDevice == .companion ? .companion : .biometry
        }
        return demand
    }
}

extension Item {
    /// Returns the demand of a search that returns `parts` of the item.
    ///
    /// With `privateKeyUsage`, each use of the key has a demand; its attributes and references have
    /// none.
    package func demand(reading parts: Parts) -> AccessControl.Demand {
        if let certificate, let privateKey {
            // The secret of an identity is that of its certificate.
            return certificate.demand(reading: parts)
                .joined(with: privateKey.demand(reading: parts.subtracting(.secret)))
        }
        if parts.isEmpty { return AccessControl.Demand() }
        return isDemandedByUseAlone && !parts.contains(.secret)
            ? AccessControl.Demand() : accessControl.demand
    }

    /// Returns the parts of the item that a change opens: the secret too, except of a key with
    /// `privateKeyUsage` that keeps its secret and its access control.
    package func parts(openedBy change: Change) -> Parts {
        let keeps = change.secret == nil && change.keepsAccessControl(of: self)
        return isDemandedByUseAlone && keeps ? .attributes : [.attributes, .secret]
    }

    private var isDemandedByUseAlone: Bool {
        itemClass == .key && accessControl.flags.contains(.privateKeyUsage)
    }

    /// Whether the stored secret is wrapped by an application password.
    package var isWrapped: Bool {
        (certificate ?? self).accessControl.flags.contains(.applicationPassword)
    }
}
