import { useQuery } from '@tanstack/react-query'
import type { BnbScan } from '#chain/logs/scanBnb.ts'
import { blockTimeQuery } from '#domain/activity/activityQueries.ts'
import { BNB_UNREAD, bnbWords, NO_BALANCES, tokenWords } from '#domain/activity/historyLines.ts'
import type { Incoming } from '#domain/activity/incoming.ts'
import prose from '#ui/layout/prose.module.css'

/** What the list of received payments covers and what it cannot show. It never promises a full history. */
export function ReceivedCoverage({ incoming: { tokens, bnb, looking } }: { incoming: Incoming }) {
  return (
    <div className={prose.small} role="status">
      {looking && <p>Loading older payments…</p>}
      {tokens && <p>{tokenWords(tokens, looking)}</p>}
      {tokens && bnb === null && <p>{NO_BALANCES}</p>}
      {bnb === 'unsupported' ? <p>{BNB_UNREAD}</p> : bnb && <BnbWords scan={bnb} looking={looking} />}
    </div>
  )
}

function BnbWords({ scan, looking }: { scan: BnbScan; looking: boolean }) {
  const { from, to } = scan
  const { data: since } = useQuery({ ...blockTimeQuery(from), enabled: from <= to && !looking })
  return bnbWords(scan, looking, since ?? null).map((words) => <p key={words}>{words}</p>)
}
