// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainDaemon
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem

// Either end of a connection, a process each: `PeerProbe VERB ARGUMENT...`.

signal(SIGPIPE, SIG_IGN)
let words = CommandLine.arguments

/// Writes a line at once.
func print(_ text: String) {
    let line = text + "\n"
    _ = write(1, line, line.utf8.count)
}

func fail(_ text: String) -> Never {
    print("failed \(text): \(String(cString: strerror(errno)))")
    exit(2)
}

func waitForInput() { _ = readLine() }

/// Has a test fail that waits for a line which doesn't come. Signals may be blocked here.
func endAfterAMinute() {
    _ = DetachedThread.start {
        sleep(60)
        exit(1)
    }
}

// MARK: The service

/// serve SOCKET MODE CONFIGURATION ACCOUNTS: judges each program that connects, and then reads its messages.
func serve(_ path: String, _ rules: PeerRules) {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard (try? UnixSocket.withAddress(path) { bind(listener, $0, $1) }) == 0,
        chmod(path, 0o666) == 0,
        listen(listener, 64) == 0
    else { fail("listen") }
    print("ready")
    while case let connection = accept(listener, nil, nil), connection >= 0 {
        judge(connection, rules)
        close(connection)
        print("end")
    }
}

func judge(_ connection: Int32, _ rules: PeerRules) {
    // A moment, for a client that becomes another program at once.
    usleep(30_000)
    do throws(KeychainError) {
        let peer = try Peer(of: connection, mode: rules.mode, rules: rules)
        print("process \(peer.pid) user \(peer.uid)")
        let nonce = RandomSource.system.bytes(Frame.nonceBytes)
        _ = write(connection, nonce, nonce.count)
        var source = FrameSource(sender: peer.pid, nil)
        var echo: [UInt8] = []
        while echo.count < nonce.count {
            guard let bytes = try receive(nonce.count - echo.count, connection, &source) else {
                return print("left")
            }
            echo += bytes
        }
        guard echo == nonce else { return print("another nonce") }
        try peer.confirm()
        for line in peer.rights.lines { print(line) }
        print("judged")
        _ = write(connection, "k", 1)
        while let bytes = try receive(4096, connection, &source) {
            print("message \(String(decoding: bytes, as: UTF8.self))")
        }
    } catch {
        print("refused: \(error.detail)")
    }
}

/// Waits for bytes; nil at the end.
func receive(
    _ most: Int, _ connection: Int32, _ source: inout FrameSource
) throws(KeychainError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: most)
    while true {
        var state = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard source.hasBytes || poll(&state, 1, 20_000) > 0 else { return nil }
        let count = try translating {
            try buffer.withUnsafeMutableBytes { try source.receive(connection, $0) }
        }
        if count >= 0 { return count == 0 ? nil : Array(buffer[..<count]) }
    }
}

// MARK: The client

func connectTo(_ path: String) -> Int32 {
    let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard (try? UnixSocket.withAddress(path) { connect(connection, $0, $1) }) == 0 else {
        fail("connect")
    }
    return connection
}

func readNonce(_ connection: Int32) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: Frame.nonceBytes)
    let count = recv(connection, &nonce, nonce.count, Int32(MSG_WAITALL))
    return count == nonce.count ? nonce : []
}

/// Returns the nonce, and sends a message once the service has judged.
func converse(_ connection: Int32, _ message: String = "hello") {
    let nonce = readNonce(connection)
    _ = write(connection, nonce, nonce.count)
    var byte: UInt8 = 0
    if read(connection, &byte, 1) == 1 { _ = write(connection, message, message.utf8.count) }
}

