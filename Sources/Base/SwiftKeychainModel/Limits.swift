// SPDX-License-Identifier: Apache-2.0
/// The maximum sizes of an item's parts. Larger values are refused with errSecParam, never truncated.
public enum Limits {
    /// Bytes of one secret, 16 MiB.
    public static let secretBytes = 16 << 20
    /// Bytes of one certificate, 1 MiB.
    public static let certificateBytes = 1 << 20
    /// Bytes of one attribute, 64 KiB.
    public static let attributeBytes = 64 << 10
    /// Bytes of all attributes of an item together, 1 MiB.
    public static let allAttributesBytes = 1 << 20
    /// Keys in one query dictionary.
    public static let dictionaryKeys = 128
}
