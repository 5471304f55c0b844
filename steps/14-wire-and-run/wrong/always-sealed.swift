// changes: compose-device
// refused by: Step14RunTests/featuresOfTheStore()
// says: The device was given a secure store
//
// Keeps the token in a sealed file, even if the app passed the Keychain.

-        tokens = secureStore ?? SealedFileSecureStore(directory: directory)
+        tokens = SealedFileSecureStore(directory: directory)
