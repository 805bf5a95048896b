import * as Service from '../chain/Service.ts'
import { describeTx, statusText } from '../describeTx.ts'
import { useHost, useHostState } from './HostContext.tsx'
import { usePolled } from './usePolled.ts'

const POLL_MS = 4000

/** The first page of the Safe's history from the service, newest first. */
export function HistoryPanel() {
  const { config } = useHost()
  const safe = useHostState((state) => state.settings.safe)
  const actions = useHostState((state) => state.actions)
  const { data, error } = usePolled(`${safe} ${actions}`, POLL_MS, () =>
    Service.get<Service.Page<Service.ListItem>>(config.gatewayUrl, `/safes/${safe}/transactions/history`),
  )
  if (error) return <p role="alert">{error}</p>
  if (!data) return <p role="status">Reading the history…</p>
  if (data.results.length === 0) return <p>Nothing happened yet.</p>
  return (
    <ul className="rows" aria-label="History">
      {data.results.map((item) => {
        if (item.type === 'DATE_LABEL') {
          return (
            <li key={item.timestamp} className="label">
              {new Date(item.timestamp).toLocaleDateString('en-GB', { dateStyle: 'medium' })}
            </li>
          )
        }
        if (item.type !== 'TRANSACTION') return null
        const { id, txInfo, txStatus, executionInfo } = item.transaction
        const title = describeTx(txInfo, config)
        return (
          <li key={id} className="row" aria-label={title}>
            <p className="line">
              <span className="nonce">{executionInfo?.nonce ?? '·'}</span>
              <strong>{title}</strong>
              <span className="status" data-status={txStatus}>
                {statusText(txStatus)}
                {txInfo.transferInfo?.imitation ? ' · looks like a fake copy' : ''}
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
