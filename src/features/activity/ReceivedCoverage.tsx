import { useQuery } from '@tanstack/react-query'
import { when } from '#account/ActivityWhat.tsx'
import { blockTimeQuery } from '#account/blockTimeQuery.ts'
import type { Incoming } from '#account/incoming.ts'
import type { BnbScan } from '#chain/scanBnb.ts'
import type { TransferScan } from '#chain/scanTransfers.ts'
import css from './Activity.module.css'

/** What the list of received payments covers and what it cannot show. Never a promise of a full history. */
export function ReceivedCoverage({ incoming: { tokens, bnb, looking } }: { incoming: Incoming }) {
  return (
    <div className={css.coverage} role="status">
      {looking && <p>Looking further back…</p>}
      {tokens && <p>{tokenWords(tokens, looking)}</p>}
      {tokens && bnb === null && <p>{NO_BALANCES}</p>}
      {bnb === 'unsupported' ? (
        <p>BNB is not listed: this account has code, so its balance does not tell what came in.</p>
      ) : (
        bnb && <BnbWords scan={bnb} looking={looking} />
      )}
    </div>
  )
}

const NO_BALANCES = 'BNB: no endpoint tells this page earlier balances. The explorer shows what came in.'

function tokenWords({ from, to, since, refusedAt }: TransferScan, looking: boolean): string {
  if (from > to) {
    if (looking || refusedAt === null) return 'Tokens: nothing read yet.'
    return 'Tokens: no endpoint lets this page read transfers. The explorer shows them.'
  }
  const end = refusedAt === null ? '' : '; your RPC allows no more'
  return `USDT, USDC, FDUSD and DAI since block ${from}${since === null ? '' : `, ${when(since)}`}${end}.`
}

function BnbWords({ scan, looking }: { scan: BnbScan; looking: boolean }) {
  const { from, to, back, unexplained } = scan
  const { data: since } = useQuery({ ...blockTimeQuery(from), enabled: from <= to && !looking })
  if (from > to) {
    if (looking || back.stopped === null) return <p>BNB: nothing read yet.</p>
    return <p>{NO_BALANCES}</p>
  }
  const end = back.stopped === 'refused' ? '; your RPC keeps older balances no longer' : ''
  return (
    <>
      <p>
        BNB since block {from.toString()}
        {since ? `, ${when(since)}` : ''}
        {end}.
      </p>
      {unexplained.length > 0 && (
        <p>In block {unexplained.slice(0, 5).join(', ')} more BNB may have come than is listed.</p>
      )}
    </>
  )
}
