// The Safe Apps SDK hashes messages only to look whether a Safe has signed them, which the portal asks the chain
// itself. Without viem's hashing of typed data the first screen in a Safe is 2 kB lighter.
// Written for @safe-global/safe-apps-sdk 9.1.0.
export { encodeFunctionData } from 'viem'

/** @throws always: the portal does not ask the SDK about signed messages */
export function hashMessage(): never {
  throw new Error('The portal asks the chain about signed messages, not the Safe Apps SDK.')
}

export const hashTypedData = hashMessage
