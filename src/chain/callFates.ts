import { numberToHex } from 'viem'
import { type Address, equal } from './Address.ts'
import { asTransfer, type Call } from './Call.ts'
import type { Receipt } from './questions.ts'
import type { SentCall } from './sentCall.ts'
import { missingTransfers } from './settlement.ts'

/** What became of one call of a batch, as the chain proves it. `unknown` is neither: its money may have moved. */
export type CallFate = 'paid' | 'not-paid' | 'unknown'

/** A mined transaction that is said to have carried calls; `sent` is null where no node tells what it asked for. */
export type Carrier = { readonly receipt: Receipt; readonly sent: SentCall | null }

/** What is left of a carrier's input once the calls that were found in it are taken out. */
type Load = Carrier & { readonly succeeded: boolean; text: string; isLoose: boolean }

/**
 * What became of each call of a batch, in order. A token transfer is proven by its log. BNB leaves none: it counts
 * where the input of a transaction of the account holds the call and that transaction succeeded as a whole. Only a
 * call that is found in such an input can be called not paid: the wallet may have named a wrong transaction.
 * @param atomic false when the wallet says that a part may have happened: then BNB inside a batch proves nothing
 */
export function callFates(
  account: Address,
  calls: readonly Call[],
  carriers: readonly Carrier[],
  atomic = true,
): readonly CallFate[] {
  const loads = carriers
    .filter(({ sent }) => sent && (equal(sent.from, account) || (sent.to && equal(sent.to, account))))
    .map((carrier): Load => {
      const text = carrier.sent?.input.slice(2) ?? ''
      return { ...carrier, text, succeeded: carrier.receipt.status === '0x1', isLoose: !atomic }
    })
    // A wallet may have tried again: what succeeded in the end is what counts.
    .toSorted((a, b) => Number(b.succeeded) - Number(a.succeeded))
  // Copies, so that two equal payments stay two.
  const rows = calls.map((call) => ({ ...call }))
  const [first] = carriers
  const logs = carriers.flatMap(({ receipt }) => receipt.logs)
  const missing = new Set(first ? missingTransfers({ ...first.receipt, logs }, account, rows) : rows)
  const fates = new Map<Call, CallFate>()
  // Tokens first: one that is missing tells of a transaction that it did not do all.
  for (const row of rows.filter(({ data }) => data !== '0x'))
    fates.set(row, tokenFate(row, missing.has(row), loads))
  for (const row of rows.filter(({ data }) => data === '0x')) fates.set(row, bnbFate(row, loads))
  return rows.map((row) => fates.get(row) ?? 'unknown')
}

function tokenFate(row: Call, isMissing: boolean, loads: readonly Load[]): CallFate {
  if (asTransfer(row) === null) return 'unknown'
  const token = textOf(row.to)
  const load = takeOut(textOf(row.data), loads, ({ sent, text }, at) => {
    if (sent?.input === row.data.toLowerCase()) return sent.to !== null && equal(sent.to, row.to)
    return GAPS.some((gap) => text.startsWith(token, at - gap - WORD - token.length))
  })
  if (!isMissing) return 'paid'
  if (!load) return 'unknown'
  // It went through without this call, so it need not have done its others.
  if (load.succeeded) load.isLoose = true
  return 'not-paid'
}

function bnbFate(row: Call, loads: Load[]): CallFate {
  const plain = loads.findIndex(
    ({ sent }) => sent?.to && equal(sent.to, row.to) && sent.value === row.value && sent.input === '0x',
  )
  const [direct] = plain < 0 ? [] : loads.splice(plain, 1)
  if (direct) return direct.succeeded ? 'paid' : 'not-paid'
  // Receiver and amount stand side by side in every form; in a token's transfer they do, too.
  const wanted = `${textOf(row.to)}${numberToHex(row.value, { size: 32 }).slice(2)}`
  const load = takeOut(
    wanted,
    loads,
    ({ text }, at) => !text.startsWith(TOKEN_TRANSFER, at - TOKEN_TRANSFER.length),
  )
  if (!load) return 'unknown'
  if (!load.succeeded) return 'not-paid'
  return load.isLoose ? 'unknown' : 'paid'
}

/** Hex digits of a word of the ABI. */
const WORD = 64
/** What stands between a call's value and its data: nothing, its length, or where its data is and their length. */
const GAPS = [0, WORD, 2 * WORD]
/** How the data of `transfer(address,uint256)` begin, up to the address. */
const TOKEN_TRANSFER = `a9059cbb${'0'.repeat(24)}`

/** The first load that holds the text where `fits`; it is taken out, so that no bytes stand for two calls. */
function takeOut(
  wanted: string,
  loads: readonly Load[],
  fits: (load: Load, at: number) => boolean,
): Load | null {
  for (const load of loads) {
    let at = load.text.indexOf(wanted)
    while (at >= 0 && !fits(load, at)) at = load.text.indexOf(wanted, at + 1)
    if (at < 0) continue
    load.text = `${load.text.slice(0, at)}${'|'.repeat(wanted.length)}${load.text.slice(at + wanted.length)}`
    return load
  }
  return null
}

function textOf(bytes: string): string {
  return bytes.slice(2).toLowerCase()
}
