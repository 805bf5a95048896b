import type { BnbScan } from '#chain/logs/scanBnb.ts'
import type { TransferScan } from '#chain/logs/scanTransfers.ts'
import { when } from '#domain/shared/when.ts'

/** Said where nobody tells earlier balances. */
export const NO_BALANCES =
  'BNB: no endpoint tells this page earlier balances. The explorer shows what came in.'

/** Which blocks the list of received tokens covers. */
export function tokenWords({ from, to, since, refusedAt }: TransferScan, looking: boolean): string {
  if (from > to) {
    if (looking || refusedAt === null) return 'Tokens: nothing read yet.'
    return 'Tokens: no endpoint lets this page read transfers. The explorer shows them.'
  }
  const end = refusedAt === null ? '' : '; your RPC allows no more'
  return `USDT, USDC, FDUSD and DAI since block ${from}${since === null ? '' : `, ${when(since)}`}${end}.`
}

/** Which blocks the list of received BNB covers, and what may be missing in it. `since` is the time of the first, in ms. */
export function bnbWords(scan: BnbScan, looking: boolean, since: number | null): readonly string[] {
  const { from, to, back, unexplained } = scan
  if (from > to) return [looking || back.stopped === null ? 'BNB: nothing read yet.' : NO_BALANCES]
  const end = back.stopped === 'refused' ? '; your RPC keeps older balances no longer' : ''
  const covered = `BNB since block ${from}${since === null ? '' : `, ${when(since)}`}${end}.`
  if (unexplained.length === 0) return [covered]
  return [covered, `In block ${unexplained.slice(0, 5).join(', ')} more BNB may have come than is listed.`]
}

export const BNB_UNREAD =
  'BNB is not listed: this account has code, so its balance does not tell what came in.'
