import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import type { SafeTxHash } from '#safe/tx/SafeTx.ts'
import { word } from './fakeRpc.ts'

/** USDT from the pinned list. */
export const usdt: Token.Token = Token.find('0x55d398326f99059fF775485246999027B3197955') ?? Token.BNB

let serial = 0

/** A history item with its own id, and everything not given left empty. */
export function item(some: Partial<ActivityItem>): ActivityItem {
  serial++
  return {
    id: `item ${serial}`,
    at: 1_795_165_200_000,
    what: { kind: 'other', label: 'x' },
    status: { kind: 'executed' },
    nonce: null,
    conflict: false,
    hash: word(serial),
    safeTxHash: null,
    missing: null,
    module: null,
    note: null,
    ...some,
  }
}

/** A received payment, not made by a transaction of the account. */
export function received(from: Address, value = 10n, token: Token.Token = usdt): ActivityItem {
  return item({ what: { kind: 'transfer-in', from, amount: { amount: { token, value }, suspect: null } } })
}

/** A payment that the account's owners signed. */
export function paid(to: Address, value = 10n, token: Token.Token = usdt): ActivityItem {
  return item({
    what: { kind: 'transfer-out', to, amount: { amount: { token, value }, suspect: null } },
    safeTxHash: word(1_000_000 + serial) as unknown as SafeTxHash,
  })
}
