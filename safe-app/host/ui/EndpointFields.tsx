import { useState } from 'react'
import { type PersonaName, personas } from '../../chain/personas.ts'
import { gatewayPersonas } from '../../service/personas.ts'
import { useHost } from './HostContext.tsx'

/** Whom each endpoint through which the portal reads the chain behaves like, and whom the Safe gateway does. */
export function EndpointFields() {
  const { config } = useHost()
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
      <PersonaField
        label="Safe gateway"
        url={config.serviceUrl}
        personas={gatewayPersonas(new URL(config.portalUrl).origin)}
        first="honest"
      />
    </>
  )
}

function PersonaField<Name extends string>(props: {
  label: string
  url: string
  personas: Readonly<Record<Name, { readonly label: string; readonly faults: object }>>
  first: Name
}) {
  const { label, url, personas } = props
  const [persona, setPersona] = useState(props.first)
  const [failed, setFailed] = useState(false)
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
      <small>{failed ? 'It could not be told.' : new URL(url).host}</small>
    </label>
  )
}
