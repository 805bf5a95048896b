import { useEffect, useMemo, useState } from 'react'
import { type PersonaName, personas } from '../../chain/personas.ts'
import { gatewayPersonas } from '../../service/personas.ts'
import { useHost, useHostState } from './HostContext.tsx'

/** The persona of each of the app's endpoints, and of the Safe gateway. */
export function EndpointFields() {
  const { config } = useHost()
  const appUrl = useHostState((state) => state.settings.appUrl)
  const appOrigin = appUrl !== null && URL.canParse(appUrl) ? new URL(appUrl).origin : location.origin
  const gateways = useMemo(() => gatewayPersonas(appOrigin), [appOrigin])
  return (
    <>
      {config.endpoints.map(({ url, persona }, index) => (
        <PersonaField<PersonaName>
          key={url}
          label={`RPC endpoint ${index + 1}`}
          url={url}
          personas={personas}
          first={persona}
        />
      ))}
      <PersonaField label="Safe gateway" url={config.serviceUrl} personas={gateways} first="honest" />
    </>
  )
}

type Personas<Name extends string> = Readonly<
  Record<Name, { readonly label: string; readonly faults: object }>
>

/** The persona that matches the most of these switches without a mismatch; null if none matches. */
function personaOf<Name extends string>(
  personas: Personas<Name>,
  set: Readonly<Record<string, unknown>>,
): Name | null {
  const fitting = (Object.keys(personas) as Name[]).filter((name) =>
    Object.entries(personas[name].faults).every(
      ([fault, value]) => JSON.stringify(set[fault]) === JSON.stringify(value),
    ),
  )
  const size = (name: Name) => Object.keys(personas[name].faults).length
  return fitting.toSorted((a, b) => size(b) - size(a))[0] ?? null
}

function PersonaField<Name extends string>(props: {
  label: string
  url: string
  personas: Personas<Name>
  first: Name
}) {
  const { label, url, personas } = props
  const [persona, setPersona] = useState(props.first)
  const [failed, setFailed] = useState(false)
  // Choices from before the page was reopened still apply.
  useEffect(() => {
    let isGone = false
    fetch(`${url}/rig/faults`)
      .then((response) => response.json())
      .then((set: Readonly<Record<string, unknown>>) => {
        const now = personaOf(personas, set)
        if (now !== null && !isGone) setPersona(now)
      })
      .catch(() => setFailed(true))
    return () => {
      isGone = true
    }
  }, [url, personas])
  const choose = async (name: Name) => {
    setPersona(name)
    try {
      await fetch(`${url}/rig/faults`, { method: 'DELETE' })
      await fetch(`${url}/rig/faults`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(personas[name].faults),
      })
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <label>
      <span>{label}</span>
      <select value={persona} onChange={(event) => void choose(event.target.value as Name)}>
        {(Object.keys(personas) as Name[]).map((name) => (
          <option key={name} value={name}>
            {personas[name].label}
          </option>
        ))}
      </select>
      <small>{failed ? 'It did not take the change.' : new URL(url).host}</small>
    </label>
  )
}
