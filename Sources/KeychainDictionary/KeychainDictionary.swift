// KeychainDictionary
