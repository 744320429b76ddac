// SPDX-License-Identifier: Apache-2.0
// Table: the parts of security(1) that no table of options holds.
import SwiftKeychainSystem

extension ManualPage {
    static let beginning = #"""
        .\" Written by `security help --format man`.
        .Dd \#(ProgramVersion.date)
        .Dt SECURITY 1
        .Os swift-keychain
        .Sh NAME
        .Nm security ,
        .Nm kc
        .Nd keep passwords, certificates, keys and identities in keychains
        .Sh SYNOPSIS
        .Nm security
        .Op Fl hilqvV
        .Op Fl p Ar prompt
        .Op Ar command Op Ar argument ...
        .Sh DESCRIPTION
        Works on keychains from a shell, like the command of the same name on macOS.
        The first command makes the login keychain of the user.
        There is no service to start.
        .Nm kc
        is a shorter name of the same program.
        .Pp
        A command may be shortened: the word means the first command, in the order of the list below and of
        the commands of macOS that don\(aqt exist here, that begins with it.
        A command that deletes must be written out.
        Options may follow other words, and long names may be shortened.
        A password that is an argument can be seen by every program of the machine; with
        .Fl w
        as the last word it is asked for, and
        .Ql -w -
        reads it from standard input.
        .Pp
        The options of the program are:
        .Bl -tag -width Ds

        """#

    static let afterOptions = #"""
        .El
        .Sh COMMANDS
        Every command also has
        .Fl h , Fl \-help ,
        unless it gives
        .Fl h
        another meaning.
        A
        .Ar keychain
        is the path of a keychain file; a name without a slash is a file in the folder of the login keychain,
        which is called
        .Ql login .
        .Bl -tag -width Ds

        """#

    static let ending = #"""
        .El
        .Sh ENVIRONMENT
        A process with raised privileges ignores these variables.
        .Bl -tag -width Ds
        .It Ev KEYCHAIN_HOME
        A folder for the keychain and the device key, in place of the folders below.
        .It Ev KEYCHAIN_ENTITLEMENTS
        The property list with the entitlements of the program, see
        .Xr keychain-entitlements 5 .
        .It Ev KEYCHAIN_PINENTRY
        The program that asks the user: a name on the path, or an absolute path.
        .It Ev KEYCHAIN_NO_PROMPT
        If it is 1, the user is never asked.
        .It Ev KEYCHAIN_PASSCODE_FILE
        A file with the passcode, of mode 0600, for servers.
        .It Ev KEYCHAIN_SOCKET
        The socket of the service that keeps the keychains, see
        .Xr securityd 8 .
        .It Ev KEYCHAIN_TPM
        The TPM that makes and uses keys of the Secure Enclave.
        .It Ev KEYCHAIN_TEAM_ID
        The team in entitlements that name none.
        .It Ev KEYCHAIN_LOG
        .Ql stderr ,
        .Ql syslog
        or the path of a file in which each failing call becomes a line.
        .El
        .Sh FILES
        .Bl -tag -width Ds
        .It Pa ~/.local/share/keychains/keychain-2.db
        The login keychain;
        .Ev XDG_DATA_HOME
        takes the place of
        .Pa ~/.local/share .
        .It Pa ~/.local/state/keychains/device.key
        The device key, without which the keychain can\(aqt be opened;
        .Ev XDG_STATE_HOME
        takes the place of
        .Pa ~/.local/state .
        With
        .Ql security tpm enable ,
        .Pa device.tpm
        and
        .Pa device.recovery
        take its place.
        .El
        .Sh EXIT STATUS
        .Bl -tag -width Ds
        .It 0
        Success.
        .It 1
        An error that the command itself found.
        .It 2
        Wrong usage.
        .It other
        The low byte of the status of the call that failed: 44 not found, 45 already exists, 36 locked, 51 wrong password,
        50 no such keychain, 93 damaged.
        .Ql security error
        explains them.
        .El
        .Sh EXAMPLES
        Ask for a password, store it, and print it again:
        .Bd -literal -offset indent
        security add mail/ann
        security show -w mail
        .Ed
        .Pp
        List the items, and show one by its name, with its password:
        .Bd -literal -offset indent
        security list
        security show -g mail
        .Ed
        .Pp
        Give a program a password without writing it anywhere:
        .Bd -literal -offset indent
        DATABASE_PASSWORD=keychain://db.example.org/app security run -- ./server
        .Ed
        .Pp
        Store the seed of one-time passwords, and print the current one:
        .Bd -literal -offset indent
        security edit mail --otp qr-code.png
        security otp mail
        .Ed
        .Pp
        Bring the passwords of a browser, after looking at what would be added:
        .Bd -literal -offset indent
        security import --dry-run passwords.csv
        security import passwords.csv
        .Ed
        .Pp
        Write everything to one encrypted file, and restore it elsewhere:
        .Bd -literal -offset indent
        security keychain-export backup.archive
        security keychain-import backup.archive
        .Ed
        .Sh SEE ALSO
        .Xr docker-credential-keychain 1 ,
        .Xr git-credential-keychain 1 ,
        .Xr keychain-entitlements 5 ,
        .Xr keychain 7 ,
        .Xr securityd 8
        .Pp
        The guide and all other pages are in
        .Pa /usr/share/doc/swift-keychain ,
        or in
        .Pa share/doc/swift-keychain
        of the folder of an installation:
        .Pa Docs/first-commands.md
        begins, and
        .Pa Docs/README.md
        lists them.

        """#
}
