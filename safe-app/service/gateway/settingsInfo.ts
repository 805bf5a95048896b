import { type Address, zeroAddress } from 'viem'
import type { DataDecoded } from '../read/decodeData.ts'
import { plain } from './AddressInfo.ts'

type Reader = (texts: readonly string[]) => Record<string, unknown>

const info = (text: string | undefined) => plain((text ?? zeroAddress) as Address)

const readers: Readonly<Record<string, Reader>> = {
  setFallbackHandler: ([handler]) => ({ type: 'SET_FALLBACK_HANDLER', handler: info(handler) }),
  addOwnerWithThreshold: ([owner, threshold]) => ({
    type: 'ADD_OWNER',
    owner: info(owner),
    threshold: Number(threshold),
  }),
  removeOwner: ([, owner, threshold]) => ({
    type: 'REMOVE_OWNER',
    owner: info(owner),
    threshold: Number(threshold),
  }),
  swapOwner: ([, oldOwner, newOwner]) => ({
    type: 'SWAP_OWNER',
    oldOwner: info(oldOwner),
    newOwner: info(newOwner),
  }),
  changeThreshold: ([threshold]) => ({ type: 'CHANGE_THRESHOLD', threshold: Number(threshold) }),
  enableModule: ([module]) => ({ type: 'ENABLE_MODULE', module: info(module) }),
  disableModule: ([, module]) => ({ type: 'DISABLE_MODULE', module: info(module) }),
  setGuard: ([guard]) =>
    guard === zeroAddress ? { type: 'DELETE_GUARD' } : { type: 'SET_GUARD', guard: info(guard) },
}

/** True for a Safe's calls to itself that the gateway describes as settings changes. */
export function isSettingsMethod(method: string): boolean {
  return method in readers
}

/** The settings change of a call; null if it is not a known one. */
export function settingsInfo(decoded: DataDecoded): Record<string, unknown> | null {
  const read = readers[decoded.method]
  return read === undefined ? null : read(decoded.parameters.map(({ value }) => `${value}`))
}
