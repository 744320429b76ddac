// KeychainObjects
