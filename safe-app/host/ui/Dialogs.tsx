import * as Permissions from '../app/Permissions.ts'
import * as Protocol from '../bridge/Protocol.ts'
import { DoneDialog } from './DoneDialog.tsx'
import { useHost, useHostState } from './HostContext.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { Modal } from './Modal.tsx'
import { SendDialog } from './SendDialog.tsx'

/** The host's open dialogs, stacked. */
export function Dialogs() {
  const flow = useHostState((state) => state.flow)
  return (
    <>
      {flow?.kind === 'send' && <SendDialog key={flowKey(flow)} flow={flow} />}
      {flow?.kind === 'message' && <MessageDialog key={flowKey(flow)} flow={flow} />}
      {flow?.kind === 'done' && <DoneDialog result={flow} />}
      <DiscardQuestion />
      <PermissionDialog />
    </>
  )
}

function flowKey(flow: { requestId: string | null }): string {
  return flow.requestId ?? 'own'
}

function DiscardQuestion() {
  const question = useHostState((state) => state.question)
  if (!question) return null
  return (
    <Modal role="alertdialog" title="Discard this?" onClose={() => question(false)}>
      <p>Closing this window will discard your current progress.</p>
      <p className="actions">
        <button type="button" onClick={() => question(false)}>
          Keep
        </button>
        <button type="button" className="danger" onClick={() => question(true)}>
          Discard
        </button>
      </p>
    </Modal>
  )
}

function PermissionDialog() {
  const { store, current } = useHost()
  const permission = useHostState((state) => state.permission)
  if (!permission) return null
  const { requestId, origin, capabilities } = permission
  function decide(granted: boolean): void {
    const all = Permissions.decide(origin, capabilities, granted)
    if (granted) current.communicator?.send(requestId, all)
    else current.communicator?.fail(requestId, Protocol.PERMISSIONS_REJECTED)
    store.set({ permission: null })
  }
  return (
    <Modal title="Permissions request" onClose={() => decide(false)}>
      <p>
        <code>{origin}</code> asks for: {capabilities.join(', ')}.
      </p>
      <p className="actions">
        <button type="button" onClick={() => decide(false)}>
          Reject
        </button>
        <button type="button" className="primary" onClick={() => decide(true)}>
          Accept
        </button>
      </p>
    </Modal>
  )
}
