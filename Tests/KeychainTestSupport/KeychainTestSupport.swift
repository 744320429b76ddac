// KeychainTestSupport
