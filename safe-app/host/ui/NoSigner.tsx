import { isOwner } from '../state/Host.ts'
import { useHost, useHostState } from './HostContext.tsx'

/** Why signing is not possible now; empty while an owner is connected. */
export function NoSigner() {
  const { config } = useHost()
  const owner = useHostState((state) => isOwner(state, config))
  const connected = useHostState((state) => state.settings.owner !== null)
  if (owner) return null
  return (
    <p role="alert">
      {connected
        ? 'The acting wallet is not an owner of this Safe.'
        : 'No wallet is connected: connect an owner of this Safe to sign.'}
    </p>
  )
}
