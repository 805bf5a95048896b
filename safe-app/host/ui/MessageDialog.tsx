import { useEffect, useMemo, useState } from 'react'
import type { MessageFlow } from '../bridge/Flow.ts'
import * as Message from '../chain/Message.ts'
import { isOwner } from '../state/Host.ts'
import { ActingAs } from './ActingAs.tsx'
import { refuseIfTold, safeRef, signer, useHost, useHostState } from './HostContext.tsx'
import { Modal } from './Modal.tsx'
import { NoSigner } from './NoSigner.tsx'
import { usePolled } from './usePolled.ts'
import { Who } from './Who.tsx'

const POLL_MS = 2000

/**
 * Signs a message off chain. The app is answered once enough owners have signed; closing it earlier rejects.
 */
export function MessageDialog({ flow }: { flow: MessageFlow }) {
  const host = useHost()
  const { config, store, requests } = host
  const state = useHostState((all) => all)
  const { safe } = state
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ref = safeRef(host, state)
  const { address, version, chainId } = ref
  // Hashing a long message again with every change would stop the page.
  const hash = useMemo(
    () => Message.safeMessageHash({ address, version, chainId }, flow.message),
    [flow.message, address, version, chainId],
  )
  const { data: found } = usePolled(`${hash} ${state.actions}`, POLL_MS, () =>
    Message.find(config.gatewayUrl, hash),
  )
  const account = signer(host)
  const signed = found?.confirmations.some(({ owner }) => owner.value === account?.address) ?? false
  const prepared = found?.preparedSignature ?? null

  useEffect(() => {
    if (prepared === null) return
    requests.succeed(flow.requestId, { messageHash: hash, signature: prepared })
    requests.finish({
      kind: 'done',
      text: 'Message signed by enough owners',
      note: null,
      safeTxHash: null,
      txHash: null,
    })
  }, [prepared, hash, flow.requestId, requests])

  async function sign(): Promise<void> {
    if (!account) return
    setBusy(true)
    setFailure(null)
    try {
      refuseIfTold(host)
      const { gatewayUrl } = config
      const { message, origin } = flow
      await Message.sign({ gatewayUrl, safe: ref, message, account, origin })
      store.set({ actions: store.get().actions + 1 })
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }

  const owner = isOwner(state, config)
  return (
    <Modal title="Sign a message" onClose={() => void requests.close()}>
      <div className="dialog-body">
        <pre className="message">{shown(flow.message)}</pre>
        <dl className="hashes">
          <dt>Safe message hash</dt>
          <dd>
            <code>{hash}</code>
          </dd>
        </dl>
        <ActingAs />
        <p className="signers">
          <output>
            {found?.confirmationsSubmitted ?? 0} of {safe?.threshold ?? '?'} owners signed
          </output>
          {found?.confirmations.map(({ owner: { value } }) => (
            <Who key={value} address={value} />
          ))}
        </p>
        <NoSigner />
        {failure && <p role="alert">{failure}</p>}
      </div>
      <p className="actions">
        <button type="button" onClick={() => void requests.close()}>
          Reject
        </button>
        <button
          type="button"
          className="primary"
          disabled={!owner || signed || busy}
          onClick={() => void sign()}
        >
          Sign
        </button>
      </p>
    </Modal>
  )
}

/** More characters than anybody reads, and than a browser can lay out at once. */
const LONGEST = 20_000

function shown(message: Message.Message): string {
  const text = typeof message === 'string' ? message : JSON.stringify(message, showBigint, 2)
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST)}\n… and ${text.length - LONGEST} more characters`
}

function showBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
