import { choose } from '../state/Host.ts'
import { useHost, useHostState } from './HostContext.tsx'

/** Chooses the wallet that is connected to the host. */
export function ActingAs() {
  const { config, store } = useHost()
  const owner = useHostState((state) => state.settings.owner)
  const owners = useHostState((state) => state.safe?.owners)
  return (
    <label>
      <span>Acting as</span>
      <select
        value={owner === null ? 'none' : String(owner)}
        onChange={(event) => {
          const { value } = event.target
          choose(store, { owner: value === 'none' ? null : Number(value) })
        }}
      >
        {config.personas
          .filter(
            (persona) =>
              persona.role === 'owner' ||
              persona.role === 'stranger' ||
              persona.index === owner ||
              owners?.some(({ value }) => value === persona.address),
          )
          .map((persona) => (
            <option key={persona.index} value={persona.index}>
              {persona.name}
            </option>
          ))}
        <option value="none">Nobody (no wallet)</option>
      </select>
    </label>
  )
}
