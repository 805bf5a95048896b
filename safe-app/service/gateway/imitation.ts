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
 * Flags transfers that look like a copy of a recent row, from or to an address that begins and ends like the
 * real one. Transactions that the Safe executed are never flagged. With `show` false they are omitted.
 */
export function markImitations(rows: readonly Summary[], show: boolean): readonly Summary[] {
  const marked: Summary[] = []
  for (const row of [...rows].reverse()) {
    const info = row.executionInfo === null ? tokenTransfer(row) : null
    if (info === null) {
      marked.unshift(row)
      continue
    }
    const imitation = marked.slice(0, DISTANCE).some((older) => imitates(info, tokenTransfer(older)))
    const txInfo = { ...info, transferInfo: { ...info.transferInfo, imitation } }
    if (!imitation || show) marked.unshift({ ...row, txInfo })
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
