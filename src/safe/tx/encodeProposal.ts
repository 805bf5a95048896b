import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { asTransfer, type Call, sameList } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import * as MultiSend from './MultiSend.ts'
import * as SafeTx from './SafeTx.ts'

/**
 * Safe's MultiSendCallOnly on BSC by contract version. The portal proposes delegatecalls only to this
 * contract, because it cannot make any itself. Source: safe-deployments.
 */
const multiSendCallOnly: ReadonlyMap<string, Address> = new Map([
  ['1.3.0', '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'],
  ['1.4.1', '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'],
  ['1.5.0', '0xA83c336B20401Af773B6219BA5027174338D1836'],
])

/** The MultiSendCallOnly for a version such as `1.3.0+L2`; null for unknown versions. */
export function multiSendFor(version: string): Address | null {
  return multiSendCallOnly.get(version.replace(/\+L2$/, '')) ?? null
}

/**
 * Encodes transfers as one Safe transaction: a single one directly, several through MultiSendCallOnly. It
 * sets no gas fields and no refund.
 * @throws PortalError `refused` for anything but a plain transfer to another account, and for an unknown
 * contract version
 */
export function encodeProposal(
  { safe, version }: { readonly safe: Address; readonly version: string },
  calls: readonly Call[],
  nonce: bigint,
): SafeTx.SafeTx {
  const multiSend = multiSendFor(version)
  if (multiSend === null) {
    throw new PortalError('refused', `Safes of version ${version.slice(0, 20)} are not known here.`)
  }
  const [first, ...more] = calls
  if (first === undefined) throw new PortalError('refused', 'There is nothing to propose.')
  if (!calls.every((call) => paysAnother(call, safe))) {
    throw new PortalError('refused', 'Only plain transfers to somebody else are proposed.')
  }
  if (more.length === 0) return SafeTx.fromCall(first, nonce)
  const data = MultiSend.encode(calls)
  const rows = MultiSend.decode(data)
  // Decoded with independent code, to prove that the signed bytes match the review.
  if (!rows?.every(({ operation }) => operation === 0) || !sameList(rows, calls)) {
    throw new PortalError('refused', 'The payments could not be put into one transaction without a change.')
  }
  return SafeTx.fromCall({ to: multiSend, value: 0n, data }, nonce, 1)
}

/** For contracts of 1.5.0, the zero address in a batch means the Safe itself. */
function paysAnother(call: Call, safe: Address): boolean {
  const transfer = asTransfer(call)
  if (transfer === null) return false
  return [call.to, transfer.to].every((to) => !isAddressEqual(to, safe) && !isAddressEqual(to, zeroAddress))
}
