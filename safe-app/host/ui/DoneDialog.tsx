import type { DoneFlow } from '../bridge/Flow.ts'
import { useHost } from './HostContext.tsx'
import { Modal } from './Modal.tsx'

/** The result of a request. The app was answered before this opened. */
export function DoneDialog({ result }: { result: DoneFlow }) {
  const { requests } = useHost()
  return (
    <Modal title={result.text} onClose={() => void requests.close()}>
      {result.note && <p role="alert">{result.note}</p>}
      <dl className="hashes">
        {result.safeTxHash && (
          <>
            <dt>safeTxHash</dt>
            <dd>
              <code>{result.safeTxHash}</code>
            </dd>
          </>
        )}
        {result.txHash && (
          <>
            <dt>Transaction</dt>
            <dd>
              <code>{result.txHash}</code>
            </dd>
          </>
        )}
      </dl>
      <p className="actions">
        <button type="button" className="primary" onClick={() => void requests.close()}>
          Done
        </button>
      </p>
    </Modal>
  )
}
