// SPDX-License-Identifier: Apache-2.0
/// SHA-1 (FIPS 180-4, 6.1.2) with the bytes of each word, of the message and of the digest, in reverse order:
/// the digest of wallets of KWallet 5. It only detects damage.
enum SwappedSHA1 {
    /// Returns the digest, 20 bytes.
    ///
    /// libcrypto can't compute it from a message with swapped words, because the padding that it adds keeps its order.
    static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var state: [UInt32] = [
            0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
        ]
        let length = UInt64(bytes.count) * 8
        // The padding is one byte 0x80 and eight bytes of the length in bits, at least.
        let blocks = (bytes.count + 9 + 63) / 64
        /// Returns a byte of the padded message.
        func padded(_ index: Int) -> UInt32 {
            if index < bytes.count { return UInt32(bytes[index]) }
            let fromEnd = blocks * 64 - 1 - index
            if fromEnd < 8 {
                return UInt32(truncatingIfNeeded: length >> UInt64(8 * fromEnd)) & 0xff
            }
            return index == bytes.count ? 0x80 : 0
        }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
            for block in 0..<blocks {
                for index in 0..<16 {
                    let place = block * 64 + index * 4
                    words[index] =
                        padded(place) | padded(place + 1) << 8 | padded(place + 2) << 16
                        | padded(place + 3) << 24
                }
                for index in 16..<80 {
                    words[index] = rotated(
                        words[index - 3] ^ words[index - 8] ^ words[index - 14]
                            ^ words[index - 16], 1)
                }
                add(words, to: &state)
            }
            // The words hold the folders in clear.
            words.update(repeating: 0)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    /// Adds one block of 80 expanded words to the state (FIPS 180-4, section 6.1.2).
    private static func add(_ words: UnsafeMutableBufferPointer<UInt32>, to state: inout [UInt32]) {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let mixed: UInt32
            switch index / 20 {
            case 0: mixed = (b & c | ~b & d) &+ 0x5a82_7999
            case 1: mixed = (b ^ c ^ d) &+ 0x6ed9_eba1
            case 2: mixed = (b & c | b & d | c & d) &+ 0x8f1b_bcdc
            default: mixed = (b ^ c ^ d) &+ 0xca62_c1d6
            }
            (a, b, c, d, e) = (rotated(a, 5) &+ mixed &+ e &+ word, a, rotated(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
