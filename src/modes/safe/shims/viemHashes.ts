// The Safe Apps SDK hashes messages only to check whether a Safe signed them, which the portal checks on the
// chain. Without viem's typed data hashing, the first screen in a Safe is 2 kB smaller.
// Written for @safe-global/safe-apps-sdk 9.1.0.
export { encodeFunctionData } from 'viem'

/** @throws always: the portal does not ask the SDK about signed messages */
export function hashMessage(): never {
  throw new Error('The portal asks the chain about signed messages, not the Safe Apps SDK.')
}

export const hashTypedData = hashMessage
