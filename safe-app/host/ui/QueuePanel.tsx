import * as Service from '../chain/Service.ts'
import { useHost, useHostState } from './HostContext.tsx'
import { QueueRow } from './QueueRow.tsx'
import { usePolled } from './usePolled.ts'

const POLL_MS = 4000

/** The Safe's queued transactions in the service's order, with the acting owner's actions. */
export function QueuePanel() {
  const { config } = useHost()
  const safe = useHostState((state) => state.settings.safe)
  const actions = useHostState((state) => state.actions)
  const { data, error } = usePolled(`${safe} ${actions}`, POLL_MS, () =>
    Service.get<Service.Page<Service.ListItem>>(config.gatewayUrl, `/safes/${safe}/transactions/queued`),
  )
  if (error) return <p role="alert">{error}</p>
  if (!data) return <p role="status">Reading the queue…</p>
  const count = data.results.filter((item) => item.type === 'TRANSACTION').length
  if (count === 0) return <p>Nothing waits for signatures.</p>
  return (
    <ul className="rows" aria-label="Queue">
      {data.results.map((item) => {
        switch (item.type) {
          case 'LABEL':
            return (
              <li key={item.label} className="label">
                {item.label}
              </li>
            )
          case 'CONFLICT_HEADER':
            return (
              <li key={`conflict ${item.nonce}`} className="label">
                Nonce {item.nonce}: only one of these can be executed
              </li>
            )
          case 'TRANSACTION':
            return <QueueRow key={item.transaction.id} item={item} />
          default:
            return null
        }
      })}
    </ul>
  )
}
