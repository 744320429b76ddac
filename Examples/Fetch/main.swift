import Foundation
import FoundationNetworking
import Security

// Fetches a page with URLSession and trusts, besides nothing else, the certificates in the keychain with
// the label of the first argument.
//
// On Linux URLSession asks no delegate about the server's certificate. It reads the anchors from the PEM
// file that this environment variable names, so set it before the first request.

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let url = URL(string: arguments[2]) else {
    fail("usage: keychain-fetch LABEL-OF-THE-ANCHORS URL")
}

let query: [String: Any] = [
    kSecClass as String: kSecClassCertificate,
    kSecAttrLabel as String: arguments[1],
    kSecMatchLimit as String: kSecMatchLimitAll,
    kSecReturnRef as String: true,
]
var found: CFTypeRef?
var status = SecItemCopyMatching(query as CFDictionary, &found)
guard status == errSecSuccess, let certificates = found else {
    fail("\(arguments[1]): \(SecCopyErrorMessageString(status, nil) as String? ?? "\(status)")")
}
var exported: CFData?
status = SecItemExport(certificates, .formatPEMSequence, .pemArmour, nil, &exported)
guard status == errSecSuccess, let exported else { fail("SecItemExport: \(status)") }

let anchors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try (exported as Data).write(to: anchors)
defer { try? FileManager.default.removeItem(at: anchors) }
setenv("URLSessionCertificateAuthorityInfoFile", anchors.path, 1)

let done = DispatchSemaphore(value: 0)
nonisolated(unsafe) var result: Result<Data, Error>?
let session = URLSession(configuration: .ephemeral)
let task = session.dataTask(with: url) { data, _, error in
    result = error.map(Result.failure) ?? .success(data ?? Data())
    done.signal()
}
task.resume()
done.wait()
switch result {
case .success(let data): FileHandle.standardOutput.write(data)
case .failure(let error):
    try? FileManager.default.removeItem(at: anchors)
    fail("\(url): \(error.localizedDescription)")
case nil: fail("\(url): no answer")
}
