import { useState } from 'react'
import { getAddress, isAddress } from 'viem'
import { shorten } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Call } from '#chain/money/Call.ts'
import { describeCall } from '../describeCall.ts'
import { type HostConfig, nameOf } from '../HostConfig.ts'
import { hostOrigin } from '../hostOrigin.ts'
import * as Batch from '../state/Batch.ts'
import { useHost, useHostState } from './HostContext.tsx'

/** The host's batch for this Safe, to be proposed as one transaction. No app is notified. */
export function BatchPanel() {
  const { config, store, requests } = useHost()
  const rows = useHostState((state) => Batch.ofSafe(state.batches, state.settings.safe))

  function propose(): void {
    void requests.open(
      {
        kind: 'send',
        purpose: 'batch',
        title: `Send the host’s batch of ${rows.length}`,
        requestId: null,
        calls: rows.map(({ call }) => call),
        operation: 0,
        safeTxGas: 0n,
        nonce: null,
        origin: hostOrigin(),
      },
      false,
    )
  }

  return (
    <div className="stack">
      {rows.length === 0 && <p>The batch is empty.</p>}
      <ol className="rows" aria-label="Batch">
        {rows.map(({ call, app }, index) => {
          const text = callText(call, config)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position only
            <li key={index} className="row" aria-label={`${index + 1}: ${text}`}>
              <p className="line">
                <span className="nonce">{index + 1}</span>
                <strong>{text}</strong>
                <span className="status">{app === null ? 'Added here' : `From ${app}`}</span>
              </p>
              <p className="actions">
                <button type="button" onClick={() => Batch.remove(store, index)}>
                  Remove
                </button>
              </p>
            </li>
          )
        })}
      </ol>
      <p className="actions">
        <button type="button" className="primary" disabled={rows.length === 0} onClick={propose}>
          Propose the batch
        </button>
      </p>
      <AddTransfer />
    </div>
  )
}

/** A transfer added by the host's own user. */
function AddTransfer() {
  const { config, store } = useHost()
  const { coin } = config.network
  const [to, setTo] = useState('')
  const [text, setText] = useState('')
  const amount = Amount.parse(text, coin)
  return (
    <form
      className="stack"
      aria-label={`Add a ${coin.symbol} transfer`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isAddress(to) || !amount.ok) return
        Batch.add(store, [{ to: getAddress(to), value: amount.amount.value, data: '0x' }], null)
        setTo('')
        setText('')
      }}
    >
      <label>
        <span>Recipient</span>
        <input value={to} spellCheck={false} onChange={(event) => setTo(event.target.value.trim())} />
      </label>
      <label>
        <span>Amount in {coin.symbol}</span>
        <input value={text} inputMode="decimal" onChange={(event) => setText(event.target.value)} />
      </label>
      <p className="actions">
        <button type="submit" disabled={!isAddress(to) || !amount.ok}>
          Add transfer
        </button>
      </p>
    </form>
  )
}

function callText(call: Call, config: HostConfig): string {
  const { verb, target, amount } = describeCall(config.network, call)
  const who = nameOf(config, target) ?? shorten(target)
  const what = amount ? `${verb} ${Amount.format(amount)}` : verb
  return `${what} ${verb === 'Approve' ? 'for' : verb === 'Call' ? 'at' : 'to'} ${who}`
}
