// SPDX-License-Identifier: Apache-2.0
/// The protection class of an item: when it can be read and whether it may leave this device.
///
/// The raw value is the value of `kSecAttrAccessible` and of the column `pdmn`.
public enum ProtectionClass: String, Sendable, Hashable, CaseIterable {
    case whenUnlocked = "ak"
    case afterFirstUnlock = "ck"
    case always = "dk"
    case whenUnlockedThisDeviceOnly = "aku"
    case afterFirstUnlockThisDeviceOnly = "cku"
    case alwaysThisDeviceOnly = "dku"
    case whenPasscodeSetThisDeviceOnly = "akpu"

    /// Whether items of this class stay on the device that made them.
    public var isThisDeviceOnly: Bool { rawValue.hasSuffix("u") }
}

extension ItemClass {
    /// The protection class of an item that is added without one.
    public var defaultProtection: ProtectionClass { self == .certificate ? .always : .whenUnlocked }
}
