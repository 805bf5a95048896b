import { useState } from 'react'
import { readSubmitAction, rememberSubmitAction } from '../state/submitAction.ts'

/**
 * The buttons of the transaction dialog. Adding to the batch is remembered: it becomes the main button, with
 * signing under "Other actions", until a transaction is signed again.
 */
export function SubmitButtons(props: {
  busy: boolean
  blocked: boolean
  executable: boolean
  /** “Reject” refuses an app's request; a dialog that itself rejects something needs another word. */
  closeLabel: 'Reject' | 'Cancel'
  /** Null if nothing can be added to a batch. */
  onBatch: (() => void) | null
  onReject: () => void
  onSend: (execute: boolean) => void
}) {
  const { busy, blocked, executable, closeLabel, onBatch, onReject, onSend } = props
  const [remembered] = useState(readSubmitAction)
  const [unfolded, setUnfolded] = useState(false)
  const folded = onBatch !== null && remembered === 'batch' && !unfolded

  function send(execute: boolean): void {
    if (onBatch) rememberSubmitAction('sign')
    onSend(execute)
  }

  function addToBatch(): void {
    rememberSubmitAction('batch')
    onBatch?.()
  }

  return (
    <p className="actions">
      <button type="button" disabled={busy} onClick={onReject}>
        {closeLabel}
      </button>
      {folded && (
        <button type="button" disabled={busy} onClick={() => setUnfolded(true)}>
          Other actions
        </button>
      )}
      {onBatch && (
        <button type="button" className={folded ? 'primary' : ''} disabled={blocked} onClick={addToBatch}>
          Add to batch
        </button>
      )}
      {!folded && (
        <button
          type="button"
          className={executable ? '' : 'primary'}
          disabled={blocked}
          onClick={() => send(false)}
        >
          Sign
        </button>
      )}
      {!folded && executable && (
        <button type="button" className="primary" disabled={blocked} onClick={() => send(true)}>
          Sign and execute
        </button>
      )}
    </p>
  )
}