/// Sends bytes with a control message: descriptors, or the credentials of another process.
func send(_ connection: Int32, _ bytes: [UInt8], kind: Int32, _ payload: [UInt32]) -> Int {
    let size = 16 + payload.count * 4
    var control = [UInt8](repeating: 0, count: (size + 7) & ~7)
    control.withUnsafeMutableBytes {
        $0.storeBytes(of: size, as: Int.self)
        $0.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
        $0.storeBytes(of: kind, toByteOffset: 12, as: Int32.self)
        for (index, word) in payload.enumerated() {
            $0.storeBytes(of: word, toByteOffset: 16 + index * 4, as: UInt32.self)
        }
    }
    var bytes = bytes
    let count = bytes.count
    return bytes.withUnsafeMutableBytes { data in
        var place = iovec(iov_base: data.baseAddress, iov_len: count)
        return control.withUnsafeMutableBytes { control in
            withUnsafeMutablePointer(to: &place) { place in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (place, 1)
                (message.msg_control, message.msg_controllen) = (control.baseAddress, size)
                return sendmsg(connection, &message, 0)
            }
        }
    }
}

func run(_ program: String, _ arguments: [String]) -> Never {
    var pointers = ([program] + arguments).map { strdup($0) as UnsafeMutablePointer<CChar>? }
    pointers.append(nil)
    execv(program, &pointers)
    fail("exec")
}

/// The user's own store below a home folder, which stands for that of the user database.
func place(_ home: String) -> Location {
    setenv("HOME", home, 1)
    return Location(
        directory: home + "/.local/share/keychains",
        deviceKeyPath: home + "/.local/state/keychains/device.key")
}

/// The folder of root's files, beside the home folder.
func administration(_ home: String) -> String { home + "/../etc" }

@_silgen_name("ptrace")
func traceProcess(_ request: Int, _ process: Int, _ address: Int, _ data: Int) -> Int

