// SPDX-License-Identifier: Apache-2.0
// Table: the numbers of policies and errors under their names in C, for code that compares
// `(error as NSError).code`.

/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometrics``.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 { 1 }

/// The number of ``LAPolicy/deviceOwnerAuthentication``.
public var kLAPolicyDeviceOwnerAuthentication: Int32 { 2 }

/// The number of ``LAPolicy/deviceOwnerAuthenticationWithCompanion``.
public var kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 { 3 }

/// The number of ``LAPolicy/deviceOwnerAuthenticationWithCompanion``; the older name.
public var kLAPolicyDeviceOwnerAuthenticationWithWatch: Int32 { 3 }

/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometricsOrCompanion``.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 { 4 }

/// The number of ``LAPolicy/deviceOwnerAuthenticationWithBiometricsOrCompanion``; the older name.
public var kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch: Int32 { 4 }

/// The number of ``LAError/Code/authenticationFailed``.
public var kLAErrorAuthenticationFailed: Int32 { -1 }

/// The number of ``LAError/Code/userCancel``.
public var kLAErrorUserCancel: Int32 { -2 }

/// The number of ``LAError/Code/userFallback``.
public var kLAErrorUserFallback: Int32 { -3 }

/// The number of ``LAError/Code/systemCancel``.
public var kLAErrorSystemCancel: Int32 { -4 }

/// The number of ``LAError/Code/passcodeNotSet``.
public var kLAErrorPasscodeNotSet: Int32 { -5 }

/// The number of ``LAError/Code/biometryNotAvailable``.
public var kLAErrorBiometryNotAvailable: Int32 { -6 }

/// The number of ``LAError/Code/biometryNotAvailable``; the older name.
public var kLAErrorTouchIDNotAvailable: Int32 { -6 }

/// The number of ``LAError/Code/biometryNotEnrolled``.
public var kLAErrorBiometryNotEnrolled: Int32 { -7 }

/// The number of ``LAError/Code/biometryNotEnrolled``; the older name.
public var kLAErrorTouchIDNotEnrolled: Int32 { -7 }

/// The number of ``LAError/Code/biometryLockout``.
public var kLAErrorBiometryLockout: Int32 { -8 }

/// The number of ``LAError/Code/biometryLockout``; the older name.
public var kLAErrorTouchIDLockout: Int32 { -8 }

/// The number of ``LAError/Code/appCancel``.
public var kLAErrorAppCancel: Int32 { -9 }

/// The number of ``LAError/Code/invalidContext``.
public var kLAErrorInvalidContext: Int32 { -10 }

/// The number of ``LAError/Code/companionNotAvailable``.
public var kLAErrorCompanionNotAvailable: Int32 { -11 }

/// The number of ``LAError/Code/companionNotAvailable``; the older name.
public var kLAErrorWatchNotAvailable: Int32 { -11 }

/// The number of ``LAError/Code/biometryNotPaired``.
public var kLAErrorBiometryNotPaired: Int32 { -12 }

/// The number of ``LAError/Code/biometryDisconnected``.
public var kLAErrorBiometryDisconnected: Int32 { -13 }

/// The number of ``LAError/Code/invalidDimensions``.
public var kLAErrorInvalidDimensions: Int32 { -14 }

/// The number of ``LAError/Code/notInteractive``.
public var kLAErrorNotInteractive: Int32 { -1004 }
