import type { Address } from 'viem'
import { shorten } from '#chain/money/Address.ts'
import { nameOf } from '../HostConfig.ts'
import { useHost } from './HostContext.tsx'

/** An address with its name first; the full address on hover, or with `full` for review. */
export function Who({ address, full = false }: { address: Address; full?: boolean }) {
  const { config } = useHost()
  const name = nameOf(config, address)
  return (
    <span className="who" title={address}>
      {name && <b>{name}</b>} <code>{full ? address : shorten(address)}</code>
    </span>
  )
}
