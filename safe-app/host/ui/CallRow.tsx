import { useState } from 'react'
import * as Amount from '#chain/money/Amount.ts'
import type { Call } from '#chain/money/Call.ts'
import { describeCall, withAmount } from '../describeCall.ts'
import { useHost } from './HostContext.tsx'
import { Who } from './Who.tsx'

/** One decoded call. Its amount can be changed, like an approval in the real host. */
export function CallRow(props: { call: Call; editable: boolean; onChange: (call: Call) => void }) {
  const { call, editable, onChange } = props
  const { config } = useHost()
  const { verb, target, amount, contract } = describeCall(config.network, call)
  const [text, setText] = useState<string | null>(null)
  const token = amount?.token

  function change(next: string): void {
    setText(next)
    if (!token) return
    const parsed = Amount.parse(next, token)
    if (parsed.ok) onChange(withAmount(call, parsed.amount.value))
  }

  return (
    <li className="call">
      <p className="line">
        <span>{verb}</span>
        {amount && <strong className="amount">{Amount.format(amount)}</strong>}
        <span>{verb === 'Approve' ? 'for' : verb === 'Call' ? 'at' : 'to'}</span>
      </p>
      <p className="party">
        <Who address={target} full />
      </p>
      {verb === 'Call' && (
        <details>
          <summary>Data, {(call.data.length - 2) / 2} bytes</summary>
          <code className="data">{call.data}</code>
        </details>
      )}
      {verb !== 'Call' && contract && (
        <p className="party">
          <small>
            Token <code>{contract}</code>
          </small>
        </p>
      )}
      {editable &&
        amount &&
        (text === null ? (
          <button type="button" className="quiet" onClick={() => setText(Amount.toDecimal(amount))}>
            Change amount
          </button>
        ) : (
          <label>
            <span>Amount</span>
            <input value={text} inputMode="decimal" onChange={(event) => change(event.target.value)} />
          </label>
        ))}
    </li>
  )
}
