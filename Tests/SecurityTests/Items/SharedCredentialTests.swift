// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite struct SharedCredentialTests {
    @Test func fourGroupsOfThree() throws {
        var seen: Set<String> = []
        var characters: Set<Character> = []
        for _ in 0..<500 {
            let password = try #require(SecCreateSharedWebCredentialPassword()) as String
            let groups = password.split(separator: "-", omittingEmptySubsequences: false)
            #expect(groups.map(\.count) == [3, 3, 3, 3])
            let text = groups.joined()
            #expect(text.contains { $0.isUppercase } && text.contains { $0.isLowercase })
            #expect(text.contains { $0.isNumber })
            characters.formUnion(text)
            seen.insert(password)
        }
        #expect(seen.count == 500)
        // Of 6000 characters none of the 57 is missing, and none that looks like another is there.
        #expect(characters.count == 57)
        #expect(characters.isDisjoint(with: "01OIl-"))
    }
}
