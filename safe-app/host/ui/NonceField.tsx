import { useId } from 'react'
import * as Service from '../chain/Service.ts'
import { useHost, useHostState } from './HostContext.tsx'
import { usePolled } from './usePolled.ts'

const POLL_MS = 8000

/** The nonce, with the transactions already queued at it. */
export function NonceField(props: {
  nonce: number
  nonces: { currentNonce: number; recommendedNonce: number } | null
  fixed: boolean
  onChange: (nonce: number) => void
}) {
  const { nonce, nonces, fixed, onChange } = props
  const { config } = useHost()
  const safe = useHostState((state) => state.settings.safe)
  const ids = { list: useId(), hint: useId() }
  const queue = usePolled(safe, POLL_MS, () =>
    Service.get<Service.Page<Service.ListItem>>(config.gatewayUrl, `/safes/${safe}/transactions/queued`),
  )
  const queued = (queue.data?.results ?? []).flatMap((item) =>
    item.type === 'TRANSACTION' ? [item.transaction.executionInfo?.nonce ?? -1] : [],
  )
  return (
    <label>
      <span>Nonce</span>
      <input
        type="number"
        min={nonces?.currentNonce ?? 0}
        list={ids.list}
        value={nonce}
        disabled={fixed || !nonces}
        aria-describedby={ids.hint}
        onChange={(event) => onChange(Math.max(0, Math.floor(Number(event.target.value) || 0)))}
      />
      <datalist id={ids.list}>
        {[...new Set([...queued, nonces?.recommendedNonce ?? 0])].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <small id={ids.hint}>{hint(nonce, nonces, queued)}</small>
    </label>
  )
}

function hint(
  nonce: number,
  nonces: { currentNonce: number; recommendedNonce: number } | null,
  queued: readonly number[],
): string {
  if (!nonces) return 'Asking for the next nonce…'
  if (nonce < nonces.currentNonce) return `Already used: the next one is ${nonces.currentNonce}.`
  if (queued.includes(nonce))
    return `Conflict: another transaction waits at ${nonce}; only one can be executed.`
  if (nonce > nonces.recommendedNonce) return `Leaves a gap: nothing is queued at ${nonces.recommendedNonce}.`
  return 'Recommended.'
}
