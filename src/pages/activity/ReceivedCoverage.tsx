import { BNB_UNREAD, bnbWords, NO_BALANCES, tokenWords } from '#domain/activity/historyLines.ts'
import type { Incoming } from '#domain/activity/incoming.ts'

/** Says what the list of received payments covers and what it cannot show. It never promises a full history. */
export function ReceivedCoverage({ incoming: { tokens, bnb, looking } }: { incoming: Incoming }) {
  return (
    <div className="text-small" role="status">
      {looking && <p>Loading older payments…</p>}
      {tokens && <p>{tokenWords(tokens, looking)}</p>}
      {tokens && bnb === null && <p>{NO_BALANCES}</p>}
      {bnb === 'unsupported' ? (
        <p>{BNB_UNREAD}</p>
      ) : (
        bnb && bnbWords(bnb, looking).map((words) => <p key={words}>{words}</p>)
      )}
    </div>
  )
}
