import { useState } from 'react'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import type * as Service from '../chain/Service.ts'
import { describeTx, statusText } from '../describeTx.ts'
import { hostOrigin } from '../hostOrigin.ts'
import { confirmQueued, executeQueued, readQueued } from '../queueActions.ts'
import { isOwner } from '../state/Host.ts'
import { Hashes } from './Hashes.tsx'
import { signer, useHost, useHostState } from './HostContext.tsx'
import { usePolled } from './usePolled.ts'
import { Who } from './Who.tsx'

const POLL_MS = 8000

/** One queued transaction: its hash is recomputed here before it can be signed. */
export function QueueRow({ item }: { item: Service.TxItem }) {
  const host = useHost()
  const { config, store, requests } = host
  const { safe, actions, settings } = useHostState((state) => state)
  const owner = useHostState((state) => isOwner(state, config))
  const { id, txInfo, txStatus, executionInfo } = item.transaction
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const submitted = executionInfo?.confirmationsSubmitted ?? 0
  const { data, error } = usePolled(`${id} ${actions} ${submitted}`, POLL_MS, () => readQueued(host, id))
  const me = signer(host)?.address
  const signed = data?.info.confirmations.some(({ signer: { value } }) => value === me) ?? false
  const missing = data
    ? data.info.confirmationsRequired - data.info.confirmations.length
    : Number.POSITIVE_INFINITY
  const next = data !== undefined && safe !== null && data.info.nonce === safe.nonce
  const canExecute = me !== undefined && next && (missing <= 0 || (missing === 1 && owner && !signed))

  async function act(doing: string, work: () => Promise<unknown>): Promise<void> {
    setBusy(doing)
    setFailure(null)
    try {
      await work()
      store.set({ actions: store.get().actions + 1 })
    } catch (thrown) {
      setFailure(thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown))
    } finally {
      setBusy(null)
    }
  }

  function reject(nonce: number): void {
    void requests.open(
      {
        kind: 'send',
        purpose: 'rejection',
        title: `Reject nonce ${nonce}`,
        requestId: null,
        calls: [SafeTx.rejection(settings.safe, BigInt(nonce))],
        operation: 0,
        safeTxGas: 0n,
        nonce,
        origin: hostOrigin(),
      },
      false,
    )
  }

  const nonce = executionInfo?.nonce ?? 0
  const title = describeTx(txInfo, config)
  return (
    <li className="row" aria-label={`Nonce ${nonce}: ${title}`}>
      <p className="line">
        <span className="nonce">{nonce}</span>
        <strong>{title}</strong>
        <span className="status">
          {statusText(txStatus)} · {submitted} of {executionInfo?.confirmationsRequired ?? '?'}
        </span>
      </p>
      {data && (
        <p className="signers">
          {data.info.confirmations.length > 0 ? 'Signed by ' : 'Nobody signed yet'}
          {data.info.confirmations.map(({ signer: { value } }) => (
            <Who key={value} address={value} />
          ))}
        </p>
      )}
      <p className="actions">
        <button
          type="button"
          disabled={!data || !owner || signed || busy !== null}
          onClick={() => act('Signing…', () => confirmQueued(host, id))}
        >
          Confirm
        </button>
        <button
          type="button"
          className="primary"
          disabled={!canExecute || busy !== null}
          onClick={() => act('Executing…', () => executeQueued(host, id))}
        >
          Execute
        </button>
        <button
          type="button"
          // Several rows may have the same nonce.
          aria-label={`Reject nonce ${nonce}: ${title}`}
          disabled={!owner || busy !== null || txInfo.isCancellation}
          onClick={() => reject(nonce)}
        >
          Reject
        </button>
      </p>
      {busy && <output>{busy}</output>}
      {(failure ?? error) && <p role="alert">{failure ?? error}</p>}
      {data && (
        <details>
          <summary>Hashes</summary>
          <Hashes hashes={data.hashes} />
        </details>
      )}
    </li>
  )
}
