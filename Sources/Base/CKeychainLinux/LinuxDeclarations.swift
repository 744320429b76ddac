// A generated table: Scripts/generate-declarations.py.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

@_exported import Glibc

@_extern(c) @discardableResult package func getauxval(_ __type: UInt) -> UInt
@_extern(c) @discardableResult package func keychain_accept(_ socket: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_add_key(_ type: UnsafePointer<CChar>!, _ description: UnsafePointer<CChar>!, _ payload: UnsafeRawPointer!, _ count: Int, _ keyring: Int32) -> Int
@_extern(c) @discardableResult package func keychain_arguments(_ count: UnsafeMutablePointer<Int32>!) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
@_extern(c) @discardableResult package func keychain_curl_get_number(_ function: UnsafeMutableRawPointer!, _ handle: UnsafeMutableRawPointer!, _ information: Int32) -> Int
@_extern(c) @discardableResult package func keychain_curl_set_number(_ function: UnsafeMutableRawPointer!, _ handle: UnsafeMutableRawPointer!, _ option: Int32, _ value: Int) -> Int32
@_extern(c) @discardableResult package func keychain_curl_set_pointer(_ function: UnsafeMutableRawPointer!, _ handle: UnsafeMutableRawPointer!, _ option: Int32, _ value: UnsafeRawPointer!) -> Int32
@_extern(c) @discardableResult package func keychain_file_system_type(_ path: UnsafePointer<CChar>!) -> Int
@_extern(c) @discardableResult package func keychain_flock(_ descriptor: Int32, _ operation: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_forbid_descriptors(_ socket: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_forbid_inspection() -> Int32
@_extern(c) @discardableResult package func keychain_fork() -> pid_t
@_extern(c) @discardableResult package func keychain_getopt_long(_ word_count: Int32, _ words: UnsafePointer<UnsafeMutablePointer<CChar>?>!, _ letters: UnsafePointer<CChar>!, _ names: UnsafePointer<UnsafePointer<CChar>?>!, _ values: UnsafePointer<Int32>!, _ count: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_has_raised_privileges() -> Int32
@_extern(c) @discardableResult package func keychain_keyctl(_ operation: Int32, _ first: Int, _ second: Int, _ third: Int, _ fourth: Int) -> Int
@_extern(c) @discardableResult package func keychain_lock_byte(_ descriptor: Int32, _ type: Int16, _ byte: off_t, _ wait: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_next_signal(_ descriptor: Int32, _ by_kernel: UnsafeMutablePointer<Int32>!) -> Int32
@_extern(c) @discardableResult package func keychain_open(_ path: UnsafePointer<CChar>!, _ flags: Int32, _ mode: mode_t) -> Int32
@_extern(c) @discardableResult package func keychain_open_terminal(_ path: UnsafeMutablePointer<CChar>!) -> Int32
@_extern(c) @discardableResult package func keychain_peer(_ socket: Int32, _ user: UnsafeMutablePointer<UInt32>!, _ group: UnsafeMutablePointer<UInt32>!, _ process: UnsafeMutablePointer<Int32>!) -> Int32
@_extern(c) @discardableResult package func keychain_pidfd_open(_ process: pid_t) -> Int32
@_extern(c) @discardableResult package func keychain_poll_make() -> Int32
@_extern(c) @discardableResult package func keychain_poll_wait(_ poll: Int32, _ descriptors: UnsafeMutablePointer<Int32>!, _ count: Int32, _ milliseconds: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_poll_watch(_ poll: Int32, _ descriptor: Int32, _ is_known: Int32, _ for_writing: Int32, _ is_once: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_receive(_ socket: Int32, _ bytes: UnsafeMutableRawPointer!, _ count: Int, _ sender: UnsafeMutablePointer<Int32>!, _ passed: UnsafeMutablePointer<Int32>!, _ passed_count: UnsafeMutablePointer<Int32>!) -> Int
@_extern(c) @discardableResult package func keychain_report_senders(_ socket: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_secure_getenv(_ name: UnsafePointer<CChar>!) -> UnsafePointer<CChar>!
@_extern(c) @discardableResult package func keychain_signals(_ numbers: UnsafePointer<Int32>!, _ count: Int32) -> Int32
@_extern(c) @discardableResult package func keychain_timer_make() -> Int32
@_extern(c) @discardableResult package func keychain_timer_set(_ timer: Int32, _ microseconds: Int) -> Int32
@_extern(c) @discardableResult package func keychain_wcwidth(_ character: UInt32) -> Int32
@_extern(c) package func keychain_close_from(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>!, _ first: Int32)
@_extern(c) package func keychain_limit_arenas(_ most: Int32)
@_extern(c) package func keychain_return_memory()
@_extern(c) package func keychain_syslog(_ priority: Int32, _ message: UnsafePointer<CChar>!)
