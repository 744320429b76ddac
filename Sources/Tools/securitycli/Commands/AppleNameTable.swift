// A generated table: Scripts/generate-porting.py writes it from Data and the public doc comments.
// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file

/// Apple's names by header: `=`, the header and what does its job; then lines with a kind and state, names, their
/// value and a text. Names without a text are replaced as their header.
enum AppleNameTable {
    static let text: StaticString = #"""
        =SecBase.h	
        fh	SecCopyErrorMessageString		Describes a status in a sentence for the user.
        fh	SecCopyLastError		Returns the error of the last call of this thread that failed: its description is the sentence of the status, and the value of NSDebugDescription names the key or file at fault and the rule.
        th	SecKeychain		A reference to one keychain: a store file, whether or not it exists.
        th	SecKeychainItem		A reference to one stored item: a password, or another item for which there is no special class.
        th	SecKeychainSearch		The items that a search of keychain files found, taken one by one.
        th	SecKeychainAttrType		An attribute in the functions for keychain files.
        th	SecKeychainAttribute		One attribute of an item, as the functions for keychain files take and return it.
        th	SecKeychainAttributeList		A pointer to attributes, and their number.
        th	SecKeychainAttributeInfo		The attributes that are asked for.
        th	SecKeychainStatus		The bits for what a program may do with a keychain.
        th	SecTrustedApplication		A program named in an access object, by the path of its executable file.
        th	SecPolicy		The rules that a certificate chain must satisfy.
        th	SecCertificate		An X.509 certificate.
        th	SecIdentity		A certificate together with the private key of its public key.
        th	SecKey		A cryptographic key: one half of an RSA or elliptic curve pair, or a symmetric key.
        th	SecACL		One entry of an access object: operations, and the programs that may do them.
        th	SecAccessControl		The conditions under which an item opens: a protection class and constraints.
        th	SecAccess		An access object: which programs may do what with an item.
        tw	SecPassword		SecKeychainFindGenericPassword, or SecItemCopyMatching
        =SecItem.h	
        fh	SecItemCopyMatching		Finds items of the keychain and returns what is asked for.
        fh	SecItemAdd		Adds an item to the keychain.
        fh	SecItemUpdate		Changes every item that matches: in each keychain all or none.
        fh	SecItemDelete		Deletes every item that matches.
        ch	kSecAttrPRFHmacAlgSHA1	hsha1	HMAC with SHA-1.
        ch	kSecAttrPRFHmacAlgSHA224	hsha224	HMAC with SHA-224.
        ch	kSecAttrPRFHmacAlgSHA256	hsha256	HMAC with SHA-256.
        ch	kSecAttrPRFHmacAlgSHA384	hsha384	HMAC with SHA-384.
        ch	kSecAttrPRFHmacAlgSHA512	hsha512	HMAC with SHA-512.
        ch	kSecPrivateKeyAttrs	private	The attributes of the private half of a pair to be made.
        ch	kSecPublicKeyAttrs	public	The attributes of the public half of a pair to be made.
        ch	kSecSymmetricKeyAttrs	symmetric	The attributes of a symmetric key to be made.
        ch	kSecAccessControlKeyProtection	prot	The protection of an access control in its dictionary form.
        ch	kSecAccessControlKeyBound	bound	Whether an access control, in its dictionary form, is bound to an item.
        =SecAccessControl.h	
        fh	SecAccessControlCreateWithFlags		Makes an access control of a protection class and constraints.
        fh	SecAccessControlGetTypeID		Returns the Core Foundation type of SecAccessControl.
        th	SecAccessControlCreateFlags		The conditions under which an item opens: see SecAccessControlCreateWithFlags.
        ch	SecAccessControlCreateFlags.userPresence		The user's presence: biometry or the passcode.
        ch	SecAccessControlCreateFlags.biometryAny		Any enrolled biometry.
        ch	SecAccessControlCreateFlags.touchIDAny		Any enrolled biometry; the older name of biometryAny.
        ch	SecAccessControlCreateFlags.biometryCurrentSet		Biometry that has been enrolled since before the item was added.
        ch	SecAccessControlCreateFlags.touchIDCurrentSet		Biometry enrolled before the item; the older name of biometryCurrentSet.
        ch	SecAccessControlCreateFlags.devicePasscode		The passcode.
        ch	SecAccessControlCreateFlags.watch		A paired watch nearby; the older name of companion.
        ch	SecAccessControlCreateFlags.companion		A paired device nearby.
        ch	SecAccessControlCreateFlags.or		One of several constraints is enough.
        ch	SecAccessControlCreateFlags.and		All of several constraints.
        ch	SecAccessControlCreateFlags.privateKeyUsage		The constraints apply to uses of a private key.
        ch	SecAccessControlCreateFlags.applicationPassword		The application password.
        =SecCertificate.h	
        fh	SecCertificateGetTypeID		Returns the Core Foundation type of SecCertificate.
        fh	SecCertificateCreateWithData		Makes a certificate of its DER (X.690;
        fh	SecCertificateCopyData		Returns the DER of a certificate, byte for byte as it was given.
        fh	SecCertificateCopySubjectSummary		Returns a short text by which the user knows the certificate; nil when its subject has no name.
        fh	SecCertificateCopyCommonName		Returns the common name of the subject: the most specific, where there are several.
        fh	SecCertificateCopyEmailAddresses		Returns the mail addresses of the subject, as strings: those of the subject alternative name, then those of the name itself, each once.
        fh	SecCertificateCopyNormalizedIssuerSequence		Returns the normalised name of the issuer, a whole DER SEQUENCE.
        fh	SecCertificateCopyNormalizedSubjectSequence		Returns the normalised name of the subject, a whole DER SEQUENCE.
        fh	SecCertificateCopyKey		Returns the public key of the certificate.
        fh	SecCertificateCopyPublicKey		Returns the public key of the certificate; the older form of SecCertificateCopyKey on macOS.
        fh	SecCertificateCopySerialNumberData		Returns the serial number: the content octets of its INTEGER, two's complement, big-endian.
        fh	SecCertificateCopySerialNumber		Returns the serial number; the older name of SecCertificateCopySerialNumberData on macOS.
        fh	SecCertificateAddToKeychain		Stores a certificate.
        fh	SecCertificateCopyNotValidBeforeDate		Returns the first second in which the certificate is valid.
        fh	SecCertificateCopyNotValidAfterDate		Returns the last second in which the certificate is valid.
        fh	SecCertificateCopyPreferred		Returns the certificate that is preferred for a name, such as the address that mail is sent to.
        fh	SecCertificateSetPreferred		Makes a certificate the preferred one for a name, in place of any for the same name and uses.
        fh	SecCertificateCopyValues		Returns the contents of a certificate for display.
        fh	SecCertificateCopyLongDescription		Describes a certificate in a line: its short description, the issuer, the serial number in hexadecimal digits, and the last day on which it is valid, in UTC.
        fh	SecCertificateCopyShortDescription		Describes a certificate in a few words: its subject summary, or its serial number where the subject has no name.
        fh	SecCertificateCopyNormalizedIssuerContent		Returns the content of the normalised name of the issuer, kSecAttrIssuer: a DER SEQUENCE without its header.
        fh	SecCertificateCopyNormalizedSubjectContent		Returns the content of the normalised name of the subject, kSecAttrSubject: a DER SEQUENCE without its header.
        fw	SecCertificateCreateFromData		SecCertificateCreateWithData
        fw	SecCertificateGetData		SecCertificateCopyData
        fw	SecCertificateGetType SecCertificateGetSubject SecCertificateGetIssuer SecCertificateGetAlgorithmID		SecCertificateCopyValues
        fa	SecCertificateGetItem SecCertificateGetCLHandle
        fc	SecCertificateCopyPreference		Use SecCertificateCopyPreferred.
        fc	SecCertificateSetPreference		Use SecCertificateSetPreferred.
        th	SecKeyUsage		The uses that a certificate permits for its key.
        ch	kSecKeyUsageUnspecified	0x0	No use.
        ch	kSecKeyUsageDigitalSignature	0x1	Signatures.
        ch	kSecKeyUsageNonRepudiation	0x2	Signatures that cannot be denied later.
        ch	kSecKeyUsageContentCommitment	0x2	Signatures that commit to content; the newer name of non-repudiation.
        ch	kSecKeyUsageKeyEncipherment	0x4	Encrypting keys.
        ch	kSecKeyUsageDataEncipherment	0x8	Encrypting data.
        ch	kSecKeyUsageKeyAgreement	0x10	Key agreement.
        ch	kSecKeyUsageKeyCertSign	0x20	Signing certificates.
        ch	kSecKeyUsageCRLSign	0x40	Signing revocation lists.
        ch	kSecKeyUsageEncipherOnly	0x80	Only encrypting in a key agreement.
        ch	kSecKeyUsageDecipherOnly	0x100	Only decrypting in a key agreement.
        ch	kSecKeyUsageCritical	0x80000000	The key usage extension is critical.
        ch	kSecKeyUsageAll	0x7FFFFFFF	Every use.
        ch	kSecAttrCertificateEncodingDER		The distinguished encoding rules, as the encoding of a certificate.
        =SecCertificateOIDs.h	
        ch	kSecOIDADC_CERT_POLICY	1.2.840.113635.100.5.3	The object identifier of ADC certificate policy.
        ch	kSecOIDAPPLE_CERT_POLICY	1.2.840.113635.100.5.1	The object identifier of Apple certificate policy.
        ch	kSecOIDAPPLE_EKU_CODE_SIGNING	1.2.840.113635.100.4.1	The object identifier of Apple extended key usage code signing.
        ch	kSecOIDAPPLE_EKU_CODE_SIGNING_DEV	1.2.840.113635.100.4.1.1	The object identifier of Apple extended key usage code signing development.
        ch	kSecOIDAPPLE_EKU_ICHAT_ENCRYPTION	1.2.840.113635.100.4.3	The object identifier of Apple extended key usage iChat encryption.
        ch	kSecOIDAPPLE_EKU_ICHAT_SIGNING	1.2.840.113635.100.4.2	The object identifier of Apple extended key usage iChat signing.
        ch	kSecOIDAPPLE_EKU_RESOURCE_SIGNING	1.2.840.113635.100.4.1.4	The object identifier of Apple extended key usage resource signing.
        ch	kSecOIDAPPLE_EKU_SYSTEM_IDENTITY	1.2.840.113635.100.4.4	The object identifier of Apple extended key usage system identity.
        ch	kSecOIDAPPLE_EXTENSION	1.2.840.113635.100.6	The object identifier of Apple extension.
        ch	kSecOIDAPPLE_EXTENSION_ADC_APPLE_SIGNING	1.2.840.113635.100.6.1.2.0.0	The object identifier of Apple extension ADC Apple signing.
        ch	kSecOIDAPPLE_EXTENSION_ADC_DEV_SIGNING	1.2.840.113635.100.6.1.2.0	The object identifier of Apple extension ADC development signing.
        ch	kSecOIDAPPLE_EXTENSION_APPLE_SIGNING	1.2.840.113635.100.6.1.1	The object identifier of Apple extension Apple signing.
        ch	kSecOIDAPPLE_EXTENSION_CODE_SIGNING	1.2.840.113635.100.6.1	The object identifier of Apple extension code signing.
        ch	kSecOIDAPPLE_EXTENSION_INTERMEDIATE_MARKER	1.2.840.113635.100.6.2	The object identifier of Apple extension intermediate marker.
        ch	kSecOIDAPPLE_EXTENSION_WWDR_INTERMEDIATE	1.2.840.113635.100.6.2.1	The object identifier of Apple extension WWDR intermediate.
        ch	kSecOIDAPPLE_EXTENSION_ITMS_INTERMEDIATE	1.2.840.113635.100.6.2.2	The object identifier of Apple extension ITMS intermediate.
        ch	kSecOIDAPPLE_EXTENSION_AAI_INTERMEDIATE	1.2.840.113635.100.6.2.3	The object identifier of Apple extension AAI intermediate.
        ch	kSecOIDAPPLE_EXTENSION_APPLEID_INTERMEDIATE	1.2.840.113635.100.6.2.7	The object identifier of Apple extension Apple ID intermediate.
        ch	kSecOIDAuthorityInfoAccess	1.3.6.1.5.5.7.1.1	The object identifier of authority info access.
        ch	kSecOIDAuthorityKeyIdentifier	2.5.29.35	The object identifier of authority key identifier.
        ch	kSecOIDBasicConstraints	2.5.29.19	The object identifier of basic constraints.
        ch	kSecOIDBiometricInfo	1.3.6.1.5.5.7.1.2	The object identifier of biometric info.
        ch	kSecOIDCSSMKeyStruct	2.16.840.1.113741.2.1.1.1.20	The object identifier of CSSM key structure.
        ch	kSecOIDCertIssuer	2.5.29.29	The object identifier of certificate issuer.
        ch	kSecOIDCertificatePolicies	2.5.29.32	The object identifier of certificate policies.
        ch	kSecOIDClientAuth	1.3.6.1.5.5.7.3.2	The object identifier of client authentication.
        ch	kSecOIDCollectiveStateProvinceName	2.5.4.8.1	The object identifier of collective state province name.
        ch	kSecOIDCollectiveStreetAddress	2.5.4.9.1	The object identifier of collective street address.
        ch	kSecOIDCommonName	2.5.4.3	The object identifier of common name.
        ch	kSecOIDCountryName	2.5.4.6	The object identifier of country name.
        ch	kSecOIDCrlDistributionPoints	2.5.29.31	The object identifier of CRL distribution points.
        ch	kSecOIDCrlNumber	2.5.29.20	The object identifier of CRL number.
        ch	kSecOIDCrlReason	2.5.29.21	The object identifier of CRL reason.
        ch	kSecOIDDOTMAC_CERT_EMAIL_ENCRYPT	1.2.840.113635.100.3.2.3	The object identifier of .Mac certificate email encrypt.
        ch	kSecOIDDOTMAC_CERT_EMAIL_SIGN	1.2.840.113635.100.3.2.2	The object identifier of .Mac certificate email sign.
        ch	kSecOIDDOTMAC_CERT_EXTENSION	1.2.840.113635.100.3.2	The object identifier of .Mac certificate extension.
        ch	kSecOIDDOTMAC_CERT_IDENTITY	1.2.840.113635.100.3.2.1	The object identifier of .Mac certificate identity.
        ch	kSecOIDDOTMAC_CERT_POLICY	1.2.840.113635.100.5.2	The object identifier of .Mac certificate policy.
        ch	kSecOIDDeltaCrlIndicator	2.5.29.27	The object identifier of delta CRL indicator.
        ch	kSecOIDDescription	2.5.4.13	The object identifier of description.
        ch	kSecOIDEKU_IPSec	1.3.6.1.5.5.8.2.2	The object identifier of IPsec extended key usage.
        ch	kSecOIDEmailAddress	1.2.840.113549.1.9.1	The object identifier of email address.
        ch	kSecOIDEmailProtection	1.3.6.1.5.5.7.3.4	The object identifier of email protection.
        ch	kSecOIDExtendedKeyUsage	2.5.29.37	The object identifier of extended key usage.
        ch	kSecOIDExtendedKeyUsageAny	2.5.29.37.0	The object identifier of extended key usage any.
        ch	kSecOIDExtendedUseCodeSigning	1.3.6.1.5.5.7.3.3	The object identifier of extended use code signing.
        ch	kSecOIDGivenName	2.5.4.42	The object identifier of given name.
        ch	kSecOIDHoldInstructionCode	2.5.29.23	The object identifier of hold instruction code.
        ch	kSecOIDInvalidityDate	2.5.29.24	The object identifier of invalidity date.
        ch	kSecOIDIssuerAltName	2.5.29.18	The object identifier of issuer alternative name.
        ch	kSecOIDIssuingDistributionPoint	2.5.29.28	The object identifier of issuing distribution point.
        ch	kSecOIDIssuingDistributionPoints	2.5.29.28	The object identifier of issuing distribution points.
        ch	kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH	1.3.6.1.5.2.3.4	The object identifier of Kerberos PKINIT client auth.
        ch	kSecOIDKERBv5_PKINIT_KP_KDC	1.3.6.1.5.2.3.5	The object identifier of Kerberos PKINIT KDC.
        ch	kSecOIDKeyUsage	2.5.29.15	The object identifier of key usage.
        ch	kSecOIDLocalityName	2.5.4.7	The object identifier of locality name.
        ch	kSecOIDMS_NTPrincipalName	1.3.6.1.4.1.311.20.2.3	The object identifier of Microsoft NT principal name.
        ch	kSecOIDMicrosoftSGC	1.3.6.1.4.1.311.10.3.3	The object identifier of Microsoft SGC.
        ch	kSecOIDNameConstraints	2.5.29.30	The object identifier of name constraints.
        ch	kSecOIDNetscapeCertSequence	2.16.840.1.113730.2.5	The object identifier of Netscape certificate sequence.
        ch	kSecOIDNetscapeCertType	2.16.840.1.113730.1.1	The object identifier of Netscape certificate type.
        ch	kSecOIDNetscapeSGC	2.16.840.1.113730.4.1	The object identifier of Netscape SGC.
        ch	kSecOIDOCSPSigning	1.3.6.1.5.5.7.3.9	The object identifier of OCSP signing.
        ch	kSecOIDOrganizationName	2.5.4.10	The object identifier of organization name.
        ch	kSecOIDOrganizationalUnitName	2.5.4.11	The object identifier of organizational unit name.
        ch	kSecOIDPolicyConstraints	2.5.29.36	The object identifier of policy constraints.
        ch	kSecOIDPolicyMappings	2.5.29.33	The object identifier of policy mappings.
        ch	kSecOIDPrivateKeyUsagePeriod	2.5.29.16	The object identifier of private key usage period.
        ch	kSecOIDQC_Statements	1.3.6.1.5.5.7.1.3	The object identifier of qualified certificate statements.
        ch	kSecOIDSerialNumber	2.5.4.5	The object identifier of serial number.
        ch	kSecOIDServerAuth	1.3.6.1.5.5.7.3.1	The object identifier of server authentication.
        ch	kSecOIDStateProvinceName	2.5.4.8	The object identifier of state province name.
        ch	kSecOIDStreetAddress	2.5.4.9	The object identifier of street address.
        ch	kSecOIDSubjectAltName	2.5.29.17	The object identifier of subject alternative name.
        ch	kSecOIDSubjectDirectoryAttributes	2.5.29.9	The object identifier of subject directory attributes.
        ch	kSecOIDSubjectEmailAddress	2.16.840.1.113741.2.1.1.1.50.3	The object identifier of subject email address.
        ch	kSecOIDSubjectInfoAccess	1.3.6.1.5.5.7.1.11	The object identifier of subject info access.
        ch	kSecOIDSubjectKeyIdentifier	2.5.29.14	The object identifier of subject key identifier.
        ch	kSecOIDSubjectPicture	2.16.840.1.113741.2.1.1.1.50.2	The object identifier of subject picture.
        ch	kSecOIDSubjectSignatureBitmap	2.16.840.1.113741.2.1.1.1.50.1	The object identifier of subject signature bitmap.
        ch	kSecOIDSurname	2.5.4.4	The object identifier of surname.
        ch	kSecOIDTimeStamping	1.3.6.1.5.5.7.3.8	The object identifier of time stamping.
        ch	kSecOIDTitle	2.5.4.12	The object identifier of title.
        ch	kSecOIDUseExemptions	2.16.840.1.113741.2.1.1.1.50.4	The object identifier of use exemptions.
        ch	kSecOIDX509V1CertificateIssuerUniqueId	2.16.840.1.113741.2.1.1.1.11	The object identifier of X.509 v1 certificate issuer unique identifier.
        ch	kSecOIDX509V1CertificateSubjectUniqueId	2.16.840.1.113741.2.1.1.1.12	The object identifier of X.509 v1 certificate subject unique identifier.
        ch	kSecOIDX509V1IssuerName	2.16.840.1.113741.2.1.1.1.5	The object identifier of X.509 v1 issuer name.
        ch	kSecOIDX509V1IssuerNameCStruct	2.16.840.1.113741.2.1.1.1.5.1	The object identifier of X.509 v1 issuer name structure.
        ch	kSecOIDX509V1IssuerNameLDAP	2.16.840.1.113741.2.1.1.1.5.2	The object identifier of X.509 v1 issuer name LDAP.
        ch	kSecOIDX509V1IssuerNameStd	2.16.840.1.113741.2.1.1.1.23	The object identifier of X.509 v1 issuer name in standard form.
        ch	kSecOIDX509V1SerialNumber	2.16.840.1.113741.2.1.1.1.3	The object identifier of X.509 v1 serial number.
        ch	kSecOIDX509V1Signature	2.16.840.1.113741.2.1.3.2.2	The object identifier of X.509 v1 signature.
        ch	kSecOIDX509V1SignatureAlgorithm	2.16.840.1.113741.2.1.3.2.1	The object identifier of X.509 v1 signature algorithm.
        ch	kSecOIDX509V1SignatureAlgorithmParameters	2.16.840.1.113741.2.1.3.2.3	The object identifier of X.509 v1 signature algorithm parameters.
        ch	kSecOIDX509V1SignatureAlgorithmTBS	2.16.840.1.113741.2.1.3.2.10	The object identifier of X.509 v1 signature algorithm TBS.
        ch	kSecOIDX509V1SignatureCStruct	2.16.840.1.113741.2.1.3.2.0.1	The object identifier of X.509 v1 signature structure.
        ch	kSecOIDX509V1SignatureStruct	2.16.840.1.113741.2.1.3.2.0	The object identifier of X.509 v1 signature structure.
        ch	kSecOIDX509V1SubjectName	2.16.840.1.113741.2.1.1.1.8	The object identifier of X.509 v1 subject name.
        ch	kSecOIDX509V1SubjectNameCStruct	2.16.840.1.113741.2.1.1.1.8.1	The object identifier of X.509 v1 subject name structure.
        ch	kSecOIDX509V1SubjectNameLDAP	2.16.840.1.113741.2.1.1.1.8.2	The object identifier of X.509 v1 subject name LDAP.
        ch	kSecOIDX509V1SubjectNameStd	2.16.840.1.113741.2.1.1.1.22	The object identifier of X.509 v1 subject name in standard form.
        ch	kSecOIDX509V1SubjectPublicKey	2.16.840.1.113741.2.1.1.1.10	The object identifier of X.509 v1 subject public key.
        ch	kSecOIDX509V1SubjectPublicKeyAlgorithm	2.16.840.1.113741.2.1.1.1.9	The object identifier of X.509 v1 subject public key algorithm.
        ch	kSecOIDX509V1SubjectPublicKeyAlgorithmParameters	2.16.840.1.113741.2.1.1.1.18	The object identifier of X.509 v1 subject public key algorithm parameters.
        ch	kSecOIDX509V1SubjectPublicKeyCStruct	2.16.840.1.113741.2.1.1.1.20.1	The object identifier of X.509 v1 subject public key structure.
        ch	kSecOIDX509V1ValidityNotAfter	2.16.840.1.113741.2.1.1.1.7	The object identifier of X.509 v1 validity not after.
        ch	kSecOIDX509V1ValidityNotBefore	2.16.840.1.113741.2.1.1.1.6	The object identifier of X.509 v1 validity not before.
        ch	kSecOIDX509V1Version	2.16.840.1.113741.2.1.1.1.2	The object identifier of X.509 v1 version.
        ch	kSecOIDX509V3Certificate	2.16.840.1.113741.2.1.1.1.1	The object identifier of X.509 v3 certificate.
        ch	kSecOIDX509V3CertificateCStruct	2.16.840.1.113741.2.1.1.1.1.1	The object identifier of X.509 v3 certificate structure.
        ch	kSecOIDX509V3CertificateExtensionCStruct	2.16.840.1.113741.2.1.1.1.13.1	The object identifier of X.509 v3 certificate extension structure.
        ch	kSecOIDX509V3CertificateExtensionCritical	2.16.840.1.113741.2.1.1.1.16	The object identifier of X.509 v3 certificate extension critical.
        ch	kSecOIDX509V3CertificateExtensionId	2.16.840.1.113741.2.1.1.1.15	The object identifier of X.509 v3 certificate extension identifier.
        ch	kSecOIDX509V3CertificateExtensionStruct	2.16.840.1.113741.2.1.1.1.13	The object identifier of X.509 v3 certificate extension structure.
        ch	kSecOIDX509V3CertificateExtensionType	2.16.840.1.113741.2.1.1.1.19	The object identifier of X.509 v3 certificate extension type.
        ch	kSecOIDX509V3CertificateExtensionValue	2.16.840.1.113741.2.1.1.1.17	The object identifier of X.509 v3 certificate extension value.
        ch	kSecOIDX509V3CertificateExtensionsCStruct	2.16.840.1.113741.2.1.1.1.21.1	The object identifier of X.509 v3 certificate extensions structure.
        ch	kSecOIDX509V3CertificateExtensionsStruct	2.16.840.1.113741.2.1.1.1.21	The object identifier of X.509 v3 certificate extensions structure.
        ch	kSecOIDX509V3CertificateNumberOfExtensions	2.16.840.1.113741.2.1.1.1.14	The object identifier of X.509 v3 certificate number of extensions.
        ch	kSecOIDX509V3SignedCertificate	2.16.840.1.113741.2.1.1.1.0	The object identifier of X.509 v3 signed certificate.
        ch	kSecOIDX509V3SignedCertificateCStruct	2.16.840.1.113741.2.1.1.1.0.1	The object identifier of X.509 v3 signed certificate structure.
        ch	kSecOIDSRVName	1.3.6.1.5.5.7.8.7	The object identifier of SRV name.
        =SecIdentity.h	
        fh	SecIdentityGetTypeID		Returns the Core Foundation type of SecIdentity.
        fh	SecIdentityCreate		Joins a certificate and its private key; neither is stored.
        fh	SecIdentityCreateWithCertificate		Joins a certificate and its private key, which is searched in keychains; the certificate itself doesn't have to be stored.
        fh	SecIdentityCopyCertificate		Returns the certificate of an identity.
        fh	SecIdentityCopyPrivateKey		Returns the private key of an identity.
        fh	SecIdentityCopyPreferred		Returns the identity that is preferred for a service;
        fh	SecIdentitySetPreferred		Makes an identity the preferred one for a service, in place of any for the same name and uses.
        fw	SecIdentityCopyPreference		SecIdentityCopyPreferred
        fw	SecIdentitySetPreference		SecIdentitySetPreferred
        fc	SecIdentityCopySystemIdentity SecIdentitySetSystemIdentity		Linux has no system identity. Use SecIdentityCopyPreferred and SecIdentitySetPreferred with a name of the program's own.
        cc	kSecIdentityDomainDefault kSecIdentityDomainKerberosKDC		Linux has no system identity. Use SecIdentityCopyPreferred and SecIdentitySetPreferred with a name of the program's own.
        =SecIdentitySearch.h	SecItemCopyMatching with kSecClassIdentity
        fw	SecIdentitySearchGetTypeID SecIdentitySearchCreate SecIdentitySearchCopyNext
        tw	SecIdentitySearch
        =SecImportExport.h	
        fh	SecItemExport		Writes certificates, keys and identities as the bytes of a file.
        fh	SecItemImport		Reads certificates, keys and identities from the bytes of a file, and stores them where a keychain is named: all or nothing.
        fh	SecPKCS12Import		Reads the identities and certificates of a PKCS#12 file, and stores them in a keychain.
        fw	SecKeychainItemExport		SecItemExport
        fw	SecKeychainItemImport		SecItemImport
        th	SecExternalFormat		The format of bytes that are imported or exported.
        th	SecExternalItemType		The kind of item that imported or exported bytes hold.
        th	SecItemImportExportFlags		Options for import and export.
        th	SecKeyImportExportFlags		Options for keys in import and export.
        th	SecItemImportExportKeyParameters		The parameters for keys in import and export.
        tw	SecKeyImportExportParameters		SecItemImportExportKeyParameters
        ch	SecKeyImportExportFlags.importOnlyOne		A file with several private keys fails with errSecMultiplePrivKeys.
        ch	SecKeyImportExportFlags.securePassphrase		The user is asked for the passphrase through pinentry when none is given and the file needs one: on import up to twenty times, until it is right; on export twice.
        ch	SecKeyImportExportFlags.noAccessControl		Keys get no access object, which no key has here.
        ch	SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION		The version of SecItemImportExportKeyParameters.
        ch	kSecImportExportPassphrase	passphrase	The passphrase of what is imported or exported.
        ch	kSecImportExportKeychain	keychain	The keychain to import into.
        ch	kSecImportExportAccess	access	The access object of imported keys.
        ch	kSecImportToMemoryOnly	memory	Whether to import into memory and store nothing.
        ch	kSecImportItemLabel	label	The label of an imported item.
        ch	kSecImportItemKeyID	keyid	The key identifier of an imported item.
        ch	kSecImportItemTrust	trust	The trust object of an imported identity.
        ch	kSecImportItemCertChain	chain	The certificate chain of an imported identity.
        ch	kSecImportItemIdentity	identity	An imported identity.
        ch	kSecFormatUnknown	0	The format is detected, or the default is used.
        ch	kSecFormatOpenSSL	1	The plain formats of OpenSSL.
        ch	kSecFormatSSH	2	The format of OpenSSH 1.
        ch	kSecFormatBSAFE	3	The format of BSAFE.
        ch	kSecFormatRawKey	4	The bare bytes of a symmetric key.
        ch	kSecFormatWrappedPKCS8	5	Encrypted PKCS#8.
        ch	kSecFormatWrappedOpenSSL	6	The encrypted formats of OpenSSL.
        ch	kSecFormatWrappedSSH	7	The encrypted format of OpenSSH 1.
        ch	kSecFormatWrappedLSH	8	A format that is not used.
        ch	kSecFormatX509Cert	9	A DER certificate.
        ch	kSecFormatPEMSequence	10	A sequence of PEM texts.
        ch	kSecFormatPKCS7	11	PKCS#7.
        ch	kSecFormatPKCS12	12	PKCS#12.
        ch	kSecFormatNetscapeCertSequence	13	A Netscape certificate sequence.
        ch	kSecFormatSSHv2	14	The format of OpenSSH 2.
        ch	kSecItemTypeUnknown	0	The type is detected.
        ch	kSecItemTypePrivateKey	1	A private key.
        ch	kSecItemTypePublicKey	2	A public key.
        ch	kSecItemTypeSessionKey	3	A symmetric key.
        ch	kSecItemTypeCertificate	4	A certificate.
        ch	kSecItemTypeAggregate	5	Several items in one file.
        ch	kSecItemPemArmour	0x1	Exported bytes are wrapped in PEM text.
        =SecKey.h	
        fh	SecKeyGetTypeID		Returns the Core Foundation type of SecKey.
        fh	SecKeyGeneratePair		Generates a pair of keys.
        fh	SecKeyCreateRandomKey		Generates a private key.
        fh	SecKeyCreateWithData		Makes a key from its external representation.
        fh	SecKeyGetBlockSize		Returns how many bytes the modulus of an RSA key has, a coordinate of an elliptic curve key, or a block of a cipher.
        fh	SecKeyCopyExternalRepresentation		Returns the bytes of a key, as SecKeyCreateWithData takes them.
        fh	SecKeyCopyAttributes		Returns the attributes of a key: its class, type and size, the operations it can do, the hash of its public key as kSecAttrApplicationLabel, and its bytes as kSecValueData; of a key in a keychain the attributes it is stored with, and the bytes only where it is public.
        fh	SecKeyCopyPublicKey		Returns the public key of a pair; for a public key, the key itself; nil for a symmetric key.
        fh	SecKeyCreateSignature SecKeyRawSign		Signs data with a private key.
        fh	SecKeyVerifySignature SecKeyRawVerify		Verifies a signature with a public key.
        fh	SecKeyCreateEncryptedData		Encrypts data with a public key.
        fh	SecKeyCreateDecryptedData		Decrypts data with a private key.
        fh	SecKeyCopyKeyExchangeResult		Exchanges keys with the holder of another key on the same curve (SEC 1, 3.3).
        fh	SecKeyIsAlgorithmSupported		Returns whether a key can do an operation with an algorithm.
        fh	SecKeyEncrypt		Encrypts data with a public RSA key.
        fh	SecKeyDecrypt		Decrypts data with a private RSA key.
        fh	SecKeyGeneratePairAsync		Generates a pair of keys in the background.
        fh	SecKeyGenerateSymmetric		Generates a symmetric key.
        fh	SecKeyWrapSymmetric		Encrypts a symmetric key with an AES key, by AES key wrap with padding (RFC 5649).
        fh	SecKeyUnwrapSymmetric		Decrypts a symmetric key that SecKeyWrapSymmetric encrypted.
        fw	SecKeyCreateFromData		SecKeyCreateWithData
        fc	SecKeyDeriveFromPassword		Derive the bytes with PBKDF2 of swift-crypto (_CryptoExtras), and make the key with SecKeyCreateWithData.
        fw	SecKeyCreatePair SecKeyGenerate		SecKeyCreateRandomKey
        fa	SecKeyGetCSSMKey SecKeyGetCSPHandle SecKeyGetCredentials
        th	SecKeyAlgorithm		An algorithm of a key: an operation, a padding, a digest.
        th	SecKeyKeyExchangeParameter		A parameter of a key exchange.
        th	SecPadding		The padding of the older key functions.
        th	SecKeySizes		Sizes of keys, in bits.
        th	SecKeyOperationType		An operation of a key.
        th	SecKeyGeneratePairBlock		A function that receives the halves of a generated pair, or an error and no keys.
        tw	SecCredentialType		Access control: SecAccessControlCreateWithFlags
        ch	kSecKeyAlgorithmRSASignatureRaw	algid:sign:RSA:raw	A signature over a block of the size of the key with RSA, without padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPKCS1v15Raw	algid:sign:RSA:digest-PKCS1v15	A signature over bytes with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA1	algid:sign:RSA:digest-PKCS1v15:SHA1	A signature over a SHA-1 digest with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA224	algid:sign:RSA:digest-PKCS1v15:SHA224	A signature over a SHA-224 digest with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA256	algid:sign:RSA:digest-PKCS1v15:SHA256	A signature over a SHA-256 digest with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA384	algid:sign:RSA:digest-PKCS1v15:SHA384	A signature over a SHA-384 digest with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA512	algid:sign:RSA:digest-PKCS1v15:SHA512	A signature over a SHA-512 digest with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1	algid:sign:RSA:message-PKCS1v15:SHA1	A signature over a message, hashed with SHA-1, with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA224	algid:sign:RSA:message-PKCS1v15:SHA224	A signature over a message, hashed with SHA-224, with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256	algid:sign:RSA:message-PKCS1v15:SHA256	A signature over a message, hashed with SHA-256, with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA384	algid:sign:RSA:message-PKCS1v15:SHA384	A signature over a message, hashed with SHA-384, with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA512	algid:sign:RSA:message-PKCS1v15:SHA512	A signature over a message, hashed with SHA-512, with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPSSSHA1	algid:sign:RSA:digest-PSS:SHA1:SHA1:20	A signature over a SHA-1 digest with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPSSSHA224	algid:sign:RSA:digest-PSS:SHA224:SHA224:24	A signature over a SHA-224 digest with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPSSSHA256	algid:sign:RSA:digest-PSS:SHA256:SHA256:32	A signature over a SHA-256 digest with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPSSSHA384	algid:sign:RSA:digest-PSS:SHA384:SHA384:48	A signature over a SHA-384 digest with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureDigestPSSSHA512	algid:sign:RSA:digest-PSS:SHA512:SHA512:64	A signature over a SHA-512 digest with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePSSSHA1	algid:sign:RSA:message-PSS:SHA1:SHA1:20	A signature over a message, hashed with SHA-1, with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePSSSHA224	algid:sign:RSA:message-PSS:SHA224:SHA224:24	A signature over a message, hashed with SHA-224, with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePSSSHA256	algid:sign:RSA:message-PSS:SHA256:SHA256:32	A signature over a message, hashed with SHA-256, with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePSSSHA384	algid:sign:RSA:message-PSS:SHA384:SHA384:48	A signature over a message, hashed with SHA-384, with RSA and PSS padding.
        ch	kSecKeyAlgorithmRSASignatureMessagePSSSHA512	algid:sign:RSA:message-PSS:SHA512:SHA512:64	A signature over a message, hashed with SHA-512, with RSA and PSS padding.
        ch	kSecKeyAlgorithmECDSASignatureDigestX962	algid:sign:ECDSA:digest-X962	A signature over a digest of any kind with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestX962SHA1	algid:sign:ECDSA:digest-X962:SHA1	A signature over a SHA-1 digest with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestX962SHA224	algid:sign:ECDSA:digest-X962:SHA224	A signature over a SHA-224 digest with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestX962SHA256	algid:sign:ECDSA:digest-X962:SHA256	A signature over a SHA-256 digest with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestX962SHA384	algid:sign:ECDSA:digest-X962:SHA384	A signature over a SHA-384 digest with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestX962SHA512	algid:sign:ECDSA:digest-X962:SHA512	A signature over a SHA-512 digest with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageX962SHA1	algid:sign:ECDSA:message-X962:SHA1	A signature over a message, hashed with SHA-1, with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageX962SHA224	algid:sign:ECDSA:message-X962:SHA224	A signature over a message, hashed with SHA-224, with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageX962SHA256	algid:sign:ECDSA:message-X962:SHA256	A signature over a message, hashed with SHA-256, with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageX962SHA384	algid:sign:ECDSA:message-X962:SHA384	A signature over a message, hashed with SHA-384, with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageX962SHA512	algid:sign:ECDSA:message-X962:SHA512	A signature over a message, hashed with SHA-512, with ECDSA in X9.62 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestRFC4754	algid:sign:ECDSA:digest-RFC4754	A signature over a digest of any kind with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA1	algid:sign:ECDSA:digest-RFC4754:SHA1	A signature over a SHA-1 digest with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA224	algid:sign:ECDSA:digest-RFC4754:SHA224	A signature over a SHA-224 digest with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA256	algid:sign:ECDSA:digest-RFC4754:SHA256	A signature over a SHA-256 digest with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA384	algid:sign:ECDSA:digest-RFC4754:SHA384	A signature over a SHA-384 digest with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA512	algid:sign:ECDSA:digest-RFC4754:SHA512	A signature over a SHA-512 digest with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA1	algid:sign:ECDSA:message-RFC4754:SHA1	A signature over a message, hashed with SHA-1, with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA224	algid:sign:ECDSA:message-RFC4754:SHA224	A signature over a message, hashed with SHA-224, with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA256	algid:sign:ECDSA:message-RFC4754:SHA256	A signature over a message, hashed with SHA-256, with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA384	algid:sign:ECDSA:message-RFC4754:SHA384	A signature over a message, hashed with SHA-384, with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA512	algid:sign:ECDSA:message-RFC4754:SHA512	A signature over a message, hashed with SHA-512, with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmECDSASignatureRFC4754	algid:sign:ECDSA:RFC4754	A signature over a digest of any kind with ECDSA in RFC 4754 form.
        ch	kSecKeyAlgorithmRSAEncryptionRaw	algid:encrypt:RSA:raw	Encryption of a block of the size of the key with RSA, without padding.
        ch	kSecKeyAlgorithmRSAEncryptionPKCS1	algid:encrypt:RSA:PKCS1	Encryption with RSA and PKCS#1 v1.5 padding.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA1	algid:encrypt:RSA:OAEP:SHA1	Encryption with RSA and OAEP padding over SHA-1.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA224	algid:encrypt:RSA:OAEP:SHA224	Encryption with RSA and OAEP padding over SHA-224.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA256	algid:encrypt:RSA:OAEP:SHA256	Encryption with RSA and OAEP padding over SHA-256.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA384	algid:encrypt:RSA:OAEP:SHA384	Encryption with RSA and OAEP padding over SHA-384.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA512	algid:encrypt:RSA:OAEP:SHA512	Encryption with RSA and OAEP padding over SHA-512.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA1AESGCM	algid:encrypt:RSA:OAEP:SHA1:AESGCM	Encryption with AES-GCM under a key wrapped with RSA and OAEP padding over SHA-1.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA224AESGCM	algid:encrypt:RSA:OAEP:SHA224:AESGCM	Encryption with AES-GCM under a key wrapped with RSA and OAEP padding over SHA-224.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA256AESGCM	algid:encrypt:RSA:OAEP:SHA256:AESGCM	Encryption with AES-GCM under a key wrapped with RSA and OAEP padding over SHA-256.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA384AESGCM	algid:encrypt:RSA:OAEP:SHA384:AESGCM	Encryption with AES-GCM under a key wrapped with RSA and OAEP padding over SHA-384.
        ch	kSecKeyAlgorithmRSAEncryptionOAEPSHA512AESGCM	algid:encrypt:RSA:OAEP:SHA512:AESGCM	Encryption with AES-GCM under a key wrapped with RSA and OAEP padding over SHA-512.
        ch	kSecKeyAlgorithmECIESEncryptionStandardX963SHA1AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM	Encryption with AES-GCM and a zero nonce under a key from ECDH and X9.63 derivation over SHA-1.
        ch	kSecKeyAlgorithmECIESEncryptionStandardX963SHA224AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM	Encryption with AES-GCM and a zero nonce under a key from ECDH and X9.63 derivation over SHA-224.
        ch	kSecKeyAlgorithmECIESEncryptionStandardX963SHA256AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM	Encryption with AES-GCM and a zero nonce under a key from ECDH and X9.63 derivation over SHA-256.
        ch	kSecKeyAlgorithmECIESEncryptionStandardX963SHA384AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM	Encryption with AES-GCM and a zero nonce under a key from ECDH and X9.63 derivation over SHA-384.
        ch	kSecKeyAlgorithmECIESEncryptionStandardX963SHA512AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM	Encryption with AES-GCM and a zero nonce under a key from ECDH and X9.63 derivation over SHA-512.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorX963SHA1AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM	Encryption with AES-GCM and a zero nonce under a key from cofactor ECDH and X9.63 derivation over SHA-1.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorX963SHA224AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM	Encryption with AES-GCM and a zero nonce under a key from cofactor ECDH and X9.63 derivation over SHA-224.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM	Encryption with AES-GCM and a zero nonce under a key from cofactor ECDH and X9.63 derivation over SHA-256.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorX963SHA384AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM	Encryption with AES-GCM and a zero nonce under a key from cofactor ECDH and X9.63 derivation over SHA-384.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorX963SHA512AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM	Encryption with AES-GCM and a zero nonce under a key from cofactor ECDH and X9.63 derivation over SHA-512.
        ch	kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA224AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from ECDH and X9.63 derivation over SHA-224.
        ch	kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA256AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from ECDH and X9.63 derivation over SHA-256.
        ch	kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA384AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from ECDH and X9.63 derivation over SHA-384.
        ch	kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA512AESGCM	algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from ECDH and X9.63 derivation over SHA-512.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA224AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from cofactor ECDH and X9.63 derivation over SHA-224.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from cofactor ECDH and X9.63 derivation over SHA-256.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA384AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from cofactor ECDH and X9.63 derivation over SHA-384.
        ch	kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA512AESGCM	algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV	Encryption with AES-GCM and a derived nonce under a key from cofactor ECDH and X9.63 derivation over SHA-512.
        ch	kSecKeyAlgorithmECDHKeyExchangeStandard	algid:keyexchange:ECDH	Key exchange with ECDH that yields the bare coordinate.
        ch	kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA1	algid:keyexchange:ECDH:KDFX963:SHA1	Key exchange with ECDH and X9.63 derivation over SHA-1.
        ch	kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA224	algid:keyexchange:ECDH:KDFX963:SHA224	Key exchange with ECDH and X9.63 derivation over SHA-224.
        ch	kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256	algid:keyexchange:ECDH:KDFX963:SHA256	Key exchange with ECDH and X9.63 derivation over SHA-256.
        ch	kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA384	algid:keyexchange:ECDH:KDFX963:SHA384	Key exchange with ECDH and X9.63 derivation over SHA-384.
        ch	kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA512	algid:keyexchange:ECDH:KDFX963:SHA512	Key exchange with ECDH and X9.63 derivation over SHA-512.
        ch	kSecKeyAlgorithmECDHKeyExchangeCofactor	algid:keyexchange:ECDHC	Key exchange with cofactor ECDH that yields the bare coordinate.
        ch	kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA1	algid:keyexchange:ECDHC:KDFX963:SHA1	Key exchange with cofactor ECDH and X9.63 derivation over SHA-1.
        ch	kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA224	algid:keyexchange:ECDHC:KDFX963:SHA224	Key exchange with cofactor ECDH and X9.63 derivation over SHA-224.
        ch	kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA256	algid:keyexchange:ECDHC:KDFX963:SHA256	Key exchange with cofactor ECDH and X9.63 derivation over SHA-256.
        ch	kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA384	algid:keyexchange:ECDHC:KDFX963:SHA384	Key exchange with cofactor ECDH and X9.63 derivation over SHA-384.
        ch	kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA512	algid:keyexchange:ECDHC:KDFX963:SHA512	Key exchange with cofactor ECDH and X9.63 derivation over SHA-512.
        ch	kSecKeyKeyExchangeParameterRequestedSize	requestedSize	The number of bytes that a key exchange yields.
        ch	kSecKeyKeyExchangeParameterSharedInfo	sharedInfo	The shared information a key exchange mixes in.
        ch	kSecPaddingNone	0x0	No padding.
        ch	kSecPaddingPKCS1	0x1	The padding of PKCS#1 version 1.5.
        ch	kSecPaddingOAEP	0x2	OAEP padding.
        ch	kSecPaddingSigRaw	0x4000	A raw pair of numbers as the signature, for elliptic curves.
        ch	kSecPaddingPKCS1MD2	0x8000	The padding of an MD2 digest in PKCS#1 version 1.5.
        ch	kSecPaddingPKCS1MD5	0x8001	The padding of an MD5 digest in PKCS#1 version 1.5.
        ch	kSecPaddingPKCS1SHA1	0x8002	The padding of a SHA-1 digest in PKCS#1 version 1.5.
        ch	kSecPaddingPKCS1SHA224	0x8003	The padding of a SHA-224 digest in PKCS#1 version 1.5.
        ch	kSecPaddingPKCS1SHA256	0x8004	The padding of a SHA-256 digest in PKCS#1 version 1.5.
        ch	kSecPaddingPKCS1SHA384	0x8005	The padding of a SHA-384 digest in PKCS#1 version 1.5.
        ch	kSecPaddingPKCS1SHA512	0x8006	The padding of a SHA-512 digest in PKCS#1 version 1.5.
        ch	kSecDefaultKeySize	0	The algorithm's default size.
        ch	kSec3DES192	192	A triple DES key: 192 bits.
        ch	kSecAES128	128	An AES key: 128 bits.
        ch	kSecAES192	192	An AES key: 192 bits.
        ch	kSecAES256	256	An AES key: 256 bits.
        ch	kSecp192r1	192	A key on the curve P-192.
        ch	kSecp256r1	256	A key on the curve P-256.
        ch	kSecp384r1	384	A key on the curve P-384.
        ch	kSecp521r1	521	A key on the curve P-521.
        ch	kSecRSAMin	1024	The smallest size of an RSA key: 1024 bits.
        ch	kSecRSAMax	4096	The largest size of an RSA key: 4096 bits.
        ch	kSecKeyOperationTypeSign	0	Signing.
        ch	kSecKeyOperationTypeVerify	1	Verifying a signature.
        ch	kSecKeyOperationTypeEncrypt	2	Encrypting.
        ch	kSecKeyOperationTypeDecrypt	3	Decrypting.
        ch	kSecKeyOperationTypeKeyExchange	4	Exchanging keys.
        cw	kSecKeyKeyClass kSecKeyPrintName kSecKeyAlias kSecKeyPermanent kSecKeyPrivate kSecKeyModifiable		the kSecAttr… keys of SecItemCopyMatching and SecKeyCopyAttributes
        cw	kSecKeyLabel kSecKeyApplicationTag kSecKeyKeyCreator kSecKeyKeyType kSecKeyKeySizeInBits		the kSecAttr… keys of SecItemCopyMatching and SecKeyCopyAttributes
        cw	kSecKeyEffectiveKeySize kSecKeyStartDate kSecKeyEndDate kSecKeySensitive kSecKeyAlwaysSensitive		the kSecAttr… keys of SecItemCopyMatching and SecKeyCopyAttributes
        cw	kSecKeyExtractable kSecKeyNeverExtractable kSecKeyEncrypt kSecKeyDecrypt kSecKeyDerive kSecKeySign		the kSecAttr… keys of SecItemCopyMatching and SecKeyCopyAttributes
        cw	kSecKeyVerify kSecKeySignRecover kSecKeyVerifyRecover kSecKeyWrap kSecKeyUnwrap		the kSecAttr… keys of SecItemCopyMatching and SecKeyCopyAttributes
        cw	kSecCredentialTypeDefault kSecCredentialTypeWithUI kSecCredentialTypeNoUI		kSecUseAuthenticationUI
        cw	kSecAttrKeyTypeMLDSA65 kSecAttrKeyTypeMLDSA87 kSecAttrKeyTypeMLKEM768 kSecAttrKeyTypeMLKEM1024		swift-crypto
        =SecKeychain.h	
        fh	SecKeychainGetTypeID		Returns the Core Foundation type of SecKeychain.
        fh	SecKeychainGetVersion		Returns the version of these functions: 1.0, as two numbers of two bytes.
        fh	SecKeychainOpen		Returns a reference to the keychain in the file at pathName, for kSecUseKeychain and kSecMatchSearchList.
        fh	SecKeychainCreate		Makes a keychain file, and adds it to the search list.
        fh	SecKeychainDelete		Removes the file of a keychain with everything in it, and removes it from the search list.
        fh	SecKeychainSetSettings		Sets when a keychain locks itself.
        fh	SecKeychainCopySettings		Returns when a keychain locks itself; never by default.
        fh	SecKeychainUnlock		Unlocks a keychain, for all programs of the user.
        fh	SecKeychainLock		Locks a keychain, for all programs of the user.
        fh	SecKeychainLockAll		Locks every keychain that is searched, and the user's own.
        fh	SecKeychainCopyDefault		Returns a reference to the default keychain, for calls that name no keychain.
        fh	SecKeychainSetDefault		Makes a keychain the default one, for all programs of the user.
        fh	SecKeychainCopySearchList		Returns the keychains that are searched when a call names none, an array of SecKeychain; the user's own keychain alone, while no list was set.
        fh	SecKeychainSetSearchList		Replaces the list of the keychains that are searched, for all programs of the user.
        fh	SecKeychainCopyDomainDefault		Returns the default keychain of a domain.
        fh	SecKeychainSetDomainDefault		Makes a keychain the default one of a domain.
        fh	SecKeychainCopyDomainSearchList		Returns the search list of a domain; that of any domain but the user's is empty.
        fh	SecKeychainSetDomainSearchList		Replaces the search list of a domain.
        fh	SecKeychainSetPreferenceDomain		Sets the domain of calls that name none; only the user's is possible.
        fh	SecKeychainGetPreferenceDomain		Returns the domain of calls that name none: the user's.
        fh	SecKeychainGetStatus		Returns what a program may do with a keychain, as kSecUnlockStateStatus, kSecReadPermStatus and kSecWritePermStatus joined; a keychain without a password is always unlocked.
        fh	SecKeychainGetPath		Copies the path of a keychain's file, with a final zero byte, into the caller's buffer.
        fh	SecKeychainAttributeInfoForItemID		Returns the names of all attributes that items of a class have.
        fh	SecKeychainFreeAttributeInfo		Frees what SecKeychainAttributeInfoForItemID returned.
        fh	SecKeychainAddInternetPassword		Adds an internet password.
        fh	SecKeychainFindInternetPassword		Finds an internet password by the given names, port, protocol and type; the oldest of several.
        fh	SecKeychainAddGenericPassword		Adds a generic password.
        fh	SecKeychainFindGenericPassword		Finds a generic password by the given names; the oldest of several.
        fh	SecKeychainSetUserInteractionAllowed		Sets whether calls of this process may ask the user, which they may by default.
        fh	SecKeychainGetUserInteractionAllowed		Returns whether calls of this process may ask the user.
        fh	SecKeychainChangePassword		Changes the password of a keychain, sets the first one, or removes it.
        fc	SecKeychainCopyAccess SecKeychainSetAccess		A keychain has no access object. The access groups of a program's entitlements say which items it sees.
        fa	SecKeychainGetCSPHandle SecKeychainGetDLHandle
        th	SecKeychainSettings		The settings for when a keychain locks itself.
        th	SecPreferencesDomain		The owner of a default keychain and a search list; only the user has them.
        th	SecAuthenticationType		An authentication scheme, as a four-character code.
        th	SecProtocolType		A network protocol, as a four-character code.
        th	SecKeychainEvent		A change that is reported to callbacks added with SecKeychainAddCallback.
        th	SecKeychainEventMask		The events that a callback receives: for each the bit of its number.
        th	SecKeychainCallbackInfo		The details of an event that a callback receives.
        th	SecKeychainCallback		A function that is called after a keychain changed.
        fh	SecKeychainAddCallback		Calls a function after each change of a keychain that this process makes.
        fh	SecKeychainRemoveCallback		Stops calling a function that SecKeychainAddCallback added, also for changes made before that it hasn't been called for.
        ch	SEC_KEYCHAIN_SETTINGS_VERS1		The version of SecKeychainSettings: 1.
        ch	kSecUnlockStateStatus		The keychain is unlocked.
        ch	kSecReadPermStatus		The keychain may be read.
        ch	kSecWritePermStatus		The keychain may be written.
        ch	kSecPreferencesDomainUser		The user's programs.
        ch	kSecPreferencesDomainSystem		Programs that don't run for a user.
        ch	kSecPreferencesDomainCommon		What is added to the search lists of all users.
        ch	kSecPreferencesDomainDynamic		Keychains that come and go with removable devices.
        ch	SecKeychainEvent.lockEvent SecKeychainEventMask.lockEventMask		A keychain was locked.
        ch	SecKeychainEvent.unlockEvent SecKeychainEventMask.unlockEventMask		A keychain was unlocked.
        ch	SecKeychainEvent.addEvent SecKeychainEventMask.addEventMask		An item was added.
        ch	SecKeychainEvent.deleteEvent SecKeychainEventMask.deleteEventMask		An item was deleted.
        ch	SecKeychainEvent.updateEvent SecKeychainEventMask.updateEventMask		An item was changed.
        ch	SecKeychainEvent.passwordChangedEvent		The password of a keychain was set, changed or removed.
        ch	SecKeychainEvent.defaultChangedEvent		Another keychain became the default one.
        ch	SecKeychainEvent.dataAccessEvent		The secret of an item was read.
        ch	SecKeychainEvent.keychainListChangedEvent		The list of the searched keychains changed.
        ch	SecKeychainEvent.trustSettingsChangedEvent		The trust settings of a certificate changed.
        ch	SecKeychainEventMask.passwordChangedEventMask		The password of a keychain was changed.
        ch	SecKeychainEventMask.defaultChangedEventMask		Another keychain became the default.
        ch	SecKeychainEventMask.dataAccessEventMask		A secret was read.
        ch	SecKeychainEventMask.keychainListChangedMask		The search list was changed.
        ch	SecKeychainEventMask.trustSettingsChangedEventMask		Trust settings were changed.
        ch	SecKeychainEventMask.everyEventMask		Every event.
        ch	kSecAuthenticationTypeNTLM	'mltn' (0x6D6C746E)	Windows NT LAN Manager authentication.
        ch	kSecAuthenticationTypeMSN	'ansm' (0x616E736D)	Microsoft Network authentication.
        ch	kSecAuthenticationTypeDPA	'aapd' (0x61617064)	Distributed password authentication.
        ch	kSecAuthenticationTypeRPA	'aapr' (0x61617072)	Remote password authentication.
        ch	kSecAuthenticationTypeHTTPBasic	'ptth' (0x70747468)	HTTP Basic authentication.
        ch	kSecAuthenticationTypeHTTPDigest	'dtth' (0x64747468)	HTTP Digest authentication.
        ch	kSecAuthenticationTypeHTMLForm	'mrof' (0x6D726F66)	Authentication by a form on a web page.
        ch	kSecAuthenticationTypeDefault	'tlfd' (0x746C6664)	The default authentication scheme.
        ch	kSecProtocolTypeFTP	'ftp ' (0x66747020)	FTP.
        ch	kSecProtocolTypeFTPAccount	'ftpa' (0x66747061)	The FTP account.
        ch	kSecProtocolTypeHTTP	'http' (0x68747470)	HTTP.
        ch	kSecProtocolTypeIRC	'irc ' (0x69726320)	IRC.
        ch	kSecProtocolTypeNNTP	'nntp' (0x6E6E7470)	NNTP.
        ch	kSecProtocolTypePOP3	'pop3' (0x706F7033)	POP3.
        ch	kSecProtocolTypeSMTP	'smtp' (0x736D7470)	SMTP.
        ch	kSecProtocolTypeSOCKS	'sox ' (0x736F7820)	SOCKS.
        ch	kSecProtocolTypeIMAP	'imap' (0x696D6170)	IMAP.
        ch	kSecProtocolTypeLDAP	'ldap' (0x6C646170)	LDAP.
        ch	kSecProtocolTypeAppleTalk	'atlk' (0x61746C6B)	AppleTalk.
        ch	kSecProtocolTypeAFP	'afp ' (0x61667020)	The Apple Filing Protocol.
        ch	kSecProtocolTypeTelnet	'teln' (0x74656C6E)	Telnet.
        ch	kSecProtocolTypeSSH	'ssh ' (0x73736820)	SSH.
        ch	kSecProtocolTypeFTPS	'ftps' (0x66747073)	FTP over TLS.
        ch	kSecProtocolTypeHTTPS	'htps' (0x68747073)	HTTP over TLS.
        ch	kSecProtocolTypeHTTPProxy	'htpx' (0x68747078)	An HTTP proxy.
        ch	kSecProtocolTypeHTTPSProxy	'htsx' (0x68747378)	An HTTPS proxy.
        ch	kSecProtocolTypeFTPProxy	'ftpx' (0x66747078)	An FTP proxy.
        ch	kSecProtocolTypeCIFS	'cifs' (0x63696673)	CIFS.
        ch	kSecProtocolTypeSMB	'smb ' (0x736D6220)	SMB.
        ch	kSecProtocolTypeRTSP	'rtsp' (0x72747370)	RTSP.
        ch	kSecProtocolTypeRTSPProxy	'rtsx' (0x72747378)	An RTSP proxy.
        ch	kSecProtocolTypeDAAP	'daap' (0x64616170)	Digital audio access.
        ch	kSecProtocolTypeEPPC	'eppc' (0x65707063)	Remote Apple events.
        ch	kSecProtocolTypeIPP	'ipp ' (0x69707020)	The Internet Printing Protocol.
        ch	kSecProtocolTypeNNTPS	'ntps' (0x6E747073)	NNTP over TLS.
        ch	kSecProtocolTypeLDAPS	'ldps' (0x6C647073)	LDAP over TLS.
        ch	kSecProtocolTypeTelnetS	'tels' (0x74656C73)	Telnet over TLS.
        ch	kSecProtocolTypeIMAPS	'imps' (0x696D7073)	IMAP over TLS.
        ch	kSecProtocolTypeIRCS	'ircs' (0x69726373)	IRC over TLS.
        ch	kSecProtocolTypePOP3S	'pops' (0x706F7073)	POP3 over TLS.
        ch	kSecProtocolTypeCVSpserver	'cvsp' (0x63767370)	The CVS password server.
        ch	kSecProtocolTypeSVN	'svn ' (0x73766E20)	Subversion.
        ch	kSecProtocolTypeAny	0	Any protocol.
        ch	kSecAuthenticationTypeAny	0	Any authentication scheme.
        =SecKeychainItem.h	
        fh	SecKeychainItemGetTypeID		Returns the Core Foundation type of SecKeychainItem.
        fh	SecKeychainItemModifyAttributesAndData		Changes attributes and the password of an item: all or nothing.
        fh	SecKeychainItemCreateFromContent		Adds a password that is described by a list of attributes.
        fh	SecKeychainItemModifyContent		Does the same as SecKeychainItemModifyAttributesAndData.
        fh	SecKeychainItemCopyContent		Returns attributes and password of an item; the attributes are written into the caller's list.
        fh	SecKeychainItemFreeContent		Frees the values of a list, and wipes and frees a password.
        fh	SecKeychainItemCopyAttributesAndData		Returns attributes and password of an item.
        fh	SecKeychainItemFreeAttributesAndData		Frees a list and its values, and wipes and frees a password.
        fh	SecKeychainItemDelete		Deletes an item.
        fh	SecKeychainItemCopyKeychain		Returns the keychain of an item.
        fh	SecKeychainItemCreateCopy		Copies an item to a keychain, with its attributes, its password and its access object.
        fh	SecKeychainItemCreatePersistentReference		Returns a persistent reference to an item, in the form of kSecReturnPersistentRef.
        fh	SecKeychainItemCopyFromPersistentReference		Finds the item of a persistent reference in the keychains that are searched.
        fh	SecKeychainItemCopyAccess		Returns the access object that is kept with an item.
        fh	SecKeychainItemSetAccess		Keeps an access object with an item, in the place of an earlier one; see SecAccess.
        fa	SecKeychainItemGetDLDBHandle
        fw	SecKeychainItemGetUniqueRecordID		SecKeychainItemCreatePersistentReference
        th	SecItemClass		The class of an item in the functions for keychain files, as a four-character code.
        th	SecItemAttr		An attribute, as a four-character code.
        ch	kSecInternetPasswordItemClass		Internet passwords.
        ch	kSecGenericPasswordItemClass		Generic passwords.
        ch	kSecCertificateItemClass		Certificates.
        ch	kSecPublicKeyItemClass		Public keys.
        ch	kSecPrivateKeyItemClass		Private keys.
        ch	kSecSymmetricKeyItemClass		Symmetric keys.
        ch	kSecCreationDateItemAttr		The date of adding: text YYYYMMDDhhmmssZ and a zero byte; never set.
        ch	kSecModDateItemAttr		The date of the last change, in the same form; never set.
        ch	kSecDescriptionItemAttr		The kind of the item, for the user: text.
        ch	kSecCommentItemAttr		A comment: text.
        ch	kSecCreatorItemAttr		The creator: a four-character code.
        ch	kSecTypeItemAttr		The type: a four-character code.
        ch	kSecScriptCodeItemAttr		The script of the text: a number.
        ch	kSecLabelItemAttr		The name of the item: text.
        ch	kSecInvisibleItemAttr		Whether the item is hidden from the user: a number.
        ch	kSecNegativeItemAttr		Whether the item deliberately has no password: a number.
        ch	kSecCustomIconItemAttr		Whether the item has an icon: a number.
        ch	kSecAccountItemAttr		The account: text.
        ch	kSecServiceItemAttr		The service of a generic password: text.
        ch	kSecGenericItemAttr		Bytes of the program's own.
        ch	kSecSecurityDomainItemAttr		The security domain of an internet password: text.
        ch	kSecServerItemAttr		The server of an internet password: text.
        ch	kSecAuthenticationTypeItemAttr		The authentication of an internet password: a SecAuthenticationType.
        ch	kSecPortItemAttr		The port of an internet password: a number.
        ch	kSecPathItemAttr		The path of an internet password: text.
        ch	kSecVolumeItemAttr		The volume of an AppleShare password; no item has one.
        ch	kSecAddressItemAttr		The address of an AppleShare password; no item has one.
        ch	kSecSignatureItemAttr		The signature of an AppleShare server; no item has one.
        ch	kSecProtocolItemAttr		The protocol of an internet password: a SecProtocolType.
        ch	kSecCertificateType		The type of a certificate.
        ch	kSecCertificateEncoding		The encoding of a certificate.
        ch	kSecCrlType		The type of a revocation list; no item has one.
        ch	kSecCrlEncoding		The encoding of a revocation list; no item has one.
        ch	kSecAlias		Another name: text.
        =SecKeychainSearch.h	
        fh	SecKeychainSearchGetTypeID		Returns the Core Foundation type of SecKeychainSearch.
        fh	SecKeychainSearchCreateFromAttributes		Searches for all passwords that have the attributes of a list.
        fh	SecKeychainSearchCopyNext		Returns the next item that a search found.
        =SecAccess.h	
        fh	SecAccessGetTypeID		Returns the Core Foundation type of SecAccess.
        fh	SecAccessCreate		Makes the access object of an item: every program may encrypt, those of the list may decrypt, sign and export, and none may change the object.
        fh	SecAccessCreateWithOwnerAndACL		Makes an access object of an owner and entries.
        fh	SecAccessCopyOwnerAndACL		Returns the owner and the entries of an access object; 0 for an owner that was not given.
        fh	SecAccessCopyACLList		Returns the entries of an access object, SecACL objects.
        fh	SecAccessCopyMatchingACLList		Returns the entries of an access object that are for an operation.
        fw	SecAccessCreateFromOwnerAndACL SecAccessGetOwnerAndACL SecAccessCopySelectedACLList		SecAccessCopyMatchingACLList
        th	SecAccessOwnerType		Whose rights an access object describes, in addition to its entries: bits of kSecUseOnlyUID and its companions.
        ch	kSecUseOnlyUID		The user counts.
        ch	kSecUseOnlyGID		The group counts.
        ch	kSecHonorRoot		Root counts too.
        ch	kSecMatchBits		User and group count.
        ch	kSecACLAuthorizationAny	ACLAuthorizationAny	Every operation.
        ch	kSecACLAuthorizationLogin	ACLAuthorizationLogin	Logging in to a token.
        ch	kSecACLAuthorizationGenKey	ACLAuthorizationGenKey	Making a key.
        ch	kSecACLAuthorizationDelete	ACLAuthorizationDelete	Deleting an item.
        ch	kSecACLAuthorizationExportWrapped	ACLAuthorizationExportWrapped	Exporting a key encrypted.
        ch	kSecACLAuthorizationExportClear	ACLAuthorizationExportClear	Exporting a key in clear.
        ch	kSecACLAuthorizationImportWrapped	ACLAuthorizationImportWrapped	Importing an encrypted key.
        ch	kSecACLAuthorizationImportClear	ACLAuthorizationImportClear	Importing a key in clear.
        ch	kSecACLAuthorizationSign	ACLAuthorizationSign	Signing.
        ch	kSecACLAuthorizationEncrypt	ACLAuthorizationEncrypt	Encrypting.
        ch	kSecACLAuthorizationDecrypt	ACLAuthorizationDecrypt	Decrypting.
        ch	kSecACLAuthorizationMAC	ACLAuthorizationMAC	Making and checking message authentication codes.
        ch	kSecACLAuthorizationDerive	ACLAuthorizationDerive	Deriving a key.
        ch	kSecACLAuthorizationKeychainCreate	ACLAuthorizationKeychainCreate	Making a keychain.
        ch	kSecACLAuthorizationKeychainDelete	ACLAuthorizationKeychainDelete	Deleting a keychain.
        ch	kSecACLAuthorizationKeychainItemRead	ACLAuthorizationKeychainItemRead	Reading an item.
        ch	kSecACLAuthorizationKeychainItemInsert	ACLAuthorizationKeychainItemInsert	Adding an item.
        ch	kSecACLAuthorizationKeychainItemModify	ACLAuthorizationKeychainItemModify	Changing an item.
        ch	kSecACLAuthorizationKeychainItemDelete	ACLAuthorizationKeychainItemDelete	Deleting an item of a keychain.
        ch	kSecACLAuthorizationChangeACL	ACLAuthorizationChangeACL	Changing the access object.
        ch	kSecACLAuthorizationChangeOwner	ACLAuthorizationChangeOwner	Changing the owner of the access object.
        ch	kSecACLAuthorizationPartitionID	ACLAuthorizationPartitionID	The partition list.
        ch	kSecACLAuthorizationIntegrity	ACLAuthorizationIntegrity	The integrity of the access object.
        =SecACL.h	
        fh	SecACLGetTypeID		Returns the Core Foundation type of SecACL.
        fh	SecACLCreateWithSimpleContents		Adds an entry to an access object, for all operations.
        fh	SecACLRemove		Removes an entry from its access object.
        fh	SecACLCopyContents		Returns the programs, the description and the prompt of an entry.
        fh	SecACLSetContents		Sets the programs, the description and the prompt of an entry.
        fh	SecACLCopyAuthorizations		Returns the operations of an entry, kSecACLAuthorization… values.
        fh	SecACLUpdateAuthorizations		Sets the operations of an entry.
        fw	SecACLCreateFromSimpleContents		SecACLCreateWithSimpleContents
        fw	SecACLCopySimpleContents		SecACLCopyContents
        fw	SecACLSetSimpleContents		SecACLSetContents
        fw	SecACLGetAuthorizations		SecACLCopyAuthorizations
        fw	SecACLSetAuthorizations		SecACLUpdateAuthorizations
        th	SecKeychainPromptSelector		When the user must confirm an operation, in addition to the list of programs.
        ch	SecKeychainPromptSelector.requirePassphase		With the password of the keychain.
        ch	SecKeychainPromptSelector.unsigned		For programs without a signature.
        ch	SecKeychainPromptSelector.unsignedAct		unsigned counts.
        ch	SecKeychainPromptSelector.invalid		For programs with an invalid signature.
        ch	SecKeychainPromptSelector.invalidAct		invalid counts.
        =SecTrustedApplication.h	
        fh	SecTrustedApplicationGetTypeID		Returns the Core Foundation type of SecTrustedApplication.
        fh	SecTrustedApplicationCreateFromPath		Names a program by the path of its file.
        fh	SecTrustedApplicationCopyData		Returns the path of a program, with a zero byte at its end.
        fh	SecTrustedApplicationSetData		Sets the path of a program.
        =SecPolicy.h	
        fh	SecPolicyGetTypeID		Returns the Core Foundation type of SecPolicy.
        fh	SecPolicyCopyProperties		Returns the identifier and properties a policy was made of, under the kSecPolicy… keys.
        fh	SecPolicyCreateBasicX509		Makes the policy of basic X.509 rules, which apply to every chain.
        fh	SecPolicyCreateSSL		Makes the policy of TLS.
        fh	SecPolicyCreateRevocation		Makes the revocation policy, for use together with another policy.
        fh	SecPolicyCreateWithProperties		Makes the policy of an identifier.
        fc	SecPolicyCreateWithOID SecPolicySetProperties		Use SecPolicyCreateWithProperties.
        fw	SecPolicyGetOID SecPolicyGetValue SecPolicySetValue		SecPolicyCopyProperties
        fa	SecPolicyGetTPHandle
        ch	kSecPolicyAppleX509Basic	1.2.840.113635.100.1.2	The policy of basic X.509 rules.
        ch	kSecPolicyAppleSSL	1.2.840.113635.100.1.3	The policy of TLS.
        ch	kSecPolicyAppleSMIME	1.2.840.113635.100.1.8	The policy of S/MIME.
        ch	kSecPolicyAppleEAP	1.2.840.113635.100.1.9	The policy of EAP.
        ch	kSecPolicyAppleIPsec	1.2.840.113635.100.1.11	The policy of IPsec.
        ch	kSecPolicyAppleiChat	1.2.840.113635.100.1.12	The policy of iChat.
        ch	kSecPolicyApplePKINITClient	1.2.840.113635.100.1.14	The policy of Kerberos PKINIT clients.
        ch	kSecPolicyApplePKINITServer	1.2.840.113635.100.1.15	The policy of Kerberos PKINIT servers.
        ch	kSecPolicyAppleCodeSigning	1.2.840.113635.100.1.16	The policy of code signing.
        ch	kSecPolicyMacAppStoreReceipt	1.2.840.113635.100.1.19	The policy of Mac App Store receipts.
        ch	kSecPolicyAppleIDValidation	1.2.840.113635.100.1.18	The policy of Apple ID certificates.
        ch	kSecPolicyAppleTimeStamping	1.2.840.113635.100.1.20	The policy of time stamping.
        ch	kSecPolicyAppleRevocation	1.2.840.113635.100.1.21	The policy of revocation.
        ch	kSecPolicyApplePassbookSigning	1.2.840.113635.100.1.22	The policy of Wallet passes.
        ch	kSecPolicyApplePayIssuerEncryption	1.2.840.113635.100.1.39	The policy of Apple Pay issuer encryption.
        ch	kSecPolicyAppleSSLServer	1.2.840.113635.100.1.3.1	The policy of TLS servers.
        ch	kSecPolicyAppleSSLClient	1.2.840.113635.100.1.3.2	The policy of TLS clients.
        ch	kSecPolicyAppleEAPServer	1.2.840.113635.100.1.9.1	The policy of EAP servers.
        ch	kSecPolicyAppleEAPClient	1.2.840.113635.100.1.9.2	The policy of EAP clients.
        ch	kSecPolicyAppleIPSecServer	1.2.840.113635.100.1.11.1	The policy of IPsec servers.
        ch	kSecPolicyAppleIPSecClient	1.2.840.113635.100.1.11.2	The policy of IPsec clients.
        ch	kSecPolicyOid	SecPolicyOid	The identifier of a policy.
        ch	kSecPolicyName	SecPolicyName	The host or mail address a policy checks.
        ch	kSecPolicyClient	SecPolicyClient	Whether a policy checks the client's certificate.
        ch	kSecPolicyRevocationFlags	SecPolicyRevocationFlags	The revocation flags of a policy.
        ch	kSecPolicyTeamIdentifier	SecPolicyTeamIdentifier	The team a policy checks.
        ch	kSecRevocationOCSPMethod	0x1	Revocation checks by OCSP.
        ch	kSecRevocationCRLMethod	0x2	Revocation checks by lists.
        ch	kSecRevocationPreferCRL	0x4	Lists are preferred to OCSP.
        ch	kSecRevocationRequirePositiveResponse	0x8	An answer that says the certificate is good is required.
        ch	kSecRevocationNetworkAccessDisabled	0x10	Revocation checks without the network.
        ch	kSecRevocationUseAnyAvailableMethod	0x3	Revocation checks by OCSP or lists, whichever is available.
        cw	kSecPolicyKU_DigitalSignature kSecPolicyKU_NonRepudiation kSecPolicyKU_KeyEncipherment		kSecMatchPolicy, and SecCertificateCopyValues for the uses that a certificate permits
        cw	kSecPolicyKU_DataEncipherment kSecPolicyKU_KeyAgreement kSecPolicyKU_KeyCertSign		kSecMatchPolicy, and SecCertificateCopyValues for the uses that a certificate permits
        cw	kSecPolicyKU_CRLSign kSecPolicyKU_EncipherOnly kSecPolicyKU_DecipherOnly		kSecMatchPolicy, and SecCertificateCopyValues for the uses that a certificate permits
        =SecPolicySearch.h	SecPolicyCreateWithProperties
        fw	SecPolicySearchGetTypeID SecPolicySearchCreate SecPolicySearchCopyNext
        tw	SecPolicySearch
        =SecRandom.h	
        fh	SecRandomCopyBytes		Fills memory with random bytes of the kernel, suitable for keys.
        th	SecRandomRef		A source of random bytes; the only one is kSecRandomDefault.
        ch	kSecRandomDefault		The random source of the kernel.
        =SecTrust.h	
        fh	SecTrustGetTypeID		Returns the Core Foundation type of SecTrust.
        fh	SecTrustCreateWithCertificates		Makes a trust object, which evaluates a chain.
        fh	SecTrustSetPolicies		Replaces the policies: one, or an array of several.
        fh	SecTrustCopyPolicies		Returns an array of the policies.
        fh	SecTrustSetNetworkFetchAllowed		Sets whether missing certificates of issuers are fetched, and, with a policy of revocation, OCSP responses and revocation lists too.
        fh	SecTrustGetNetworkFetchAllowed		Returns the value of SecTrustSetNetworkFetchAllowed; false by default.
        fh	SecTrustSetAnchorCertificates		Sets the certificates that end a chain; they don't have to be self-signed.
        fh	SecTrustSetAnchorCertificatesOnly		Sets whether only the anchors that were set end a chain, or those of the system and of the trust settings too.
        fh	SecTrustCopyCustomAnchorCertificates		Returns the anchors that were set; nil where none were.
        fh	SecTrustSetVerifyDate		Sets the date for which the chain is evaluated; the default is the time of the evaluation.
        fh	SecTrustGetVerifyTime		Returns the date for which the chain is evaluated, in seconds since 2001-01-01 00:00 UTC; now, where none was set.
        fh	SecTrustEvaluate		Evaluates the chain, as SecTrustEvaluateWithError does.
        fh	SecTrustEvaluateAsync		Evaluates the chain on a queue, and calls back there.
        fh	SecTrustEvaluateWithError		Evaluates the chain.
        fh	SecTrustEvaluateAsyncWithError		Evaluates the chain on a queue, and calls back there with the result of SecTrustEvaluateWithError.
        fh	SecTrustGetTrustResult		Returns the outcome of the last evaluation; invalid where there was none, or something was changed since.
        fh	SecTrustCopyPublicKey		Returns the public key of the leaf; the older name of SecTrustCopyKey.
        fh	SecTrustCopyKey		Returns the public key of the leaf, whether or not it is trusted.
        fh	SecTrustGetCertificateCount		Counts the certificates of the chain; 1 where it cannot be evaluated.
        fh	SecTrustGetCertificateAtIndex		Returns a certificate of the chain, the leaf being 0; nil for an index out of range.
        fh	SecTrustCopyCertificateChain		Returns the chain as an array of certificates, the leaf first.
        fh	SecTrustCopyExceptions		Returns exceptions for the problems the chain has now.
        fh	SecTrustSetExceptions		Replaces the exceptions.
        fh	SecTrustCopyProperties		Returns a dictionary for each certificate of the chain: kSecPropertyTypeTitle, and kSecPropertyTypeError where it has a problem.
        fh	SecTrustCopyResult		Returns the outcome, under the kSecTrust… keys: the date it was evaluated for, the result, and, where answers about revocation say that all certificates are good, the date until which they are valid.
        fh	SecTrustSetOCSPResponse		Sets answers about revocation, which a server stapled or the caller fetched.
        fh	SecTrustSetSignedCertificateTimestamps		Accepts the timestamps of transparency logs that a server sent.
        fh	SecTrustSetOptions		Replaces the options.
        fh	SecTrustSetKeychains		Sets the keychains in which certificates of issuers are searched.
        fh	SecTrustCopyAnchorCertificates		Returns the anchors of the system, SecCertificate objects; those of trust settings are not included.
        fw	SecTrustSetParameters		SecTrustSetOptions
        fw	SecTrustGetResult		SecTrustCopyResult
        fw	SecTrustGetCssmResult SecTrustGetCssmResultCode		SecTrustCopyResult, SecTrustEvaluateWithError
        fa	SecTrustGetTPHandle
        fw	SecTrustGetCSSMAnchorCertificates		SecTrustCopyAnchorCertificates
        th	SecTrust		An evaluation of a certificate chain against policies.
        th	SecTrustResultType		The outcome of a trust evaluation.
        th	SecTrustCallback		A callback for the outcome of an evaluation.
        th	SecTrustWithErrorCallback		A callback for whether a chain is trusted, and the error if it isn't.
        th	SecTrustOptionFlags		What an evaluation accepts and does in addition to its policies.
        ch	kSecPropertyTypeTitle	title	A property that is a title.
        ch	kSecPropertyTypeError	error	A property that is an error.
        ch	kSecTrustEvaluationDate	TrustEvaluationDate	The date a chain was evaluated.
        ch	kSecTrustExtendedValidation	TrustExtendedValidation	Whether the leaf is an extended validation certificate.
        ch	kSecTrustOrganizationName	Organization	The organisation of an extended validation certificate.
        ch	kSecTrustResultValue	TrustResultValue	The outcome of an evaluation: a SecTrustResultType.
        ch	kSecTrustRevocationChecked	TrustRevocationChecked	Whether revocation was checked.
        ch	kSecTrustRevocationValidUntilDate	TrustExpirationDate	The date until which the revocation answer is valid.
        ch	kSecTrustCertificateTransparency	TrustCertificateTransparency	Whether the chain meets certificate transparency.
        ch	kSecTrustCertificateTransparencyWhiteList	TrustCertificateTransparencyWhiteList	Whether the leaf is on the list of certificates that are exempt from transparency.
        ch	kSecTrustQCStatements	TrustQCStatements	The qualified certificate statements of the leaf.
        ch	kSecTrustQWACValidation	TrustQWACValidation	Whether the leaf is a qualified website authentication certificate.
        ch	kSecPropertyKeyType	type	The type of a property.
        ch	kSecPropertyKeyLabel	label	The label of a property.
        ch	kSecPropertyKeyLocalizedLabel	localized label	The label of a property in the user's language.
        ch	kSecPropertyKeyValue	value	The value of a property.
        ch	kSecPropertyTypeWarning	warning	A property that is a warning.
        ch	kSecPropertyTypeSuccess	success	A property that is a success.
        ch	kSecPropertyTypeSection	section	A property that is a section.
        ch	kSecPropertyTypeData	data	A property that is data.
        ch	kSecPropertyTypeString	string	A property that is a string.
        ch	kSecPropertyTypeURL	url	A property that is a URL.
        ch	kSecPropertyTypeDate	date	A property that is a date.
        ch	kSecPropertyTypeArray	array	A property that is an array.
        ch	kSecPropertyTypeNumber	number	A property that is a number.
        ch	kSecTrustResultInvalid	0	No evaluation has been made.
        ch	kSecTrustResultProceed	1	The user or an administrator trusts the chain.
        ch	kSecTrustResultConfirm	2	The user must confirm; no longer used.
        ch	kSecTrustResultDeny	3	The user or an administrator distrusts the chain.
        ch	kSecTrustResultUnspecified	4	The chain verifies, and there is no decision of the user about it.
        ch	kSecTrustResultRecoverableTrustFailure	5	The chain does not verify, for a reason that can be overruled.
        ch	kSecTrustResultFatalTrustFailure	6	The chain does not verify, and that cannot be overruled.
        ch	kSecTrustResultOtherError	7	The evaluation itself failed.
        ch	SecTrustOptionFlags.allowExpired		Certificates may have expired, except roots.
        ch	SecTrustOptionFlags.leafIsCA		The leaf may be an authority, which it always may.
        ch	SecTrustOptionFlags.fetchIssuerFromNet		Missing issuers are fetched, as after SecTrustSetNetworkFetchAllowed.
        ch	SecTrustOptionFlags.allowExpiredRoot		The root may have expired.
        ch	SecTrustOptionFlags.requireRevPerCert		There must be an answer that each certificate is not revoked.
        ch	SecTrustOptionFlags.useTrustSettings		Trust settings apply, which they always do.
        ch	SecTrustOptionFlags.implicitAnchors		Roots among the given certificates end a chain.
        =SecTrustSettings.h	
        fh	SecTrustSettingsCopyTrustSettings		Returns the trust settings of a certificate: an array of dictionaries, which is empty for a root that is trusted for everything.
        fh	SecTrustSettingsSetTrustSettings		Replaces the trust settings of a certificate.
        fh	SecTrustSettingsRemoveTrustSettings		Removes the trust settings of a certificate.
        fh	SecTrustSettingsCopyCertificates		Returns the certificates that have trust settings; for the domain .system, its anchors.
        fh	SecTrustSettingsCopyModificationDate		Returns when the trust settings of a certificate were last changed.
        fh	SecTrustSettingsCreateExternalRepresentation		Returns the trust settings of the user as a property list of macOS, with the certificates added.
        fh	SecTrustSettingsImportExternalRepresentation		Replaces the trust settings of the certificates in a property list; all others stay.
        th	SecTrustSettingsKeyUsage		The uses of a key that a trust setting is for.
        th	SecTrustSettingsResult		The verdict of a trust setting.
        th	SecTrustSettingsDomain		The owner of trust settings.
        ch	kSecTrustSettingsPolicy	kSecTrustSettingsPolicy	The policy a trust setting is for.
        ch	kSecTrustSettingsApplication	kSecTrustSettingsApplication	The program a trust setting is for.
        ch	kSecTrustSettingsPolicyString	kSecTrustSettingsPolicyString	The host or mail address a trust setting is for.
        ch	kSecTrustSettingsKeyUsage	kSecTrustSettingsKeyUsage	The key uses a trust setting is for.
        ch	kSecTrustSettingsAllowedError	kSecTrustSettingsAllowedError	The status that a trust setting allows.
        ch	kSecTrustSettingsResult	kSecTrustSettingsResult	The verdict of a trust setting.
        ch	kSecTrustSettingsKeyUseSignature	0x1	Signatures over data.
        ch	kSecTrustSettingsKeyUseEnDecryptData	0x2	Encrypting and decrypting data.
        ch	kSecTrustSettingsKeyUseEnDecryptKey	0x4	Wrapping and unwrapping keys.
        ch	kSecTrustSettingsKeyUseSignCert	0x8	Signing certificates.
        ch	kSecTrustSettingsKeyUseSignRevocation	0x10	Signing revocation answers.
        ch	kSecTrustSettingsKeyUseKeyExchange	0x20	Key exchange.
        ch	kSecTrustSettingsKeyUseAny	0xFFFFFFFF	Every use.
        ch	kSecTrustSettingsResultInvalid	0	A trust setting that was never filled in.
        ch	kSecTrustSettingsResultTrustRoot	1	A root certificate is trusted.
        ch	kSecTrustSettingsResultTrustAsRoot	2	A certificate is trusted as if it were a root.
        ch	kSecTrustSettingsResultDeny	3	A certificate is distrusted.
        ch	kSecTrustSettingsResultUnspecified	4	The usual rules decide.
        ch	kSecTrustSettingsDomainUser	0	The trust settings of the user.
        ch	kSecTrustSettingsDomainAdmin	1	The trust settings of the administrator.
        ch	kSecTrustSettingsDomainSystem	2	The trust settings that come with the system.
        =SecSharedCredential.h	Shared web credentials need an Apple account. Store the password with SecItemAdd and kSecClassInternetPassword.
        fh	SecCreateSharedWebCredentialPassword		Makes a random password: four groups of three characters, separated by dashes.
        fc	SecAddSharedWebCredential SecRequestSharedWebCredential
        cc	kSecSharedPassword
        =SecTask.h	
        fh	SecTaskGetTypeID		Returns the Core Foundation type of SecTask.
        fh	SecTaskCreateFromSelf		Returns the running program, with the entitlements that it has for the keychain.
        fh	SecTaskCopyValueForEntitlement		Returns the value of an entitlement.
        fh	SecTaskCopyValuesForEntitlements		Returns the values of several entitlements, those that the program has.
        fh	SecTaskCopySigningIdentifier		Returns the identifier of the program: that of its application-identifier without the team, or the name of its executable file.
        th	SecTask		A program, for its entitlements: the running one.
        fc	SecTaskCreateWithAuditToken		Linux has no audit tokens. SecTaskCreateFromSelf reads the program's own entitlements; SO_PEERCRED names the peer of a socket.
        tc	audit_token_t		Linux has no audit tokens. SecTaskCreateFromSelf reads the program's own entitlements; SO_PEERCRED names the peer of a socket.
        fw	SecTaskGetCodeSignStatus SecTaskValidateForRequirement		SecTaskCopyValueForEntitlement
        =SecProtocolObject.h	
        fw	sec_retain sec_release		nothing: Swift counts references
        th	sec_object_t		Any wrapped object.
        th	OS_sec_identity		An identity, and the certificates that are sent with it.
        th	OS_sec_certificate		A certificate.
        th	OS_sec_trust		A trust.
        =SecProtocolTypes.h	SwiftNIO SSL (TLSConfiguration); Linux has no Network.framework
        fh	sec_trust_create		Wraps a trust.
        fh	sec_trust_copy_ref		Returns the trust; the caller takes the retained value.
        fh	sec_identity_create		Wraps an identity.
        fh	sec_identity_create_with_certificates		Wraps an identity with the certificates between its own and the root.
        fh	sec_identity_access_certificates		Calls handler with each certificate of an identity, in order.
        fh	sec_identity_copy_ref		Returns the identity; the caller takes the retained value.
        fh	sec_identity_copy_certificates_ref		Returns the certificates of an identity; nil when it has none.
        fh	sec_certificate_create		Wraps a certificate.
        fh	sec_certificate_copy_ref		Returns the certificate; the caller takes the retained value.
        th	sec_trust_t		A wrapped trust.
        th	sec_identity_t		A wrapped identity.
        th	sec_certificate_t		A wrapped certificate.
        tw	tls_protocol_version_t tls_ciphersuite_t tls_ciphersuite_group_t
        cw	tls_protocol_version_t.TLSv10 tls_protocol_version_t.TLSv11 tls_protocol_version_t.TLSv12
        cw	tls_protocol_version_t.TLSv13 tls_protocol_version_t.DTLSv10 tls_protocol_version_t.DTLSv12
        cw	tls_ciphersuite_group_t.default tls_ciphersuite_group_t.compatibility tls_ciphersuite_group_t.legacy
        cw	tls_ciphersuite_group_t.ats tls_ciphersuite_group_t.ats_compatibility
        cw	tls_ciphersuite_t.RSA_WITH_3DES_EDE_CBC_SHA tls_ciphersuite_t.RSA_WITH_AES_128_CBC_SHA
        cw	tls_ciphersuite_t.RSA_WITH_AES_256_CBC_SHA tls_ciphersuite_t.RSA_WITH_AES_128_GCM_SHA256
        cw	tls_ciphersuite_t.RSA_WITH_AES_256_GCM_SHA384 tls_ciphersuite_t.RSA_WITH_AES_128_CBC_SHA256
        cw	tls_ciphersuite_t.RSA_WITH_AES_256_CBC_SHA256 tls_ciphersuite_t.ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA
        cw	tls_ciphersuite_t.ECDHE_ECDSA_WITH_AES_128_CBC_SHA
        cw	tls_ciphersuite_t.ECDHE_ECDSA_WITH_AES_256_CBC_SHA tls_ciphersuite_t.ECDHE_RSA_WITH_3DES_EDE_CBC_SHA
        cw	tls_ciphersuite_t.ECDHE_RSA_WITH_AES_128_CBC_SHA tls_ciphersuite_t.ECDHE_RSA_WITH_AES_256_CBC_SHA
        cw	tls_ciphersuite_t.ECDHE_ECDSA_WITH_AES_128_CBC_SHA256
        cw	tls_ciphersuite_t.ECDHE_ECDSA_WITH_AES_256_CBC_SHA384
        cw	tls_ciphersuite_t.ECDHE_RSA_WITH_AES_128_CBC_SHA256
        cw	tls_ciphersuite_t.ECDHE_RSA_WITH_AES_256_CBC_SHA384
        cw	tls_ciphersuite_t.ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
        cw	tls_ciphersuite_t.ECDHE_ECDSA_WITH_AES_256_GCM_SHA384
        cw	tls_ciphersuite_t.ECDHE_RSA_WITH_AES_128_GCM_SHA256
        cw	tls_ciphersuite_t.ECDHE_RSA_WITH_AES_256_GCM_SHA384
        cw	tls_ciphersuite_t.ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
        cw	tls_ciphersuite_t.ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256 tls_ciphersuite_t.AES_128_GCM_SHA256
        cw	tls_ciphersuite_t.AES_256_GCM_SHA384 tls_ciphersuite_t.CHACHA20_POLY1305_SHA256
        =SecProtocolOptions.h	SwiftNIO SSL (TLSConfiguration); Linux has no Network.framework
        fw	sec_protocol_options_are_equal sec_protocol_options_set_local_identity
        fw	sec_protocol_options_append_tls_ciphersuite sec_protocol_options_add_tls_ciphersuite
        fw	sec_protocol_options_append_tls_ciphersuite_group sec_protocol_options_add_tls_ciphersuite_group
        fw	sec_protocol_options_set_tls_min_version sec_protocol_options_set_min_tls_protocol_version
        fw	sec_protocol_options_get_default_min_tls_protocol_version
        fw	sec_protocol_options_get_default_min_dtls_protocol_version sec_protocol_options_set_tls_max_version
        fw	sec_protocol_options_set_max_tls_protocol_version
        fw	sec_protocol_options_get_default_max_tls_protocol_version
        fw	sec_protocol_options_get_default_max_dtls_protocol_version
        fw	sec_protocol_options_get_enable_encrypted_client_hello
        fw	sec_protocol_options_set_enable_encrypted_client_hello
        fw	sec_protocol_options_get_quic_use_legacy_codepoint
        fw	sec_protocol_options_set_quic_use_legacy_codepoint sec_protocol_options_add_tls_application_protocol
        fw	sec_protocol_options_set_tls_server_name sec_protocol_options_set_tls_diffie_hellman_parameters
        fw	sec_protocol_options_add_pre_shared_key sec_protocol_options_set_tls_pre_shared_key_identity_hint
        fw	sec_protocol_options_set_pre_shared_key_selection_block sec_protocol_options_set_tls_tickets_enabled
        fw	sec_protocol_options_set_tls_is_fallback_attempt sec_protocol_options_set_tls_resumption_enabled
        fw	sec_protocol_options_set_tls_false_start_enabled sec_protocol_options_set_tls_ocsp_enabled
        fw	sec_protocol_options_set_tls_sct_enabled sec_protocol_options_set_tls_renegotiation_enabled
        fw	sec_protocol_options_set_peer_authentication_required
        fw	sec_protocol_options_set_peer_authentication_optional sec_protocol_options_set_key_update_block
        fw	sec_protocol_options_set_challenge_block sec_protocol_options_set_verify_block
        tw	sec_protocol_options_t sec_protocol_key_update_t sec_protocol_challenge_t sec_protocol_verify_t
        tw	sec_protocol_key_update_complete_t sec_protocol_challenge_complete_t sec_protocol_verify_complete_t
        tw	sec_protocol_pre_shared_key_selection_t sec_protocol_pre_shared_key_selection_complete_t
        =SecProtocolMetadata.h	SwiftNIO SSL (TLSConfiguration); Linux has no Network.framework
        fw	sec_protocol_metadata_get_negotiated_protocol sec_protocol_metadata_copy_negotiated_protocol
        fw	sec_protocol_metadata_copy_peer_public_key sec_protocol_metadata_get_negotiated_tls_protocol_version
        fw	sec_protocol_metadata_get_negotiated_protocol_version
        fw	sec_protocol_metadata_get_negotiated_tls_ciphersuite
        fw	sec_protocol_metadata_get_negotiated_ciphersuite sec_protocol_metadata_get_early_data_accepted
        fw	sec_protocol_metadata_access_peer_certificate_chain sec_protocol_metadata_access_ocsp_response
        fw	sec_protocol_metadata_access_supported_signature_algorithms
        fw	sec_protocol_metadata_access_distinguished_names sec_protocol_metadata_access_pre_shared_keys
        fw	sec_protocol_metadata_get_server_name sec_protocol_metadata_copy_server_name
        fw	sec_protocol_metadata_peers_are_equal sec_protocol_metadata_challenge_parameters_are_equal
        fw	sec_protocol_metadata_create_secret sec_protocol_metadata_create_secret_with_context
        tw	sec_protocol_metadata_t
        =CMSDecoder.h	
        fh	CMSDecoderGetTypeID		Returns the Core Foundation type of CMSDecoder.
        fh	CMSDecoderCreate		Makes a decoder.
        fh	CMSDecoderUpdateMessage		Receives a part of the message, at most 16 MiB in all.
        fh	CMSDecoderFinalizeMessage		Decodes the message, and decrypts it with the private key of a recipient whose certificate and key are in one keychain.
        fh	CMSDecoderSetDetachedContent		Sets the content of a message whose signatures are over content that isn't in it.
        fh	CMSDecoderCopyDetachedContent		Returns what CMSDecoderSetDetachedContent gave; nil for nothing.
        fh	CMSDecoderSetSearchKeychain		Sets the keychains that are searched for the keys of recipients and the certificates of signers, in place of the search list.
        fh	CMSDecoderGetNumSigners		Counts the signers; 0 if the message isn't signed.
        fh	CMSDecoderCopySignerStatus		Verifies the signature of a signer, and evaluates its certificate.
        fh	CMSDecoderCopySignerEmailAddress		Returns the first mail address of a signer's certificate.
        fh	CMSDecoderCopySignerCert		Returns the certificate of a signer, from the message or a keychain.
        fh	CMSDecoderIsContentEncrypted		Returns whether the message was encrypted.
        fh	CMSDecoderCopyEncapsulatedContentType		Returns the type of the content: the content octets of its object identifier.
        fh	CMSDecoderCopyAllCerts		Returns the certificates in the message; nil if there are none.
        fh	CMSDecoderCopyContent		Returns the content; nil if it is detached, and for a message of certificates alone.
        fh	CMSDecoderCopySignerSigningTime		Returns the time at which a signer says to have signed; nothing proves it.
        fh	CMSDecoderCopySignerTimestamp		Returns the time at which an authority saw a signature (RFC 3161), if its certificate is trusted under the policy of time stamping.
        fh	CMSDecoderCopySignerTimestampWithPolicy		Returns the time at which an authority saw a signature, if its certificate is trusted.
        fh	CMSDecoderCopySignerTimestampCertificates		Returns the certificates that came with the timestamp of a signature, that of the authority first; nil if there are none.
        th	CMSDecoder		A decoder of a cryptographic message (CMS, RFC 5652;
        th	CMSSignerStatus		The state of one signature of a message.
        ch	CMSSignerStatus.unsigned		The message isn't signed.
        ch	CMSSignerStatus.valid		The signature is valid; so is the certificate, if it was evaluated.
        ch	CMSSignerStatus.needsDetachedContent		The content is detached and wasn't given.
        ch	CMSSignerStatus.invalidSignature		The signature is wrong.
        ch	CMSSignerStatus.invalidCert		The signature is valid, and the certificate is missing or not trusted.
        ch	CMSSignerStatus.invalidIndex		The message has fewer signers.
        =CMSEncoder.h	
        fh	CMSEncoderGetTypeID		Returns the Core Foundation type of CMSEncoder.
        fh	CMSEncoderCreate		Makes an encoder.
        fh	CMSEncoderSetSignerAlgorithm		Sets the hash function of the signers;
        fh	CMSEncoderAddSigners		Adds signers, at most 24 in all.
        fh	CMSEncoderCopySigners		Returns the signers; nil if there are none.
        fh	CMSEncoderAddRecipients		Adds recipients, for whom the content is encrypted.
        fh	CMSEncoderCopyRecipients		Returns the recipients; nil if there are none.
        fh	CMSEncoderSetHasDetachedContent		Sets whether the content is left out of a signed message; false by default.
        fh	CMSEncoderGetHasDetachedContent		Returns whether the content is left out of the message.
        fc	CMSEncoderSetEncapsulatedContentType		Swift doesn't have CSSM_OID. Use CMSEncoderSetEncapsulatedContentTypeOID with the numbers as a string.
        fh	CMSEncoderSetEncapsulatedContentTypeOID		Sets the type of the content; data (1.2.840.113549.1.7.1) by default.
        fh	CMSEncoderCopyEncapsulatedContentType		Returns the type of the content: the content octets of its object identifier.
        fh	CMSEncoderAddSupportingCerts		Adds certificates to the message, in addition to those of its signers.
        fh	CMSEncoderCopySupportingCerts		Returns the certificates that were added; nil if there are none.
        fh	CMSEncoderAddSignedAttributes		Adds signed attributes for each signer.
        fh	CMSEncoderSetCertificateChainMode		Sets which certificates of the signers the message contains; their chain without its root by default.
        fh	CMSEncoderGetCertificateChainMode		Returns which certificates of the signers the message contains.
        fh	CMSEncoderUpdateContent		Receives a part of the content, at most 16 MiB in all.
        fh	CMSEncoderCopyEncodedContent		Makes the message, once: signs it with the key of each signer, encrypts it for each recipient.
        fh	CMSEncodeContent		Makes a message in one call.
        fh	CMSEncoderCopySignerTimestamp CMSEncoderCopySignerTimestampWithPolicy		Returns the time of the timestamp of a signature.
        fc	CMSEncode		Swift doesn't have CSSM_OID. Use CMSEncodeContent with the numbers as a string.
        th	CMSEncoder		An encoder of a cryptographic message (CMS, RFC 5652), signed, encrypted or both.
        th	CMSSignedAttributes		The signed attributes that a signer adds to the content.
        th	CMSCertificateChainMode		The certificates of its signers that a message contains.
        ch	kCMSEncoderDigestAlgorithmSHA1		SHA-1, for CMSEncoderSetSignerAlgorithm.
        ch	kCMSEncoderDigestAlgorithmSHA256		SHA-256, for CMSEncoderSetSignerAlgorithm; the default.
        ch	CMSSignedAttributes.attrNone		No attributes.
        ch	CMSSignedAttributes.attrSmimeCapabilities		The ciphers that the signer's mail program reads.
        ch	CMSSignedAttributes.attrSmimeEncryptionKeyPrefs		The certificate to encrypt for, that of the signer.
        ch	CMSSignedAttributes.attrSmimeMSEncryptionKeyPrefs		The same, in the form that older Microsoft software expects.
        ch	CMSSignedAttributes.attrSigningTime		The time of signing.
        ch	CMSSignedAttributes.attrAppleCodesigningHashAgility		Hashes of Apple's code signatures; not supported.
        ch	CMSSignedAttributes.attrAppleCodesigningHashAgilityV2		Hashes of Apple's code signatures; not supported.
        ch	CMSSignedAttributes.attrAppleExpirationTime		Apple's time of expiration; not supported.
        ch	CMSCertificateChainMode.none		None.
        ch	CMSCertificateChainMode.signerOnly		The signer's.
        ch	CMSCertificateChainMode.chain		The chain without its root.
        ch	CMSCertificateChainMode.chainWithRoot		The chain with its root, if one is found.
        ch	CMSCertificateChainMode.chainWithRootOrFail		The chain with its root, or an error.
        =Authorization.h	Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.
        tc	AuthorizationRef AuthorizationString AuthorizationItem AuthorizationItemSet AuthorizationRights
        tc	AuthorizationEnvironment AuthorizationExternalForm AuthorizationFlags AuthorizationAsyncCallback
        fc	AuthorizationCreate AuthorizationFree AuthorizationCopyRights AuthorizationCopyRightsAsync
        fc	AuthorizationCopyInfo AuthorizationMakeExternalForm AuthorizationCreateFromExternalForm
        fc	AuthorizationFreeItemSet
        fc	AuthorizationExecuteWithPrivileges		Linux has no Authorization Services. Run the tool with pkexec, or in a systemd service of root.
        fw	AuthorizationCopyPrivilegedReference		pkexec, or a systemd service that runs as root
        cw	AuthorizationFlags.interactionAllowed AuthorizationFlags.extendRights
        cw	AuthorizationFlags.partialRights AuthorizationFlags.destroyRights AuthorizationFlags.preAuthorize
        cw	AuthorizationFlags.skipInternalAuth kAuthorizationEmptyEnvironment kAuthorizationExternalFormLength
        cc	errAuthorizationSuccess errAuthorizationInvalidSet errAuthorizationInvalidRef
        cc	errAuthorizationInvalidTag errAuthorizationInvalidPointer errAuthorizationDenied
        cc	errAuthorizationCanceled errAuthorizationInteractionNotAllowed errAuthorizationInternal
        cc	errAuthorizationExternalizeNotAllowed errAuthorizationInternalizeNotAllowed
        cc	errAuthorizationInvalidFlags errAuthorizationToolExecuteFailure errAuthorizationToolEnvironmentError
        cc	errAuthorizationBadAddress
        =AuthorizationDB.h	Linux has no authorization database. Describe the action in a polkit policy file.
        fc	AuthorizationRightGet AuthorizationRightSet AuthorizationRightRemove
        cc	kAuthorizationRightRule kAuthorizationRuleIsAdmin kAuthorizationRuleAuthenticateAsSessionUser
        cc	kAuthorizationRuleAuthenticateAsAdmin kAuthorizationRuleClassAllow kAuthorizationRuleClassDeny
        cc	kAuthorizationComment
        =AuthorizationTags.h	Linux has no Authorization Services. Ask polkit (pkcheck, pkexec), or LAContext.evaluatePolicy for the user's passcode.
        cc	kAuthorizationEnvironmentUsername kAuthorizationEnvironmentPassword kAuthorizationEnvironmentShared
        cc	kAuthorizationRightExecute kAuthorizationEnvironmentPrompt kAuthorizationEnvironmentIcon
        =AuthorizationPlugin.h	PAM modules
        fw	AuthorizationPluginCreate
        tw	AuthorizationValue AuthorizationValueVector AuthorizationContextFlags AuthorizationMechanismId
        tw	AuthorizationPluginId AuthorizationMechanismRef AuthorizationPluginRef AuthorizationEngineRef
        tw	AuthorizationSessionId AuthorizationResult AuthorizationCallbacks AuthorizationPluginInterface
        cw	kAuthorizationContextFlagExtractable kAuthorizationContextFlagVolatile
        cw	kAuthorizationContextFlagSticky kAuthorizationResultAllow kAuthorizationResultDeny
        cw	kAuthorizationResultUndefined kAuthorizationResultUserCanceled kAuthorizationPluginInterfaceVersion
        cw	kAuthorizationCallbacksVersion
        =AuthSession.h	Linux has no security sessions. Ask systemd-logind (loginctl, sd_session_…).
        tc	SecuritySessionId SessionAttributeBits SessionCreationFlags
        fc	SessionGetInfo SessionCreate
        cc	callerSecuritySession noSecuritySession
        cw	SessionAttributeBits.sessionIsRoot SessionAttributeBits.sessionHasGraphicAccess
        cw	SessionAttributeBits.sessionHasTTY SessionAttributeBits.sessionIsRemote
        cw	SessionCreationFlags.sessionKeepCurrentBootstrap errSessionSuccess errSessionInvalidId
        cw	errSessionInvalidAttributes errSessionAuthorizationDenied errSessionValueNotSet errSessionInternal
        cw	errSessionInvalidFlags
        =CSCommon.h	Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.
        tc	SecCode SecStaticCode SecRequirement SecCSFlags SecCodeSignatureFlags SecCodeStatus
        tc	SecRequirementType
        cc	kSecCFErrorPattern kSecCFErrorResourceSeal kSecCFErrorResourceAdded kSecCFErrorResourceAltered
        cc	kSecCFErrorResourceMissing kSecCFErrorInfoPlist kSecCFErrorGuestAttributes
        cc	kSecCFErrorRequirementSyntax kSecCFErrorPath errSecCSUnimplemented errSecCSInvalidObjectRef
        cc	errSecCSInvalidFlags errSecCSObjectRequired errSecCSStaticCodeNotFound
        cc	errSecCSUnsupportedGuestAttributes errSecCSInvalidAttributeValues errSecCSNoSuchCode
        cc	errSecCSMultipleGuests errSecCSGuestInvalid errSecCSUnsigned errSecCSSignatureFailed
        cc	errSecCSSignatureNotVerifiable errSecCSSignatureUnsupported errSecCSBadDictionaryFormat
        cc	errSecCSResourcesNotSealed errSecCSResourcesNotFound errSecCSResourcesInvalid errSecCSBadResource
        cc	errSecCSResourceRulesInvalid errSecCSReqInvalid errSecCSReqUnsupported errSecCSReqFailed
        cc	errSecCSBadObjectFormat errSecCSInternalError errSecCSHostReject errSecCSNotAHost
        cc	errSecCSSignatureInvalid errSecCSHostProtocolRelativePath errSecCSHostProtocolContradiction
        cc	errSecCSHostProtocolDedicationError errSecCSHostProtocolNotProxy errSecCSHostProtocolStateError
        cc	errSecCSHostProtocolUnrelated errSecCSNotSupported errSecCSCMSTooLarge
        cc	errSecCSHostProtocolInvalidHash errSecCSStaticCodeChanged errSecCSDBDenied errSecCSDBAccess
        cc	errSecCSSigDBDenied errSecCSSigDBAccess errSecCSHostProtocolInvalidAttribute errSecCSInfoPlistFailed
        cc	errSecCSNoMainExecutable errSecCSBadBundleFormat errSecCSNoMatches errSecCSFileHardQuarantined
        cc	errSecCSOutdated errSecCSDbCorrupt errSecCSResourceDirectoryFailed errSecCSUnsignedNestedCode
        cc	errSecCSBadNestedCode errSecCSBadCallbackValue errSecCSHelperFailed errSecCSVetoed errSecCSBadLVArch
        cc	errSecCSResourceNotSupported errSecCSRegularFile errSecCSUnsealedAppRoot errSecCSWeakResourceRules
        cc	errSecCSDSStoreSymlink errSecCSAmbiguousBundleFormat errSecCSBadMainExecutable
        cc	errSecCSBadFrameworkVersion errSecCSUnsealedFrameworkRoot errSecCSWeakResourceEnvelope
        cc	errSecCSCancelled errSecCSInvalidPlatform errSecCSTooBig errSecCSInvalidSymlink errSecCSNotAppLike
        cc	errSecCSBadDiskImageFormat errSecCSUnsupportedDigestAlgorithm errSecCSInvalidAssociatedFileData
        cc	errSecCSInvalidTeamIdentifier errSecCSBadTeamIdentifier errSecCSSignatureUntrusted
        cc	errSecCSMultipleExecSegments errSecCSInvalidEntitlements errSecCSInvalidRuntimeVersion
        cc	errSecCSRevokedNotarization
        cw	SecCSFlags.considerExpiration SecCSFlags.enforceRevocationChecks SecCSFlags.noNetworkAccess
        cw	SecCSFlags.reportProgress SecCSFlags.checkTrustedAnchors SecCSFlags.quickCheck
        cw	SecCSFlags.applyEmbeddedPolicy SecCSFlags.stripDisallowedXattrs
        cw	SecCSFlags.matchGuestRequirementInKernel SecCodeSignatureFlags.host SecCodeSignatureFlags.adhoc
        cw	SecCodeSignatureFlags.forceHard SecCodeSignatureFlags.forceKill
        cw	SecCodeSignatureFlags.forceExpiration SecCodeSignatureFlags.restrict
        cw	SecCodeSignatureFlags.enforcement SecCodeSignatureFlags.libraryValidation
        cw	SecCodeSignatureFlags.runtime SecCodeSignatureFlags.linkerSigned SecCodeStatus.valid
        cw	SecCodeStatus.hard SecCodeStatus.kill SecCodeStatus.debugged SecCodeStatus.platform
        cw	kSecHostRequirementType kSecGuestRequirementType kSecDesignatedRequirementType
        cw	kSecLibraryRequirementType kSecPluginRequirementType kSecInvalidRequirementType
        cw	kSecRequirementTypeCount
        =SecCode.h	Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.
        fc	SecCodeGetTypeID SecCodeCopySelf SecCodeCopyStaticCode SecCodeCopyHost
        fc	SecCodeCopyGuestWithAttributes SecCodeCheckValidity SecCodeCheckValidityWithErrors
        fc	SecCodeValidateFileResource SecCodeCopyPath SecCodeCopyDesignatedRequirement
        fc	SecCodeCopySigningInformation SecCodeMapMemory SecCodeCreateWithXPCMessage
        cc	kSecGuestAttributeCanonical kSecGuestAttributeHash kSecGuestAttributeMachPort kSecGuestAttributePid
        cc	kSecGuestAttributeAudit kSecGuestAttributeDynamicCode kSecGuestAttributeDynamicCodeInfoPlist
        cc	kSecGuestAttributeArchitecture kSecGuestAttributeSubarchitecture kSecCodeInfoCertificates
        cc	kSecCodeInfoChangedFiles kSecCodeInfoCMS kSecCodeInfoDesignatedRequirement kSecCodeInfoEntitlements
        cc	kSecCodeInfoEntitlementsDict kSecCodeInfoFlags kSecCodeInfoFormat kSecCodeInfoDigestAlgorithm
        cc	kSecCodeInfoDigestAlgorithms kSecCodeInfoPlatformIdentifier kSecCodeInfoIdentifier
        cc	kSecCodeInfoImplicitDesignatedRequirement kSecCodeInfoDefaultDesignatedLightweightCodeRequirement
        cc	kSecCodeInfoMainExecutable kSecCodeInfoPList kSecCodeInfoRequirements kSecCodeInfoRequirementData
        cc	kSecCodeInfoSource kSecCodeInfoStapledNotarizationTicket kSecCodeInfoStatus
        cc	kSecCodeInfoTeamIdentifier kSecCodeInfoTime kSecCodeInfoTimestamp kSecCodeInfoTrust
        cc	kSecCodeInfoUnique kSecCodeInfoCdHashes kSecCodeInfoRuntimeVersion kSecCodeAttributeArchitecture
        cc	kSecCodeAttributeSubarchitecture kSecCodeAttributeUniversalFileOffset kSecCodeAttributeBundleVersion
        cc	kSecCSInternalInformation kSecCSSigningInformation kSecCSRequirementInformation
        cc	kSecCSDynamicInformation kSecCSContentInformation kSecCSSkipResourceDirectory
        cc	kSecCSCalculateCMSDigest kSecCSUseAllArchitectures
        =SecStaticCode.h	Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.
        fc	SecStaticCodeGetTypeID SecStaticCodeCreateWithPath SecStaticCodeCreateWithPathAndAttributes
        fc	SecStaticCodeCheckValidity SecStaticCodeCheckValidityWithErrors
        cc	kSecCSCheckAllArchitectures kSecCSDoNotValidateExecutable kSecCSDoNotValidateResources
        cc	kSecCSBasicValidateOnly kSecCSCheckNestedCode kSecCSStrictValidate kSecCSFullReport
        cc	kSecCSCheckGatekeeperArchitectures kSecCSRestrictSymlinks kSecCSRestrictToAppLike
        cc	kSecCSRestrictSidebandData kSecCSUseSoftwareSigningCert kSecCSValidatePEH kSecCSSingleThreaded
        cc	kSecCSAllowNetworkAccess kSecCSFastExecutableValidation
        =SecRequirement.h	Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.
        fc	SecRequirementGetTypeID SecRequirementCreateWithData SecRequirementCreateWithString
        fc	SecRequirementCreateWithStringAndErrors SecRequirementCopyData SecRequirementCopyString
        =SecCodeHost.h	Linux programs aren't signed this way. SecTaskCreateFromSelf reads the program's own entitlements; check files with dm-verity, IMA or package signatures.
        fw	SecHostCreateGuest SecHostRemoveGuest SecHostSelectGuest SecHostSelectedGuest SecHostSetGuestStatus
        fw	SecHostSetHostingPort
        tw	SecGuestRef
        cw	kSecNoGuest kSecCSDedicatedHost kSecCSGenerateGuestHash
        =SecTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        tc	SecTransform SecGroupTransform SecMessageBlock
        fc	SecTransformGetTypeID SecGroupTransformGetTypeID SecTransformCreateFromExternalRepresentation
        fc	SecTransformCopyExternalRepresentation SecTransformCreateGroupTransform
        fc	SecTransformConnectTransforms SecTransformSetAttribute SecTransformGetAttribute
        fc	SecTransformFindByName SecTransformExecute SecTransformExecuteAsync
        cc	kSecTransformErrorDomain kSecTransformPreviousErrorKey kSecTransformAbortOriginatorKey
        cc	kSecTransformInputAttributeName kSecTransformOutputAttributeName kSecTransformDebugAttributeName
        cc	kSecTransformTransformName kSecTransformAbortAttributeName
        cw	kSecTransformErrorAttributeNotFound kSecTransformErrorInvalidOperation
        cw	kSecTransformErrorNotInitializedCorrectly kSecTransformErrorMoreThanOneOutput
        cw	kSecTransformErrorInvalidInputDictionary kSecTransformErrorInvalidAlgorithm
        cw	kSecTransformErrorInvalidLength kSecTransformErrorInvalidType kSecTransformErrorInvalidInput
        cw	kSecTransformErrorNameAlreadyRegistered kSecTransformErrorUnsupportedAttribute
        cw	kSecTransformOperationNotSupportedOnGroup kSecTransformErrorMissingParameter
        cw	kSecTransformErrorInvalidConnection kSecTransformTransformIsExecuting kSecTransformInvalidOverride
        cw	kSecTransformTransformIsNotRegistered kSecTransformErrorAbortInProgress kSecTransformErrorAborted
        cw	kSecTransformInvalidArgument
        =SecEncryptTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        fc	SecEncryptTransformCreate SecDecryptTransformCreate SecEncryptTransformGetTypeID
        fc	SecDecryptTransformGetTypeID
        cc	kSecEncryptionMode kSecEncryptKey kSecIVKey kSecModeCBCKey kSecModeCFBKey kSecModeECBKey
        cc	kSecModeNoneKey kSecModeOFBKey kSecOAEPEncodingParametersAttributeName
        cc	kSecOAEPMGF1DigestAlgorithmAttributeName kSecOAEPMessageLengthAttributeName kSecPaddingKey
        cc	kSecPaddingNoneKey kSecPaddingOAEPKey kSecPaddingPKCS1Key kSecPaddingPKCS5Key kSecPaddingPKCS7Key
        =SecEncodeTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        fc	SecEncodeTransformCreate
        cc	kSecBase32Encoding kSecBase64Encoding kSecZLibEncoding kSecEncodeTypeAttribute kSecLineLength64
        cc	kSecLineLength76 kSecEncodeLineLengthAttribute kSecCompressionRatio
        =SecDecodeTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        fc	SecDecodeTransformCreate
        cc	kSecDecodeTypeAttribute
        =SecDigestTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        fc	SecDigestTransformCreate SecDigestTransformGetTypeID
        cc	kSecDigestMD2 kSecDigestMD4 kSecDigestMD5 kSecDigestSHA1 kSecDigestSHA2 kSecDigestHMACMD5
        cc	kSecDigestHMACSHA1 kSecDigestHMACSHA2 kSecDigestTypeAttribute kSecDigestLengthAttribute
        cc	kSecDigestHMACKeyAttribute
        =SecSignVerifyTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        fc	SecSignTransformCreate SecVerifyTransformCreate
        cc	kSecKeyAttributeName kSecSignatureAttributeName kSecInputIsAttributeName kSecInputIsPlainText
        cc	kSecInputIsDigest kSecInputIsRaw
        =SecReadTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        fc	SecTransformCreateReadTransformWithReadStream
        =SecCustomTransform.h	Linux has no SecTransform. Use SecKeyCreateSignature, SecKeyVerifySignature, SecKeyCreateEncryptedData and SecKeyCreateDecryptedData for keys, swift-crypto for digests and ciphers.
        fw	SecTransformSetAttributeAction SecTransformSetDataAction SecTransformSetTransformAction
        fw	SecTranformCustomGetAttribute SecTransformCustomGetAttribute SecTransformCustomSetAttribute
        fw	SecTransformPushbackAttribute SecTransformCreate SecTransformRegister SecTransformNoData
        tw	SecTransformMetaAttributeType SecTransformAttributeRef SecTransformImplementationRef
        tw	SecTransformStringOrAttributeRef SecTransformActionBlock SecTransformAttributeActionBlock
        tw	SecTransformDataBlock SecTransformInstanceBlock SecTransformCreateFP
        cw	kSecTransformActionCanExecute kSecTransformActionStartingExecution kSecTransformActionFinalize
        cw	kSecTransformActionExternalizeExtraData kSecTransformActionProcessData
        cw	kSecTransformActionInternalizeExtraData kSecTransformActionAttributeNotification
        cw	kSecTransformActionAttributeValidation
        =SecureTransport.h	Linux has no Secure Transport. Use URLSession, SwiftNIO SSL (AsyncHTTPClient) or libcurl; SecPKCS12Import and SecItemExport give them identities.
        tc	SSLContext SSLConnectionRef SSLReadFunc SSLWriteFunc SSLProtocol SSLSessionOption SSLSessionState
        tc	SSLClientCertificateState SSLProtocolSide SSLConnectionType SSLAuthenticate SSLCipherSuite
        tc	SSLCiphersuiteGroup
        fc	SSLContextGetTypeID SSLCreateContext SSLGetSessionState SSLSetSessionOption SSLGetSessionOption
        fc	SSLSetIOFuncs SSLSetSessionConfig SSLSetProtocolVersionMin SSLGetProtocolVersionMin
        fc	SSLSetProtocolVersionMax SSLGetProtocolVersionMax SSLSetCertificate SSLSetConnection
        fc	SSLGetConnection SSLSetPeerDomainName SSLGetPeerDomainNameLength SSLGetPeerDomainName
        fc	SSLGetNegotiatedProtocolVersion SSLGetNumberSupportedCiphers SSLGetSupportedCiphers
        fc	SSLGetNumberEnabledCiphers SSLSetEnabledCiphers SSLGetEnabledCiphers SSLCopyPeerTrust SSLSetPeerID
        fc	SSLGetPeerID SSLGetNegotiatedCipher SSLSetALPNProtocols SSLCopyALPNProtocols SSLSetOCSPResponse
        fc	SSLSetEncryptionCertificate SSLSetClientSideAuthenticate SSLAddDistinguishedName
        fc	SSLCopyDistinguishedNames SSLGetClientCertificateState SSLHandshake SSLReHandshake SSLWrite SSLRead
        fc	SSLGetBufferedReadSize SSLGetDatagramWriteSize SSLSetMaxDatagramRecordSize
        fc	SSLGetMaxDatagramRecordSize SSLSetDatagramHelloCookie SSLSetError SSLClose
        cc	kSSLSessionConfig_default kSSLSessionConfig_ATSv1 kSSLSessionConfig_ATSv1_noPFS
        cc	kSSLSessionConfig_standard kSSLSessionConfig_RC4_fallback kSSLSessionConfig_TLSv1_fallback
        cc	kSSLSessionConfig_TLSv1_RC4_fallback kSSLSessionConfig_legacy kSSLSessionConfig_legacy_DHE
        cc	kSSLSessionConfig_anonymous kSSLSessionConfig_3DES_fallback kSSLSessionConfig_TLSv1_3DES_fallback
        fw	SSLNewContext SSLDisposeContext SSLSetProtocolVersionEnabled SSLGetProtocolVersionEnabled
        fw	SSLSetProtocolVersion SSLGetProtocolVersion SSLSetEnableCertVerify SSLGetEnableCertVerify
        fw	SSLSetAllowsExpiredCerts SSLGetAllowsExpiredCerts SSLSetAllowsExpiredRoots SSLGetAllowsExpiredRoots
        fw	SSLSetAllowsAnyRoot SSLGetAllowsAnyRoot SSLSetTrustedRoots SSLCopyTrustedRoots
        fw	SSLCopyPeerCertificates SSLGetPeerSecTrust SSLSetCertificateAuthorities
        fw	SSLCopyCertificateAuthorities SSLSetDiffieHellmanParams SSLGetDiffieHellmanParams SSLSetRsaBlinding
        fw	SSLGetRsaBlinding SSLCopyRequestedPeerName SSLCopyRequestedPeerNameLength
        ch	errSSLProtocol	-9800	A TLS protocol error occurred.
        ch	errSSLNegotiation	-9801	TLS found no algorithms that both sides accept.
        ch	errSSLFatalAlert	-9802	A fatal TLS alert occurred.
        ch	errSSLWouldBlock	-9803	The TLS operation would block.
        ch	errSSLSessionNotFound	-9804	The TLS session was not found.
        ch	errSSLClosedGraceful	-9805	The TLS connection was closed gracefully.
        ch	errSSLClosedAbort	-9806	The TLS connection was closed by an error.
        ch	errSSLXCertChainInvalid	-9807	The certificate chain of the TLS peer is not valid.
        ch	errSSLBadCert	-9808	The certificate of the TLS peer has a bad format.
        ch	errSSLCrypto	-9809	A cryptographic error occurred in TLS.
        ch	errSSLInternal	-9810	An internal TLS error occurred.
        ch	errSSLModuleAttach	-9811	A module that TLS needs could not be attached.
        ch	errSSLUnknownRootCert	-9812	The TLS chain is valid, but its root is not trusted.
        ch	errSSLNoRootCert	-9813	The TLS chain has no root certificate.
        ch	errSSLCertExpired	-9814	A certificate in the TLS chain has expired.
        ch	errSSLCertNotYetValid	-9815	A certificate in the TLS chain is not valid yet.
        ch	errSSLClosedNoNotify	-9816	The TLS peer closed the connection without saying so.
        ch	errSSLBufferOverflow	-9817	A buffer for TLS is too small.
        ch	errSSLBadCipherSuite	-9818	The TLS cipher suite is not acceptable.
        ch	errSSLPeerUnexpectedMsg	-9819	The TLS peer reported an unexpected message.
        ch	errSSLPeerBadRecordMac	-9820	The TLS peer reported a record with a wrong authentication code.
        ch	errSSLPeerDecryptionFail	-9821	The TLS peer reported a decryption failure.
        ch	errSSLPeerRecordOverflow	-9822	The TLS peer reported a record that is too long.
        ch	errSSLPeerDecompressFail	-9823	The TLS peer reported a decompression failure.
        ch	errSSLPeerHandshakeFail	-9824	The TLS peer reported a handshake failure.
        ch	errSSLPeerBadCert	-9825	The TLS peer reported a bad certificate.
        ch	errSSLPeerUnsupportedCert	-9826	The TLS peer reported an unsupported certificate.
        ch	errSSLPeerCertRevoked	-9827	The TLS peer reported a revoked certificate.
        ch	errSSLPeerCertExpired	-9828	The TLS peer reported an expired certificate.
        ch	errSSLPeerCertUnknown	-9829	The TLS peer reported an unknown problem with the certificate.
        ch	errSSLIllegalParam	-9830	A TLS parameter is not valid.
        ch	errSSLPeerUnknownCA	-9831	The TLS peer reported an unknown certificate authority.
        ch	errSSLPeerAccessDenied	-9832	The TLS peer reported access denied.
        ch	errSSLPeerDecodeError	-9833	The TLS peer reported a decoding error.
        ch	errSSLPeerDecryptError	-9834	The TLS peer reported a decryption error.
        ch	errSSLPeerExportRestriction	-9835	The TLS peer reported an export restriction.
        ch	errSSLPeerProtocolVersion	-9836	The TLS peer reported an unacceptable protocol version.
        ch	errSSLPeerInsufficientSecurity	-9837	The TLS peer reported insufficient security.
        ch	errSSLPeerInternalError	-9838	The TLS peer reported an internal error.
        ch	errSSLPeerUserCancelled	-9839	The TLS peer reported that the user canceled.
        ch	errSSLPeerNoRenegotiation	-9840	The TLS peer reported no renegotiation.
        ch	errSSLPeerAuthCompleted	-9841	The TLS peer reported that authentication is complete.
        ch	errSSLClientCertRequested	-9842	The TLS server asks for a client certificate.
        ch	errSSLHostNameMismatch	-9843	The host name does not match the certificate of the TLS peer.
        ch	errSSLConnectionRefused	-9844	The TLS peer closed the connection before it answered.
        ch	errSSLDecryptionFail	-9845	TLS could not decrypt a record.
        ch	errSSLBadRecordMac	-9846	A TLS record has a wrong authentication code.
        ch	errSSLRecordOverflow	-9847	A TLS record is too long.
        ch	errSSLBadConfiguration	-9848	The TLS configuration is not valid.
        ch	errSSLUnexpectedRecord	-9849	An unexpected TLS record arrived.
        ch	errSSLWeakPeerEphemeralDHKey	-9850	The ephemeral Diffie-Hellman key of the TLS peer is too weak.
        ch	errSSLClientHelloReceived	-9851	A TLS client greeting was received.
        ch	errSSLTransportReset	-9852	The transport under TLS was reset.
        ch	errSSLNetworkTimeout	-9853	The network under TLS timed out.
        ch	errSSLConfigurationFailed	-9854	Configuring TLS failed.
        ch	errSSLUnsupportedExtension	-9855	A TLS extension is not supported.
        ch	errSSLUnexpectedMessage	-9856	An unexpected TLS message arrived.
        ch	errSSLDecompressFail	-9857	TLS could not decompress a record.
        ch	errSSLHandshakeFail	-9858	The TLS handshake failed.
        ch	errSSLDecodeError	-9859	A TLS message could not be decoded.
        ch	errSSLInappropriateFallback	-9860	TLS fell back to an older version without need.
        ch	errSSLMissingExtension	-9861	A required TLS extension is missing.
        ch	errSSLBadCertificateStatusResponse	-9862	The certificate status that TLS delivered is not valid.
        ch	errSSLCertificateRequired	-9863	TLS requires a certificate.
        ch	errSSLUnknownPSKIdentity	-9864	The identity of the TLS pre-shared key is unknown.
        ch	errSSLUnrecognizedName	-9865	The TLS server does not recognise the name.
        ch	errSSLATSViolation	-9880	A rule of App Transport Security is broken.
        ch	errSSLATSMinimumVersionViolation	-9881	App Transport Security demands a newer TLS version.
        ch	errSSLATSCiphersuiteViolation	-9882	App Transport Security demands a stronger cipher suite.
        ch	errSSLATSMinimumKeySizeViolation	-9883	App Transport Security demands a larger key.
        ch	errSSLATSLeafCertificateHashAlgorithmViolation	-9884	App Transport Security demands a stronger hash in the leaf certificate.
        ch	errSSLATSCertificateHashAlgorithmViolation	-9885	App Transport Security demands a stronger hash in a certificate.
        ch	errSSLATSCertificateTrustViolation	-9886	App Transport Security demands a trusted certificate.
        ch	errSSLEarlyDataRejected	-9890	The TLS server rejected early data.
        =CipherSuite.h	SwiftNIO SSL, whose NIOTLSCipher has the same names
        cw	SSL_NULL_WITH_NULL_NULL SSL_NO_SUCH_CIPHERSUITE SSL_RSA_WITH_NULL_MD5 SSL_RSA_WITH_NULL_SHA
        cw	SSL_RSA_EXPORT_WITH_RC4_40_MD5 SSL_RSA_WITH_RC4_128_MD5 SSL_RSA_WITH_RC4_128_SHA
        cw	SSL_RSA_EXPORT_WITH_RC2_CBC_40_MD5 SSL_RSA_WITH_IDEA_CBC_SHA SSL_RSA_EXPORT_WITH_DES40_CBC_SHA
        cw	SSL_RSA_WITH_DES_CBC_SHA SSL_RSA_WITH_3DES_EDE_CBC_SHA SSL_DH_DSS_EXPORT_WITH_DES40_CBC_SHA
        cw	SSL_DH_DSS_WITH_DES_CBC_SHA SSL_DH_DSS_WITH_3DES_EDE_CBC_SHA SSL_DH_RSA_EXPORT_WITH_DES40_CBC_SHA
        cw	SSL_DH_RSA_WITH_DES_CBC_SHA SSL_DH_RSA_WITH_3DES_EDE_CBC_SHA SSL_DHE_DSS_EXPORT_WITH_DES40_CBC_SHA
        cw	SSL_DHE_DSS_WITH_DES_CBC_SHA SSL_DHE_DSS_WITH_3DES_EDE_CBC_SHA SSL_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA
        cw	SSL_DHE_RSA_WITH_DES_CBC_SHA SSL_DHE_RSA_WITH_3DES_EDE_CBC_SHA SSL_DH_anon_EXPORT_WITH_RC4_40_MD5
        cw	SSL_DH_anon_WITH_RC4_128_MD5 SSL_DH_anon_EXPORT_WITH_DES40_CBC_SHA SSL_DH_anon_WITH_DES_CBC_SHA
        cw	SSL_DH_anon_WITH_3DES_EDE_CBC_SHA SSL_FORTEZZA_DMS_WITH_NULL_SHA
        cw	SSL_FORTEZZA_DMS_WITH_FORTEZZA_CBC_SHA SSL_RSA_WITH_RC2_CBC_MD5 SSL_RSA_WITH_IDEA_CBC_MD5
        cw	SSL_RSA_WITH_DES_CBC_MD5 SSL_RSA_WITH_3DES_EDE_CBC_MD5 TLS_RSA_WITH_AES_128_CBC_SHA
        cw	TLS_RSA_WITH_AES_256_CBC_SHA TLS_RSA_WITH_AES_128_CBC_SHA256 TLS_RSA_WITH_AES_256_CBC_SHA256
        cw	TLS_RSA_WITH_AES_128_GCM_SHA256 TLS_RSA_WITH_AES_256_GCM_SHA384 TLS_RSA_WITH_3DES_EDE_CBC_SHA
        cw	TLS_DH_DSS_WITH_AES_128_CBC_SHA TLS_DH_DSS_WITH_AES_256_CBC_SHA TLS_DH_DSS_WITH_AES_128_CBC_SHA256
        cw	TLS_DH_DSS_WITH_AES_256_CBC_SHA256 TLS_DH_DSS_WITH_AES_128_GCM_SHA256
        cw	TLS_DH_DSS_WITH_AES_256_GCM_SHA384 TLS_DH_DSS_WITH_3DES_EDE_CBC_SHA TLS_DH_RSA_WITH_AES_128_CBC_SHA
        cw	TLS_DH_RSA_WITH_AES_256_CBC_SHA TLS_DH_RSA_WITH_AES_128_CBC_SHA256
        cw	TLS_DH_RSA_WITH_AES_256_CBC_SHA256 TLS_DH_RSA_WITH_AES_128_GCM_SHA256
        cw	TLS_DH_RSA_WITH_AES_256_GCM_SHA384 TLS_DH_RSA_WITH_3DES_EDE_CBC_SHA TLS_DHE_DSS_WITH_AES_128_CBC_SHA
        cw	TLS_DHE_DSS_WITH_AES_256_CBC_SHA TLS_DHE_DSS_WITH_AES_128_CBC_SHA256
        cw	TLS_DHE_DSS_WITH_AES_256_CBC_SHA256 TLS_DHE_DSS_WITH_AES_128_GCM_SHA256
        cw	TLS_DHE_DSS_WITH_AES_256_GCM_SHA384 TLS_DHE_DSS_WITH_3DES_EDE_CBC_SHA
        cw	TLS_DHE_RSA_WITH_AES_128_CBC_SHA TLS_DHE_RSA_WITH_AES_256_CBC_SHA
        cw	TLS_DHE_RSA_WITH_AES_128_CBC_SHA256 TLS_DHE_RSA_WITH_AES_256_CBC_SHA256
        cw	TLS_DHE_RSA_WITH_AES_128_GCM_SHA256 TLS_DHE_RSA_WITH_AES_256_GCM_SHA384
        cw	TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA TLS_DH_anon_WITH_AES_128_CBC_SHA TLS_DH_anon_WITH_AES_256_CBC_SHA
        cw	TLS_DH_anon_WITH_AES_128_CBC_SHA256 TLS_DH_anon_WITH_AES_256_CBC_SHA256
        cw	TLS_DH_anon_WITH_AES_128_GCM_SHA256 TLS_DH_anon_WITH_AES_256_GCM_SHA384
        cw	TLS_DH_anon_WITH_3DES_EDE_CBC_SHA TLS_RSA_WITH_NULL_MD5 TLS_RSA_WITH_NULL_SHA
        cw	TLS_RSA_WITH_NULL_SHA256 TLS_RSA_WITH_RC4_128_MD5 TLS_RSA_WITH_RC4_128_SHA
        cw	TLS_DH_anon_WITH_RC4_128_MD5 TLS_ECDH_ECDSA_WITH_NULL_SHA TLS_ECDH_ECDSA_WITH_RC4_128_SHA
        cw	TLS_ECDH_ECDSA_WITH_3DES_EDE_CBC_SHA TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA
        cw	TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA TLS_ECDHE_ECDSA_WITH_NULL_SHA TLS_ECDHE_ECDSA_WITH_RC4_128_SHA
        cw	TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA
        cw	TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA TLS_ECDH_RSA_WITH_NULL_SHA TLS_ECDH_RSA_WITH_RC4_128_SHA
        cw	TLS_ECDH_RSA_WITH_3DES_EDE_CBC_SHA TLS_ECDH_RSA_WITH_AES_128_CBC_SHA
        cw	TLS_ECDH_RSA_WITH_AES_256_CBC_SHA TLS_ECDHE_RSA_WITH_NULL_SHA TLS_ECDHE_RSA_WITH_RC4_128_SHA
        cw	TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA
        cw	TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA TLS_ECDH_anon_WITH_NULL_SHA TLS_ECDH_anon_WITH_RC4_128_SHA
        cw	TLS_ECDH_anon_WITH_3DES_EDE_CBC_SHA TLS_ECDH_anon_WITH_AES_128_CBC_SHA
        cw	TLS_ECDH_anon_WITH_AES_256_CBC_SHA TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA256
        cw	TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA384 TLS_ECDH_ECDSA_WITH_AES_128_GCM_SHA256
        cw	TLS_ECDH_ECDSA_WITH_AES_256_GCM_SHA384 TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256
        cw	TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384 TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
        cw	TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 TLS_ECDH_RSA_WITH_AES_128_CBC_SHA256
        cw	TLS_ECDH_RSA_WITH_AES_256_CBC_SHA384 TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256
        cw	TLS_ECDH_RSA_WITH_AES_256_GCM_SHA384 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256
        cw	TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
        cw	TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384 TLS_PSK_WITH_RC4_128_SHA TLS_PSK_WITH_3DES_EDE_CBC_SHA
        cw	TLS_PSK_WITH_AES_128_CBC_SHA TLS_PSK_WITH_AES_256_CBC_SHA TLS_PSK_WITH_NULL_SHA
        cw	TLS_PSK_WITH_AES_128_GCM_SHA256 TLS_PSK_WITH_AES_256_GCM_SHA384 TLS_PSK_WITH_AES_128_CBC_SHA256
        cw	TLS_PSK_WITH_AES_256_CBC_SHA384 TLS_PSK_WITH_NULL_SHA256 TLS_PSK_WITH_NULL_SHA384
        cw	TLS_DHE_PSK_WITH_RC4_128_SHA TLS_DHE_PSK_WITH_3DES_EDE_CBC_SHA TLS_DHE_PSK_WITH_AES_128_CBC_SHA
        cw	TLS_DHE_PSK_WITH_AES_256_CBC_SHA TLS_DHE_PSK_WITH_NULL_SHA TLS_DHE_PSK_WITH_AES_128_GCM_SHA256
        cw	TLS_DHE_PSK_WITH_AES_256_GCM_SHA384 TLS_DHE_PSK_WITH_AES_128_CBC_SHA256
        cw	TLS_DHE_PSK_WITH_AES_256_CBC_SHA384 TLS_DHE_PSK_WITH_NULL_SHA256 TLS_DHE_PSK_WITH_NULL_SHA384
        cw	TLS_RSA_PSK_WITH_RC4_128_SHA TLS_RSA_PSK_WITH_3DES_EDE_CBC_SHA TLS_RSA_PSK_WITH_AES_128_CBC_SHA
        cw	TLS_RSA_PSK_WITH_AES_256_CBC_SHA TLS_RSA_PSK_WITH_NULL_SHA TLS_RSA_PSK_WITH_AES_128_GCM_SHA256
        cw	TLS_RSA_PSK_WITH_AES_256_GCM_SHA384 TLS_RSA_PSK_WITH_AES_128_CBC_SHA256
        cw	TLS_RSA_PSK_WITH_AES_256_CBC_SHA384 TLS_RSA_PSK_WITH_NULL_SHA256 TLS_RSA_PSK_WITH_NULL_SHA384
        cw	TLS_NULL_WITH_NULL_NULL TLS_EMPTY_RENEGOTIATION_INFO_SCSV
        cw	TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256 TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
        cw	TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384 TLS_CHACHA20_POLY1305_SHA256 TLS_AES_128_CCM_SHA256
        cw	TLS_AES_128_CCM_8_SHA256
        =SecAsn1Coder.h	Linux has no SecAsn1 coder. Use swift-asn1; SecCertificateCopyValues reads certificates.
        tc	SecAsn1CoderRef
        fc	SecAsn1CoderCreate SecAsn1CoderRelease SecAsn1Decode
        fw	SecAsn1DecodeData SecAsn1EncodeItem SecAsn1Malloc SecAsn1AllocItem SecAsn1AllocCopy
        fw	SecAsn1AllocCopyItem SecAsn1OidCompare
        =SecAsn1Types.h	swift-asn1
        tw	SecAsn1Item SecAsn1Oid SecAsn1AlgId SecAsn1PubKeyInfo SecAsn1Template SecAsn1TemplateChooser
        tw	SecAsn1TemplateChooserPtr
        cw	SEC_ASN1_BOOLEAN SEC_ASN1_INTEGER SEC_ASN1_BIT_STRING SEC_ASN1_OCTET_STRING SEC_ASN1_NULL
        cw	SEC_ASN1_OBJECT_ID SEC_ASN1_ENUMERATED SEC_ASN1_UTF8_STRING SEC_ASN1_SEQUENCE SEC_ASN1_SET
        cw	SEC_ASN1_NUMERIC_STRING SEC_ASN1_PRINTABLE_STRING SEC_ASN1_T61_STRING SEC_ASN1_VIDEOTEX_STRING
        cw	SEC_ASN1_IA5_STRING SEC_ASN1_UTC_TIME SEC_ASN1_GENERALIZED_TIME SEC_ASN1_GRAPHIC_STRING
        cw	SEC_ASN1_VISIBLE_STRING SEC_ASN1_GENERAL_STRING SEC_ASN1_UNIVERSAL_STRING SEC_ASN1_BMP_STRING
        cw	SEC_ASN1_UNIVERSAL SEC_ASN1_APPLICATION SEC_ASN1_CONTEXT_SPECIFIC SEC_ASN1_PRIVATE
        cw	SEC_ASN1_CONSTRUCTED SEC_ASN1_OPTIONAL SEC_ASN1_EXPLICIT SEC_ASN1_ANY SEC_ASN1_INLINE
        cw	SEC_ASN1_POINTER SEC_ASN1_GROUP SEC_ASN1_DYNAMIC SEC_ASN1_SKIP SEC_ASN1_INNER SEC_ASN1_SAVE
        cw	SEC_ASN1_MAY_STREAM SEC_ASN1_SKIP_REST SEC_ASN1_CHOICE SEC_ASN1_SIGNED_INT SEC_ASN1_SEQUENCE_OF
        cw	SEC_ASN1_SET_OF SEC_ASN1_ANY_CONTENTS
        =SecAsn1Templates.h	swift-asn1
        cw	kSecAsn1AnyTemplate kSecAsn1BitStringTemplate kSecAsn1BMPStringTemplate kSecAsn1BooleanTemplate
        cw	kSecAsn1EnumeratedTemplate kSecAsn1GeneralizedTimeTemplate kSecAsn1IA5StringTemplate
        cw	kSecAsn1IntegerTemplate kSecAsn1UnsignedIntegerTemplate kSecAsn1NullTemplate
        cw	kSecAsn1ObjectIDTemplate kSecAsn1OctetStringTemplate kSecAsn1PrintableStringTemplate
        cw	kSecAsn1T61StringTemplate kSecAsn1UniversalStringTemplate kSecAsn1UTCTimeTemplate
        cw	kSecAsn1UTF8StringTemplate kSecAsn1VisibleStringTemplate kSecAsn1SequenceOfAnyTemplate
        cw	kSecAsn1SequenceOfObjectIDTemplate kSecAsn1SetOfAnyTemplate kSecAsn1PointerToAnyTemplate
        cw	kSecAsn1PointerToBitStringTemplate kSecAsn1PointerToObjectIDTemplate
        cw	kSecAsn1PointerToOctetStringTemplate kSecAsn1SkipTemplate kSecAsn1SkipRestTemplate
        =SecureDownload.h	verify the file's signature with SecKeyVerifySignature, or minisign or gpg
        fw	SecureDownloadCreateWithTicket SecureDownloadCopyURLs SecureDownloadCopyName
        fw	SecureDownloadCopyCreationDate SecureDownloadGetDownloadSize SecureDownloadUpdateWithData
        fw	SecureDownloadFinished SecureDownloadRelease SecureDownloadCopyTicketLocation
        tw	SecureDownloadRef SecureDownloadTrustSetupCallback SecureDownloadTrustEvaluateCallback
        tw	SecureDownloadTrustCallbackResult
        cw	kSecureDownloadDoNotEvaluateSigner kSecureDownloadEvaluateSigner kSecureDownloadFailEvaluation
        cw	errSecureDownloadInvalidTicket errSecureDownloadInvalidDownload
        =oidsalg.h	the text of the object identifier, as in kSecOIDX509V1Subject and kSecPolicyAppleSSL
        cw	CSSMOID_APPLE_X509_BASIC CSSMOID_APPLE_TP_SSL CSSMOID_APPLE_TP_SMIME CSSMOID_APPLE_TP_CODE_SIGNING
        cw	CSSMOID_APPLE_TP_REVOCATION CSSMOID_APPLE_TP_REVOCATION_OCSP CSSMOID_APPLE_TP_REVOCATION_CRL
        cw	CSSMOID_SHA1WithRSA CSSMOID_MD5WithRSA CSSMOID_RSA CSSMOID_SHA1 CSSMOID_SHA256WithRSA
        =LAContext.h	
        th	LAContext		Policies and access controls, evaluated with the passcode of the login keychain.
        th	LAPolicy		What the user must provide to authenticate.
        th	LABiometryType		A kind of biometry.
        th	LACredentialType		A credential that a program may give to a context.
        th	LAAccessControlOperation		An operation on an item or a key with an access control.
        th	LADomainState		The means by which the user may authenticate, and identifiers of what is enrolled.
        th	LADomainStateBiometry		The biometry of a device: none.
        th	LADomainStateCompanion		The paired devices: none.
        tw	LACompanionType		Linux has no companion devices; LADomainState.companion is empty
        fh	LAContext.canEvaluatePolicy		Returns whether a policy can be evaluated.
        fh	LAContext.evaluatePolicy		Asks the user to authenticate.
        fh	LAContext.evaluateAccessControl		Asks the user for what an access control requires.
        fh	LAContext.invalidate		Ends the context, which no longer authenticates anything, and forgets its credentials.
        fh	LAContext.setCredential		Sets a credential of the context; nil removes it.
        fh	LAContext.isCredentialSet		Returns whether the context holds a credential.
        ch	LAContext.localizedReason		The text of the prompt that the keychain shows.
        ch	LAContext.localizedFallbackTitle		The title of the fallback button; nil for the usual one, empty for none.
        ch	LAContext.localizedCancelTitle		The title of the cancel button; nil for the usual one.
        ch	LAContext.maxBiometryFailures		The number of times biometry may fail; kept without effect.
        ch	LAContext.interactionNotAllowed		Whether the user may not be asked: a call that would ask fails instead.
        ch	LAContext.touchIDAuthenticationAllowableReuseDuration		The number of seconds an earlier biometric unlock counts; kept without effect.
        ch	LAContext.biometryType		The kind of biometry: none.
        ch	LAContext.evaluatedPolicyDomainState LADomainStateBiometry.stateHash		An identifier of the enrolled biometry; nil, since there is none.
        ch	LAContext.domainState		The state of biometry and companions, of which there are none.
        ch	LATouchIDAuthenticationMaximumAllowableReuseDuration		The longest time an earlier biometric unlock may be reused, in seconds: five minutes.
        ch	LAPolicy.deviceOwnerAuthentication		Biometry, a paired device or the passcode, whichever the user chooses.
        ch	LAPolicy.deviceOwnerAuthenticationWithBiometrics		Biometry.
        ch	LAPolicy.deviceOwnerAuthenticationWithBiometricsOrCompanion		Biometry or a paired device nearby.
        ch	LAPolicy.deviceOwnerAuthenticationWithBiometricsOrWatch		Biometry or a paired watch nearby; the older name.
        ch	LAPolicy.deviceOwnerAuthenticationWithCompanion		A paired device nearby.
        ch	LAPolicy.deviceOwnerAuthenticationWithWatch		A paired watch nearby; the older name.
        ch	LABiometryType.none		No biometry.
        ch	LABiometryType.touchID		Fingerprints.
        ch	LABiometryType.faceID		Faces.
        ch	LABiometryType.opticID		Irises.
        ch	LABiometryType.LABiometryNone		No biometry; the older name.
        ch	LACredentialType.applicationPassword		The application password.
        ch	LACredentialType.smartCardPIN		The number that unlocks a smart card.
        ch	LAAccessControlOperation.createItem		Adding an item.
        ch	LAAccessControlOperation.useItem		Reading an item.
        ch	LAAccessControlOperation.createKey		Making a key.
        ch	LAAccessControlOperation.useKeySign		Signing with a key.
        ch	LAAccessControlOperation.useKeyDecrypt		Decrypting with a key.
        ch	LAAccessControlOperation.useKeyKeyExchange		Key exchange with a key.
        ch	LADomainState.biometry		The state of biometry.
        ch	LADomainState.companion		The state of paired devices.
        ch	LADomainState.stateHash		An identifier of both together; nil, since there is neither.
        ch	LADomainStateBiometry.biometryType		The kind of biometry.
        ch	LADomainStateCompanion.stateHash		An identifier of the paired devices; nil, since there are none.
        cw	LADomainStateCompanion.availableCompanionTypes		Linux has no companion devices
        fw	LADomainStateCompanion.stateHash(for:)		Linux has no companion devices
        =LAError.h	
        th	LAError		An error of an authentication.
        th	LAError.Code		The reason of an authentication error.
        ch	LAErrorDomain		The domain of authentication errors.
        ch	LAError.authenticationFailed		The user tried and did not authenticate.
        ch	LAError.userCancel		The user dismissed the prompt.
        ch	LAError.userFallback		The user chose the fallback.
        ch	LAError.systemCancel		The system dismissed the prompt.
        ch	LAError.passcodeNotSet		There is no passcode.
        ch	LAError.touchIDNotAvailable		There is no biometry; the older name.
        ch	LAError.touchIDNotEnrolled		No biometry is enrolled; the older name.
        ch	LAError.touchIDLockout		Biometry failed too often; the older name.
        ch	LAError.appCancel		The program invalidated the context during the authentication.
        ch	LAError.invalidContext		The context had been invalidated.
        ch	LAError.biometryNotAvailable		There is no biometry.
        ch	LAError.biometryNotEnrolled		No biometry is enrolled.
        ch	LAError.biometryLockout		Biometry failed too often.
        ch	LAError.notInteractive		The user would have to be asked, but can't or may not be.
        ch	LAError.watchNotAvailable		No paired watch is nearby; the older name.
        ch	LAError.companionNotAvailable		No paired device is nearby.
        ch	LAError.biometryNotPaired		No biometry accessory is paired.
        ch	LAError.biometryDisconnected		The biometry accessory is not connected.
        ch	LAError.invalidDimensions		The prompt does not fit its view.
        =LAPublicDefines.h	
        ch	kLAErrorAuthenticationFailed		The number of LAError/Code/authenticationFailed.
        ch	kLAErrorUserCancel		The number of LAError/Code/userCancel.
        ch	kLAErrorUserFallback		The number of LAError/Code/userFallback.
        ch	kLAErrorSystemCancel		The number of LAError/Code/systemCancel.
        ch	kLAErrorPasscodeNotSet		The number of LAError/Code/passcodeNotSet.
        ch	kLAErrorTouchIDNotAvailable		The number of LAError/Code/biometryNotAvailable; the older name.
        ch	kLAErrorTouchIDNotEnrolled		The number of LAError/Code/biometryNotEnrolled; the older name.
        ch	kLAErrorTouchIDLockout		The number of LAError/Code/biometryLockout; the older name.
        ch	kLAErrorAppCancel		The number of LAError/Code/appCancel.
        ch	kLAErrorInvalidContext		The number of LAError/Code/invalidContext.
        ch	kLAErrorBiometryNotAvailable		The number of LAError/Code/biometryNotAvailable.
        ch	kLAErrorBiometryNotEnrolled		The number of LAError/Code/biometryNotEnrolled.
        ch	kLAErrorBiometryLockout		The number of LAError/Code/biometryLockout.
        ch	kLAErrorNotInteractive		The number of LAError/Code/notInteractive.
        ch	kLAErrorWatchNotAvailable		The number of LAError/Code/companionNotAvailable; the older name.
        ch	kLAErrorCompanionNotAvailable		The number of LAError/Code/companionNotAvailable.
        ch	kLAErrorBiometryNotPaired		The number of LAError/Code/biometryNotPaired.
        ch	kLAErrorBiometryDisconnected		The number of LAError/Code/biometryDisconnected.
        ch	kLAErrorInvalidDimensions		The number of LAError/Code/invalidDimensions.
        ch	kLAPolicyDeviceOwnerAuthentication		The number of LAPolicy/deviceOwnerAuthentication.
        ch	kLAPolicyDeviceOwnerAuthenticationWithBiometrics		The number of LAPolicy/deviceOwnerAuthenticationWithBiometrics.
        ch	kLAPolicyDeviceOwnerAuthenticationWithWatch		The number of LAPolicy/deviceOwnerAuthenticationWithCompanion; the older name.
        ch	kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch		The number of LAPolicy/deviceOwnerAuthenticationWithBiometricsOrCompanion; the older name.
        ch	kLAPolicyDeviceOwnerAuthenticationWithCompanion		The number of LAPolicy/deviceOwnerAuthenticationWithCompanion.
        ch	kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion		The number of LAPolicy/deviceOwnerAuthenticationWithBiometricsOrCompanion.
        =LARight.h	
        th	LARight		Something that the user must be authorized for, by the passcode of the keychain.
        th	LARight.State		Whether the user is authorized.
        fh	LARight.init() LARight.init(requirement:)
        fh	LARight.authorize		Asks the user to authenticate.
        fh	LARight.checkCanAuthorize		Checks that the requirement can be met, without asking the user.
        fh	LARight.deauthorize		Ends the authorization; a prompt that is shown for it is closed.
        ch	LARight.state		Whether the user is authorized.
        ch	LARight.tag		A number for the program's own use.
        ch	LARight.State.unknown LARight.State.authorizing LARight.State.authorized LARight.State.notAuthorized
        =LAPersistedRight.h	
        th	LAPersistedRight		A right that LARightStore keeps, with its private key and its secret.
        ch	LAPersistedRight.key		The private key of the right.
        ch	LAPersistedRight.secret		The secret of the right.
        =LARightStore.h	
        th	LARightStore		The rights that are kept in the login keychain, each with a private key and a secret that open only while the user is authorized for it.
        fh	LARightStore.right(forIdentifier:)
        fh	LARightStore.saveRight		Saves a right under an identifier, with a new private key.
        fh	LARightStore.removeRight		Removes a right with its key and secret.
        fh	LARightStore.removeAllRights		Removes every right that the program may use; succeeds when there is none.
        ch	LARightStore.shared		The store.
        =LASecret.h	
        th	LASecret		The secret that was saved with a right.
        fh	LASecret.rawData		The secret.
        fh	LASecret.loadData		Returns the secret: see rawData.
        =LAPrivateKey.h	
        th	LAPrivateKey		The private key of a saved right.
        ch	LAPrivateKey.publicKey		The public key of the pair, which needs no authorization.
        fh	LAPrivateKey.sign		Signs data.
        fh	LAPrivateKey.canSign		Returns whether the key signs with an algorithm.
        fh	LAPrivateKey.decrypt		Decrypts data.
        fh	LAPrivateKey.canDecrypt		Returns whether the key decrypts with an algorithm.
        fh	LAPrivateKey.exchangeKeys		Computes the secret that is shared with the owner of another key.
        fh	LAPrivateKey.canExchangeKeys		Returns whether the key exchanges keys by an algorithm.
        =LAPublicKey.h	
        th	LAPublicKey		The public key of a saved right.
        fh	LAPublicKey.bytes		The key, in the form of SecKeyCopyExternalRepresentation.
        fh	LAPublicKey.exportBytes		Returns the key: see bytes.
        fh	LAPublicKey.encrypt		Encrypts data for the private key.
        fh	LAPublicKey.canEncrypt		Returns whether the key encrypts with an algorithm.
        fh	LAPublicKey.verify		Verifies a signature of the private key.
        fh	LAPublicKey.canVerify		Returns whether the key verifies signatures of an algorithm.
        =LARequirement.h	
        th	LAAuthenticationRequirement		What the user must provide to be authorized for a LARight.
        th	LABiometryFallbackRequirement		What replaces biometry in a requirement: the passcode.
        ch	LAAuthenticationRequirement.default		The passcode of the keychain, as there is no biometry.
        ch	LAAuthenticationRequirement.biometry		Biometry: authorization fails with biometryNotAvailable.
        ch	LAAuthenticationRequirement.biometryCurrentSet		The biometry that is enrolled now: authorization fails with biometryNotAvailable.
        ch	LABiometryFallbackRequirement.default		The replacement that the system chooses: the passcode.
        ch	LABiometryFallbackRequirement.devicePasscode		The passcode of the keychain.
        fh	LAAuthenticationRequirement.biometry(fallback:)
        =LAEnvironment.h	LAContext.canEvaluatePolicy
        tw	LAEnvironment LAEnvironment.State LAEnvironmentObserver LAEnvironment.Mechanism
        tw	LAEnvironment.MechanismBiometry LAEnvironment.MechanismCompanion LAEnvironment.MechanismUserPassword
        cw	LAEnvironment.currentUser LAEnvironment.state LAEnvironment.State.biometry
        cw	LAEnvironment.State.userPassword LAEnvironment.State.companions LAEnvironment.State.allMechanisms
        fw	LAEnvironment.addObserver LAEnvironment.removeObserver
        =LAAuthenticationView.h	a view of the program's own and LAContext.evaluatePolicy
        tw	LAAuthenticationView
        fw	LAAuthenticationView.init(context:) LAAuthenticationView.init(context:controlSize:)
        cw	LAAuthenticationView.context LAAuthenticationView.controlSize
        =TKTokenWatcher.h	
        th	TKTokenWatcher		A watcher of the smart cards in the machine's readers.
        th	TKTokenWatcher.TokenInfo		What is known about a token without opening it.
        fh	TKTokenWatcher.init(insertionHandler:)
        fh	TKTokenWatcher.setInsertionHandler		Sets the function that receives the identifier of each token that comes from now on.
        fh	TKTokenWatcher.addRemovalHandler		Adds a function that is called once, when a token goes; at once if it isn't there.
        fh	TKTokenWatcher.tokenInfo		Returns what is known about a token; nil if it isn't there.
        ch	TKTokenWatcher.tokenIDs		The identifiers of the tokens that were there at the last look.
        ch	TKTokenWatcher.TokenInfo.tokenID TKTokenWatcher.TokenInfo.slotName
        ch	TKTokenWatcher.TokenInfo.driverName
        """#
}
