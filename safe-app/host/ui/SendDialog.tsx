import { useState } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import type { Call } from '#chain/money/Call.ts'
import type * as SafeTx from '#safe/tx/SafeTx.ts'
import { MAX_NOTE } from '../app/AppRecord.ts'
import type { SendFlow } from '../bridge/Flow.ts'
import { buildSafeTx } from '../chain/buildSafeTx.ts'
import { networkFeeOf, withNetworkFee } from '../chain/networkFee.ts'
import { hashesOf } from '../chain/Proposal.ts'
import * as Service from '../chain/Service.ts'
import { addToBatch, sendSafeTx } from '../sendSafeTx.ts'
import { type HostState, isOwner, seeded } from '../state/Host.ts'
import { ActingAs } from './ActingAs.tsx'
import { CallRow } from './CallRow.tsx'
import { Hashes } from './Hashes.tsx'
import { type Host, safeRef, useHost, useHostState } from './HostContext.tsx'
import { Modal } from './Modal.tsx'
import { NonceField } from './NonceField.tsx'
import { NoSigner } from './NoSigner.tsx'
import { SubmitButtons } from './SubmitButtons.tsx'
import { usePolled } from './usePolled.ts'
import { useSafeTxGas } from './useSafeTxGas.ts'

const POLL_MS = 8000

/** Reviews, signs and sends a SafeTx. The user may change amounts and the nonce; the app is not notified. */
export function SendDialog({ flow }: { flow: SendFlow }) {
  const host = useHost()
  const { config, requests } = host
  const state = useHostState((all) => all)
  const { safe, settings } = state
  const [calls, setCalls] = useState<readonly Call[]>(flow.calls)
  const [chosenNonce, setChosenNonce] = useState<number | null>(flow.nonce)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const deployed = seeded(config, settings)?.deployed !== false || (safe?.nonce ?? 0) > 0
  const nonces = usePolled(settings.safe, POLL_MS, () =>
    Service.get<{ currentNonce: number; recommendedNonce: number }>(
      config.gatewayUrl,
      `/safes/${settings.safe}/nonces`,
    ),
  )
  // Keep the first recommendation: a nonce that changes during the review would change the signed content.
  if (chosenNonce === null && nonces.data) setChosenNonce(nonces.data.recommendedNonce)
  const nonce = chosenNonce ?? safe?.nonce ?? 0
  const plain = build(host, flow, calls, nonce, state)
  // The service knows a rejection by its lack of gas fields, and can't ask a contract that is not there.
  const isEstimated = flow.purpose !== 'rejection' && deployed
  const estimate = useSafeTxGas(config.gatewayUrl, safeRef(host, state), isEstimated ? plain.tx : null)
  const draft = isEstimated ? withGas(host, plain, estimate, state) : plain
  const fee = draft.tx && networkFeeOf(config.network, draft.tx)
  const owner = isOwner(state, config)
  const blocked =
    !owner || !deployed || busy || chosenNonce === null || draft.tx === null || nonce < (safe?.nonce ?? 0)
  const executable = safe !== null && safe.threshold === 1 && nonce === safe.nonce

  async function act(work: (tx: SafeTx.SafeTx) => Promise<void>): Promise<void> {
    if (!draft.tx) return
    setBusy(true)
    setFailure(null)
    try {
      await work(draft.tx)
    } catch (thrown) {
      // As with a rejection in a wallet: the host shows it, the app gets no answer, and the user can try
      // again.
      setFailure(thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown))
      setBusy(false)
    }
  }

  return (
    <Modal title={flow.title} onClose={() => void requests.close()}>
      <div className="dialog-body">
        <ol className="calls">
          {calls.map((call, index) => (
            <CallRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their positions
              key={index}
              call={call}
              editable={flow.requestId !== null && flow.operation === 0}
              onChange={(changed) => setCalls(calls.map((each, at) => (at === index ? changed : each)))}
            />
          ))}
        </ol>
        {draft.tx && draft.tx.operation === 1 && (
          <p className="note">
            Delegatecall to <code>{draft.tx.to}</code>
          </p>
        )}
        {fee && (
          <p className="note">
            Network fee of at most {Amount.format(fee)}, paid by the Safe to{' '}
            <code>{draft.tx?.refundReceiver}</code>
          </p>
        )}
        <div className="pair">
          <NonceField
            nonce={nonce}
            nonces={nonces.data ?? null}
            fixed={flow.nonce !== null}
            onChange={setChosenNonce}
          />
          <ActingAs />
        </div>
        <label>
          <span>Note (optional)</span>
          <input value={note} maxLength={MAX_NOTE} onChange={(event) => setNote(event.target.value)} />
        </label>
        {draft.hashes && <Hashes hashes={chosenNonce === null ? null : draft.hashes} />}
        {!deployed && <p role="alert">This Safe is not deployed yet: activate it first.</p>}
        <NoSigner />
        {(draft.fault ?? failure ?? nonces.error) && (
          <p role="alert">{draft.fault ?? failure ?? nonces.error}</p>
        )}
      </div>
      <SubmitButtons
        busy={busy}
        blocked={blocked}
        executable={executable}
        closeLabel={flow.purpose === 'rejection' ? 'Cancel' : 'Reject'}
        // The real host 1.95 offers this for single calls only; here each call of a batch can be added too.
        onBatch={
          flow.purpose === 'request' && owner && deployed
            ? () => void act((tx) => addToBatch(host, calls, tx))
            : null
        }
        onReject={() => void requests.close()}
        onSend={(execute) => void act((tx) => sendSafeTx(host, flow, tx, { execute, note }))}
      />
      {busy && <output>Working…</output>}
    </Modal>
  )
}

/** The draft with the `safeTxGas` that is to be signed; without one it can't be signed yet. */
function withGas(
  host: Host,
  draft: Draft,
  { gas, fault }: ReturnType<typeof useSafeTxGas>,
  state: HostState,
): Draft {
  if (draft.tx === null) return draft
  if (gas === null) return { tx: null, hashes: null, fault }
  // The network fee may need more.
  if (gas <= draft.tx.safeTxGas) return draft
  const tx = { ...draft.tx, safeTxGas: gas }
  return { tx, hashes: hashesOf(safeRef(host, state), tx), fault: null }
}

type Draft =
  | { tx: SafeTx.SafeTx; hashes: SafeTx.SafeTxHashes; fault: null }
  /** Without a fault, the gas is still being estimated. */
  | { tx: null; hashes: null; fault: string | null }

function build(host: Host, flow: SendFlow, calls: readonly Call[], nonce: number, state: HostState): Draft {
  const { safe, settings } = state
  try {
    const ref = safeRef(host, state)
    const built = buildSafeTx(calls, BigInt(nonce), ref.version, flow.safeTxGas)
    const plain = flow.operation === 1 ? { ...built, operation: 1 as const } : built
    const { feeToken } = settings
    // The real host adds no fee to a rejection.
    const tx =
      feeToken === null || flow.purpose === 'rejection'
        ? plain
        : withNetworkFee(host.config.network, plain, feeToken, {
            calls: calls.length,
            signatures: safe?.threshold ?? 1,
          })
    return { tx, hashes: hashesOf(ref, tx), fault: null }
  } catch (error) {
    return { tx: null, hashes: null, fault: error instanceof Error ? error.message : String(error) }
  }
}
