import { useState } from 'react'
import * as Message from '../chain/Message.ts'
import * as Service from '../chain/Service.ts'
import { isOwner } from '../state/Host.ts'
import { safeRef, signer, useHost, useHostState } from './HostContext.tsx'
import { usePolled } from './usePolled.ts'
import { Who } from './Who.tsx'

const POLL_MS = 4000

type Item = ({ readonly type: 'MESSAGE' } & Service.SafeMessage) | { readonly type: 'DATE_LABEL' }

/** Off-chain messages of the Safe's owners. */
export function MessagesPanel() {
  const host = useHost()
  const { config, store } = host
  const state = useHostState((all) => all)
  const { safe } = state.settings
  const [failure, setFailure] = useState<string | null>(null)
  const { data, error } = usePolled(`${safe} ${state.actions}`, POLL_MS, () =>
    Service.get<Service.Page<Item>>(config.gatewayUrl, `/safes/${safe}/messages`),
  )
  const me = signer(host)

  async function confirm(message: Service.SafeMessage): Promise<void> {
    if (!me) return
    setFailure(null)
    try {
      await Message.sign({
        gatewayUrl: config.gatewayUrl,
        safe: safeRef(host, state),
        message: message.message as Message.Message,
        account: me,
        origin: '',
      })
      store.set({ actions: store.get().actions + 1 })
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }

  if (error) return <p role="alert">{error}</p>
  if (!data) return <p role="status">Reading the messages…</p>
  const messages = data.results.filter((item) => item.type === 'MESSAGE')
  if (messages.length === 0) return <p>No messages yet.</p>
  return (
    <ul className="rows" aria-label="Messages">
      {messages.map((message) => {
        const text = typeof message.message === 'string' ? message.message : 'Typed data'
        const signed = message.confirmations.some(({ owner }) => owner.value === me?.address)
        return (
          <li key={message.messageHash} className="row" aria-label={text}>
            <p className="line">
              <strong>{text}</strong>
              <span className="status">
                {message.confirmationsSubmitted} of {message.confirmationsRequired} signed
              </span>
            </p>
            <p className="signers">
              {message.confirmations.map(({ owner }) => (
                <Who key={owner.value} address={owner.value} />
              ))}
            </p>
            <p className="actions">
              <button
                type="button"
                disabled={!isOwner(state, config) || signed}
                onClick={() => void confirm(message)}
              >
                Sign
              </button>
            </p>
          </li>
        )
      })}
      {failure && <li role="alert">{failure}</li>}
    </ul>
  )
}
