import { useState } from 'react'
import { type PersonaName, personas } from '../../chain/personas.ts'
import { useHost } from './HostContext.tsx'

const names = Object.keys(personas) as PersonaName[]

/** Whom each endpoint behaves like through which the portal reads the chain. */
export function EndpointFields() {
  const { config } = useHost()
  return config.endpoints.map(({ url, persona }, index) => (
    <EndpointField key={url} label={`RPC endpoint ${index + 1}`} url={url} first={persona} />
  ))
}

function EndpointField({ label, url, first }: { label: string; url: string; first: PersonaName }) {
  const [persona, setPersona] = useState(first)
  const [failed, setFailed] = useState(false)
  const choose = async (name: PersonaName) => {
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
      <select value={persona} onChange={(event) => void choose(event.target.value as PersonaName)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {personas[name].label}
          </option>
        ))}
      </select>
      <small>{failed ? 'The endpoint could not be told.' : new URL(url).host}</small>
    </label>
  )
}
