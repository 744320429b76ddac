// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@Suite struct IntegerTests {
    @Test(
        arguments: [
            ("0", 0), ("-25300", -25300), ("0x10", 16), ("0X1f", 31), ("010", 8), ("-0x1", -1),
            ("2147483647", .max), ("4294967295", -1), ("0xffff9d2c", -25300), ("-2147483648", .min),
        ] as [(String, Int32)])
    func aWordIsDecimalHexadecimalOrOctal(_ word: String, _ number: Int32) {
        #expect(Int32(option: Array(word.utf8)) == number)
    }

    @Test(arguments: ["", "-", "+1", "0x", "08", "1 ", "4294967296", "-2147483649", "-+1", "x"])
    func anyOtherWordIsNoNumber(_ word: String) {
        #expect(Int32(option: Array(word.utf8)) == nil)
        #expect(Int32(option: [0xff]) == nil)
    }
}
