import { formatUnits } from 'viem'
import type { Summary } from './summary.ts'
import type { Erc20Info, TransferTxInfo } from './txInfo.ts'

type TokenTransfer = TransferTxInfo & { readonly transferInfo: Erc20Info }

/** The number of older rows that a transfer is compared with. */
const DISTANCE = 3
/** The most whole tokens by which a copied amount may differ. */
const TOLERANCE = 1
/** In whole tokens: a transfer up to this amount after a payment of at least this amount is dust. */
const ECHO = 10

/**
 * Flags transfers that look like a copy of a row near them, from or to an address that begins and ends like the real
 * one. Transactions that the Safe executed are never flagged. With `show` false they are omitted.
 *
 * A row is compared with the next older ones. If those are too few at the end of a page, the gateway takes the row's
 * newer neighbour, the row itself, the page's older rows, and `previous`, the last row of the page before.
 */
export function markImitations(
  rows: readonly Summary[],
  show: boolean,
  previous: Summary | null = null,
): readonly Summary[] {
  const marked: Summary[] = []
  const current = [...rows]
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    const info = row === undefined || row.executionInfo !== null ? null : tokenTransfer(row)
    if (row === undefined || info === null) {
      if (row !== undefined) marked.unshift(row)
      continue
    }
    const near = [...marked, ...current.slice(index - 1), ...(previous === null ? [] : [previous])]
    const imitation = near.slice(0, DISTANCE).some((other) => imitates(info, tokenTransfer(other)))
    const flagged = { ...row, txInfo: { ...info, transferInfo: { ...info.transferInfo, imitation } } }
    current[index] = flagged
    if (!imitation || show) marked.unshift(flagged)
  }
  return marked
}

function tokenTransfer({ txInfo }: Summary): TokenTransfer | null {
  if (txInfo.type !== 'Transfer') return null
  const info = txInfo as TransferTxInfo
  return info.transferInfo.type === 'ERC20' ? (info as TokenTransfer) : null
}

function imitates(row: TokenTransfer, older: TokenTransfer | null): boolean {
  if (older === null || older.transferInfo.imitation || !looksAlike(row, older)) return false
  const [value, before] = [whole(row), whole(older)]
  const isCopy = Math.abs(value - before) <= TOLERANCE
  const isAnswer = row.direction === 'INCOMING' && older.direction === 'OUTGOING'
  const isSameToken = row.transferInfo.tokenAddress === older.transferInfo.tokenAddress
  return isCopy || (isSameToken && isAnswer && before >= ECHO && value <= ECHO)
}

function whole({ transferInfo }: TokenTransfer): number {
  return Math.floor(Number(formatUnits(BigInt(transferInfo.value), transferInfo.decimals ?? 18)))
}

function looksAlike(row: TokenTransfer, older: TokenTransfer): boolean {
  const [a, b] = [otherParty(row), otherParty(older)]
  return a !== b && a.slice(2, 5) === b.slice(2, 5) && a.slice(-4) === b.slice(-4)
}

function otherParty({ direction, sender, recipient }: TokenTransfer): string {
  return (direction === 'OUTGOING' ? recipient : sender).value.toLowerCase()
}