let arguments = Array(words.dropFirst(2))
switch words.count > 1 ? words[1] : "" {
case "serve":
    serve(
        arguments[0],
        PeerRules(
            arguments[1] == "system" ? .system : .user, folder: arguments[2],
            accounts: arguments[3]))
case "impostor":
    // Listens as another user, and tells how many bytes it was sent before the client has left.
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard (try? UnixSocket.withAddress(arguments[0]) { bind(listener, $0, $1) }) == 0,
        chmod(arguments[0], 0o666) == 0, setgid(gid_t(arguments[1])!) == 0,
        setuid(uid_t(arguments[1])!) == 0, listen(listener, 4) == 0
    else { fail("listen") }
    print("ready")
    while case let connection = accept(listener, nil, nil), connection >= 0 {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var state = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        poll(&state, 1, -1)
        print("received \(recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT)))")
        close(connection)
    }
case "connect":
    converse(connectTo(arguments[0]))
case "hold":
    // Stays, for attacks on the process.
    let connection = connectTo(arguments[0])
    converse(connection)
    print("pid \(getpid())")
    waitForInput()
    _ = write(connection, "later", 5)
case "wait":
    waitForInput()
case "child":
    // A child returns the nonce in its parent's connection.
    let connection = connectTo(arguments[0])
    if keychain_fork() == 0 {
        converse(connection)
        exit(0)
    }
    var status: Int32 = 0
    wait(&status)
case "become":
    // Connects and becomes a trusted program, while a child speaks in the connection.
    let connection = connectTo(arguments[0])
    if keychain_fork() == 0 {
        usleep(100_000)
        converse(connection)
        exit(0)
    }
    run(arguments[1], Array(arguments.dropFirst(2)))
case "forge":
    // The same in a process namespace, where the child may send in the name of its parent.
    let connection = connectTo(arguments[0])
    let parent = getpid()
    let (user, group) = (getuid(), getgid())
    if keychain_fork() == 0 {
        let nonce = readNonce(connection)
        let sent = send(connection, nonce, kind: 2, [UInt32(parent), user, group])
        print("forged \(sent)")
        exit(0)
    }
    run(arguments[1], Array(arguments.dropFirst(2)))
case "swap":
    // Becomes a trusted program between the nonce and its return; that one has the descriptor.
    let connection = connectTo(arguments[0])
    let nonce = readNonce(connection)
    run(arguments[1], ["echo", String(connection)] + nonce.map { String($0) })
case "echo":
    let nonce = arguments.dropFirst().map { UInt8($0)! }
    _ = write(Int32(arguments[0])!, nonce, nonce.count)
    waitForInput()
case "pass":
    let connection = connectTo(arguments[0])
    print("passed \(send(connection, readNonce(connection), kind: 1, [0]))")
    waitForInput()
case "leave":
    // Ends, while another process keeps the connection and later has its number.
    let connection = connectTo(arguments[0])
    let number = getpid()
    if keychain_fork() == 0 {
        // The parent's number becomes free, and is taken by the next process, unless a thread of the service is faster.
        var child: pid_t = 0
        for _ in 0..<1000 where child != number {
            while kill(number, 0) == 0 { usleep(1000) }
            if let file = fopen("/proc/sys/kernel/ns_last_pid", "w") {
                fputs(String(number - 1), file)
                fclose(file)
            }
            child = keychain_fork()
            if child == 0 {
                if getpid() != number { _exit(0) }
                run(arguments[1], Array(arguments.dropFirst(2)))
            }
        }
        print("reused \(child == number)")
        converse(connection)
        exit(0)
    }
    exit(0)
case "trace":
    // PTRACE_SEIZE, which doesn't stop the process.
    print("trace \(traceProcess(0x4206, Int(arguments[0])!, 0, 0) == 0 ? "ok" : "refused")")
case "memory":
    let descriptor = keychain_open("/proc/\(arguments[0])/mem", O_RDWR, 0)
    print("memory \(descriptor >= 0 ? "ok" : "refused")")
case "securityd":
    // A service of the system that gives the access group "mail" to programs of a Unix group.
    let mail = gid_t(arguments[2])!
    var configuration = Daemon.Configuration(mode: .system, socket: arguments[0])
    configuration.stores = arguments[1]
    configuration.caller = { $0.gid == mail ? Caller(groups: ["mail"]) : .unsigned }
    let daemon = try Daemon(configuration)
    print("ready")
    daemon.run()
case "drop":
    // Gives up its group, and then asks for the items of "mail", as do a child and a later call.
    let service = RemoteService(
        RemoteAddress(socket: arguments[0], home: Location(home: "/none")))
    func outcome() throws -> String {
        let query = try Query(
            .genericPassword, Query.Conditions([.accessGroup: .string("mail")]))
        let find = Find(query, returning: .attributes, skips: false)
        let reply = service.perform(
            Request(.find(find), at: Location(home: "/none")), from: .unsigned, progress: nil)
        guard case .failed(let error) = reply else { return "0" }
        return "\(error.code.rawValue) \(error.detail)"
    }
    do throws(KeychainError) {
        let group = getegid()
        try service.connectAndDropGroup(connections: 2)
        print("groups \(getegid() == getgid()) \(setegid(group) != 0)")
    } catch {
        print("failed \(error.code.rawValue)")
        exit(1)
    }
    print("own \(try outcome())")
    if keychain_fork() == 0 {
        print("child \(try outcome())")
        exit(0)
    }
    var childStatus: Int32 = 0
    wait(&childStatus)
    print("own \(try outcome())")
    waitForInput()
    print("later \(try outcome())")
    print("later \(try outcome())")
    print("later \(try outcome())")
case "ask":
    // Asks for the search list, in a connection that it makes.
    let home = Location(home: "/none")
    let service = RemoteService(RemoteAddress(socket: arguments[0], home: home))
    let reply = service.perform(Request(.keychainList, at: home), from: .unsigned, progress: nil)
    if case .keychainList = reply { print("answered") } else { print("failed \(reply)") }
case "become-users":
    // Counts the items of each user, as root that becomes one after the other, and adds one.
    let home = Location(home: "/none")
    let service = RemoteService(RemoteAddress(socket: arguments[0], home: home))
    for user in arguments.dropFirst() {
        guard seteuid(0) == 0, seteuid(uid_t(user)!) == 0 else { fail("seteuid") }
        let item = try NewItem(
            .genericPassword, attributes: [.account: .string("\(UInt64.random(in: 0...(.max)))")])
        let (count, added) = (
            service.perform(Request(.countItems, at: home), from: .unsigned),
            service.perform(
                Request(.add([[item]], duplicates: .refused), at: home), from: .unsigned)
        )
        guard case .count(let items) = count, case .stored = added else {
            fail("\(count) \(added)")
        }
        print("\(user) \(items)")
    }
case "busy":
    // Makes one call after another, until it is ended.
    let home = Location(home: "/none")
    let service = RemoteService(RemoteAddress(socket: arguments[0], home: home))
    let query = try Query(.genericPassword, Query.Conditions([.service: .string("a")]))
    let find = Request(
        .find(Find(query, returning: .attributes, skips: false)), at: home)
    print("ready")
    while true { _ = service.perform(find, from: .unsigned, progress: nil) }
case "flood":
    // Connects again and again, until it is ended.
    print("ready")
    while true { close(connectTo(arguments[0])) }
case "fill":
    // Adds items to a keychain of the folder, in this process.
    var items: [[NewItem]] = []
    for _ in 0..<Int(arguments[2])! {
        items.append([
            try NewItem(
                .genericPassword,
                attributes: [
                    .service: .string(String(UInt64.random(in: 0...(.max))))
                ])
        ])
    }
    let reply = EmbeddedService().perform(
        Request(
            .add(items, duplicates: .refused),
            at: place(arguments[0]).sibling(arguments[1])), from: .unsigned)
    if case .stored = reply { print("filled") } else { print("failed \(reply)") }
case "count", "find":
    // Counts or finds the items of keychains of the folder, in the way that is written.
    for name in arguments.dropFirst() {
        do throws(KeychainError) {
            let location = place(arguments[0])
            var service: any KeychainService = EmbeddedService()
            let way = try ServiceMode.written(
                for: location, folder: administration(arguments[0]))
            if case .securityd(let socket, let owner, _) = way {
                service = RemoteService(
                    RemoteAddress(socket: socket, owner: owner, home: location))
            }
            let query = try Query(.genericPassword, Query.Conditions([:]))
            let request = Request(
                words[1] == "count"
                    ? .countItems : .find(Find(query, returning: .attributes, skips: false)),
                at: location.sibling(name))
            switch service.perform(request, from: .unsigned, progress: nil) {
            case .count(let count): print("\(name) \(count)")
            case .failed(let error): print("failed \(error.detail)")
            default: print("failed")
            }
        } catch {
            print("failed \(error.detail)")
        }
    }
case "to-tpm":
    // Moves the device key of a home behind the TPM.
    let location = place(arguments[0])
    let service = EmbeddedService()
    switch service.perform(
        Request(.moveDeviceKey(.toTPM(pcrs: [])), at: location), from: .unsigned)
    {
    case .recoveryCode:
        let reply = service.perform(
            Request(.wrapUnderPresentDeviceKey, at: location), from: .unsigned)
        if case .count(1) = reply { print("moved") } else { print("failed \(reply)") }
    case let reply: print("failed \(reply)")
    }
case "adopt", "return":
    // Moves the keychains of a user; ends itself at a step, adds an item to the copy, or closes the user's folder.
    do throws(KeychainError) {
        let number = UInt32(arguments[1])!
        let adoption = try SystemAdoption(
            of: SystemAdoption.Account(user: number, group: number),
            home: place(arguments[0]), stores: arguments[2], socket: arguments[3],
            folder: administration(arguments[0])
        ) { step in
            guard arguments.count > 4, step == arguments[4] else { return }
            if step == "folder" { return _ = chmod(place(arguments[0]).directory, 0o500) }
            if step != "count" { kill(getpid(), SIGKILL) }
            let copy = Location(home: "\(arguments[2])/\(number).adopting")
            let item = try? NewItem(.genericPassword, attributes: [.service: .string("more")])
            _ = EmbeddedService().perform(
                Request(.add([[item!]], duplicates: .refused), at: copy), from: .unsigned)
        }
        let outcome = try words[1] == "adopt" ? adoption.give() : adoption.takeBack()
        print("moved \(outcome.items)")
        for path in outcome.setAside { print("set aside \(path)") }
    } catch {
        print("failed \(error.detail)")
    }
case "watch":
    endAfterAMinute()
    SessionWatch.start({ print($0) }) { event in
        switch event {
        case .user(let user): print("lock \(user)")
        case .sleep: print("sleep")
        case .missed: print("lock all")
        }
    }
    waitForInput()
case "logind":
    endAfterAMinute()
    try FakeLogind().run()
default:
    print("failed: no such verb")
    exit(2)
}
