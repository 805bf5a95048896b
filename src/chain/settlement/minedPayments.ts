import { numberToHex } from 'viem'
import { traceTransfers } from '#chain/logs/transferLogs.ts'
import { type Address, equal } from '#chain/money/Address.ts'
import { asTransfer, type Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from './PaymentStatus.ts'
import type { Settlement } from './settlement.ts'

/** A mined transaction that is claimed to have made payments. */
export type Carrier = Exclude<Settlement, { kind: 'missing' }>

/**
 * Where the payments of an account stand, by the transactions in which they are said to be (`docs/money.md` 2). A token transfer
 * is proven by the token's own log. BNB leaves none, so it counts only as a plain transaction of the account. That a payment
 * did not happen takes more: the transaction must be seen to have asked for it.
 */
export function judgeMined(
  account: Address,
  calls: readonly Call[],
  carriers: readonly Carrier[],
): readonly PaymentStatus[] {
  const succeeded = carriers.filter(({ receipt }) => receipt.status === '0x1')
  const traces = traceTransfers(
    account,
    calls,
    succeeded.flatMap(({ receipt }) => receipt.logs),
  )
  const plain = succeeded.filter(({ sent }) => sent && equal(sent.from, account) && sent.input === '0x')
  return calls.map((call, index): PaymentStatus => {
    const trace = traces[index]
    if (trace?.kind === 'exact' || trace?.kind === 'less') {
      const own = succeeded.filter(({ receipt }) => receipt.logs.includes(trace.log))
      const hash = own[0]?.receipt.transactionHash ?? null
      if (hash === null) throw new Error('A log without its transaction')
      if (trace.kind === 'exact') return settled(own, { kind: 'paid', hash })
      return settled(own, { kind: 'short', hash, received: trace.received })
    }
    if (call.data === '0x') {
      const at = plain.findIndex(
        ({ sent }) => sent?.to && equal(sent.to, call.to) && sent.value === call.value,
      )
      const [own] = at < 0 ? [] : plain.splice(at, 1)
      if (own) return settled([own], { kind: 'paid', hash: own.receipt.transactionHash })
    }
    return unseen(account, call, carriers, trace?.kind === 'none')
  })
}

/** A payment that no transaction shows: it did not happen, or it cannot be told. */
function unseen(account: Address, call: Call, carriers: readonly Carrier[], isNone: boolean): PaymentStatus {
  const asked = carriers.filter(({ sent }) => sent && asksFor(sent, account, call))
  const [last] = asked.slice(-1)
  const hash = (last ?? carriers.at(-1))?.receipt.transactionHash ?? null
  const unknown: PaymentStatus = { kind: 'unknown', why: 'not-visible', hash }
  // A wallet may have named another transaction than the one it was asked for.
  if (!last || hash === null) return unknown
  if (asked.every(({ receipt }) => receipt.status === '0x0')) {
    return settled(asked, { kind: 'not-paid', why: 'failed', hash })
  }
  const token = asTransfer(call)?.token ?? null
  // A token that is not pinned may move money without a word.
  if (!isNone || token === null || !Token.find(token)) return unknown
  return settled(carriers, { kind: 'not-paid', why: 'left-out', hash })
}

/** Whether the transaction asks for the call: as a whole, or inside what the account was told to do. */
function asksFor(sent: NonNullable<Carrier['sent']>, account: Address, { to, value, data }: Call): boolean {
  const isOwn = equal(sent.from, account)
  if (isOwn && sent.to && equal(sent.to, to)) {
    return sent.value === value && sent.input === data.toLowerCase()
  }
  if (!isOwn && !(sent.to && equal(sent.to, account))) return false
  const has = (bytes: string) => sent.input.includes(bytes.slice(2).toLowerCase())
  // Receiver and amount stand side by side in every form of a batch.
  return data === '0x' ? has(`${to}${numberToHex(value, { size: 32 }).slice(2)}`) : has(to) && has(data)
}

/** The proof as it is where every transaction that it leans on is final; else what still lacks. */
function settled(
  carriers: readonly Carrier[],
  proof: Extract<PaymentStatus, { kind: 'paid' | 'short' | 'not-paid' }>,
): PaymentStatus {
  const open = carriers.find(({ kind }) => kind === 'mined')
  if (open?.kind !== 'mined') return proof
  const hash = proof.hash ?? open.receipt.transactionHash
  if (proof.kind === 'paid') return { kind: 'confirming', hash, lacks: open.lacks }
  return { kind: 'unknown', why: 'not-final', hash }
}
