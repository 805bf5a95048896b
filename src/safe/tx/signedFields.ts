import { type Address, isAddressEqual } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call, sameList, type Transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import * as MultiSend from './MultiSend.ts'
import { domain, domainTypes, type SafeTx, safeTxTypes } from './SafeTx.ts'

/** The ten signed fields of a details document. */
export function toSafeTx(details: TransactionDetails): SafeTx {
  const { txData, detailedExecutionInfo: info } = details
  return {
    to: txData.to,
    value: txData.value ?? 0n,
    data: txData.hexData ?? '0x',
    operation: txData.operation,
    safeTxGas: info.safeTxGas,
    baseGas: info.baseGas,
    gasPrice: info.gasPrice,
    gasToken: info.gasToken,
    refundReceiver: info.refundReceiver,
    nonce: info.nonce,
  }
}

/** The plain calls of a transaction, with multisends unpacked; null if any part is not a plain call. */
export function plainCalls({ to, value, data, operation }: SafeTx): readonly Call[] | null {
  if (operation === 0) return [{ to, value, data }]
  if (!MultiSend.isKnown(to) || value !== 0n) return null
  const rows = MultiSend.decode(data)
  return rows?.every((row) => row.operation === 0) ? rows : null
}

/**
 * Compares a transaction's calls with the reviewed ones. Each call answers one reviewed call, at any position. The
 * rest of both sides is paired in order, as before and after.
 * @returns one sentence per difference; empty if there is none
 */
export function callDifferences(tx: SafeTx, reviewed: readonly Call[]): readonly string[] {
  const actual = plainCalls(tx)
  if (actual === null) return ['It is not a list of plain calls.']
  if (sameList(actual, reviewed)) return []
  const places = placesOf(actual, reviewed)
  const lost = reviewed.flatMap((call, at) => ((places[at] ?? -1) < 0 ? [{ call, at }] : []))
  const used = new Set(places)
  const fresh = actual.flatMap((call, at) => (used.has(at) ? [] : [{ call, at }]))
  if (lost.length + fresh.length === 0) return ['Its payments are in another order than reviewed.']
  return Array.from({ length: Math.max(lost.length, fresh.length) }, (_, index) => {
    const [was, is] = [lost[index], fresh[index]]
    if (was && is) return changeWords(was.at, was.call, is.call)
    return was ? missingCallWords(was.at, was.call) : addedWords(is)
  })
}

/** The index of each call among others, with each of those used once; -1 for a missing one. */
export function placesOf(among: readonly Call[], calls: readonly Call[]): readonly number[] {
  const open = new Map<string, number[]>()
  among.forEach((call, at) => {
    const key = keyOf(call)
    const known = open.get(key)
    if (known) known.push(at)
    else open.set(key, [at])
  })
  return calls.map((call) => open.get(keyOf(call))?.shift() ?? -1)
}

function keyOf({ to, value, data }: Call): string {
  return `${to} ${value} ${data}`.toLowerCase()
}

function changeWords(place: number, was: Call, is: Call): string {
  const [before, after] = [asTransfer(was), asTransfer(is)]
  const words =
    before && after && isAddressEqual(before.to, after.to)
      ? `${sumWords(before)} → ${sumWords(after)}`
      : before && after && sumWords(before) === sumWords(after)
        ? `${before.to} → ${after.to}`
        : `${callWords(was)} → ${callWords(is)}`
  return `Payment ${place + 1} is not the one that was reviewed: ${words}`
}

/** Says that a reviewed call, by its position, is missing in a transaction. */
export function missingCallWords(place: number, call: Call): string {
  return `Payment ${place + 1} is missing: ${callWords(call)}`
}

function addedWords(added: { readonly call: Call; readonly at: number } | undefined): string {
  return added ? `Payment ${added.at + 1} was never reviewed: ${callWords(added.call)}` : ''
}

/** `100 USDT to 0x…`, with the whole address. */
export function callWords(call: Call): string {
  const transfer = asTransfer(call)
  return transfer ? `${sumWords(transfer)} to ${transfer.to}` : `a call of ${call.to} that is not a transfer`
}

/** A token that is not pinned chooses its own symbol and decimals, so its base units are shown. */
function sumWords({ token, value }: Transfer): string {
  const pinned = token === null ? Token.BNB : Token.find(token)
  return pinned ? Amount.format({ token: pinned, value }) : `${value} base units of the token ${token}`
}

/**
 * A Safe transaction on BSC as JSON for `eth_signTypedData_v4`; its hash is the safeTxHash. Amounts are
 * decimal strings, which every wallet parses exactly.
 * @param version since 1.3.0, because the chain id is part of the domain
 */
export function safeTxTypedData(safe: Address, tx: SafeTx, version: string): string {
  return JSON.stringify(
    {
      types: { ...domainTypes, ...safeTxTypes },
      primaryType: 'SafeTx',
      domain: domain(safe, version, BSC_CHAIN_ID),
      message: tx,
    },
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
  )
}
