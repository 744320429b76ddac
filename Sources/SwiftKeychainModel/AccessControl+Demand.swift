extension AccessControl {
    /// Says what must be there before an item opens.
    public struct Demand: Sendable, Hashable {
        /// The passcode of the keychain.
        public var passcode = false
        /// The password that is part of the item's key.
        public var applicationPassword = false
        /// A device that does not exist here; nothing else can make up for it.
        public var device: Device?

        public init(
            passcode: Bool = false, applicationPassword: Bool = false, device: Device? = nil
        ) {
            self.passcode = passcode
            self.applicationPassword = applicationPassword
            self.device = device
        }

        /// Gives what meets both.
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

    /// What opening the item demands.
    ///
    /// Several constraints are demanded all, or with `or` one of them; an application password comes
    /// on top, whatever stands between the others.
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
    /// What a search demands that returns `parts` of the item.
    ///
    /// With `privateKeyUsage` the attributes and references of a key are free: what is demanded, is
    /// at each use of the key.
    package func demand(reading parts: Parts) -> AccessControl.Demand {
        if let certificate, let privateKey {
            // The secret of an identity is that of its certificate.
            return certificate.demand(reading: parts)
                .joined(with: privateKey.demand(reading: parts.subtracting(.secret)))
        }
        if parts.isEmpty { return AccessControl.Demand() }
        let isFree = itemClass == .key && accessControl.flags.contains(.privateKeyUsage)
        return isFree && !parts.contains(.secret) ? AccessControl.Demand() : accessControl.demand
    }

    /// Tells that the secret is wrapped by an application password where it is stored.
    package var isWrapped: Bool {
        (certificate ?? self).accessControl.flags.contains(.applicationPassword)
    }
}
