import { useQuery } from '@tanstack/react-query'
import type { Address } from '#chain/money/Address.ts'
import type { Call } from '#chain/money/Call.ts'
import { useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { ReadError } from '#features/shared/ReadError.tsx'
import type { Simulation as Found } from '#safe/proposal/simulate.ts'
import layout from '#ui/layout/layout.module.css'
import prose from '#ui/layout/prose.module.css'
import { StatusBadge } from '#ui/page/StatusBadge.tsx'
import { MAX_PARTS, simulationQuery } from './simulationQuery.ts'

/**
 * What a Safe's proposals would do now, simulated on a node without any key. This is advice only: the review
 * does not depend on it.
 */
export function Simulation(props: { safe: Address; calls: readonly Call[]; limit: number }) {
  const { safe, calls, limit } = props
  const isOn = useEarlyChecks()
  const parts = Math.ceil(calls.length / limit)
  const tried = useQuery({ ...simulationQuery(safe, calls, limit), enabled: isOn })
  if (!isOn) return <p className={prose.small}>Not simulated on the chain, as chosen in Diagnostics.</p>
  if (tried.error) return <ReadError read={tried} />
  return (
    <section className={layout.tight} aria-label="Tried on the chain">
      {tried.data?.map((found, part) => {
        const { tone, words } = wordsOf(found)
        const which = parts > 1 ? `Part ${part + 1}: ` : ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
          <p key={part}>
            <StatusBadge tone={tone}>{`${which}${words}`}</StatusBadge>
          </p>
        )
      })}
      {!tried.data && <p className={prose.small}>Trying it on the chain, without a key…</p>}
      {tried.data && parts > MAX_PARTS && (
        <p className={prose.small}>The other {parts - MAX_PARTS} parts were not tried.</p>
      )}
    </section>
  )
}

function wordsOf(found: Found): { tone: 'good' | 'warn' | 'none'; words: string } {
  switch (found.kind) {
    case 'would-succeed':
      return { tone: 'good', words: `Would succeed at block ${found.block.toLocaleString('en')}` }
    case 'would-fail':
      return {
        tone: 'warn',
        words: `Would fail at block ${found.block.toLocaleString('en')}${found.reason ? `: “${found.reason}”` : ''}`,
      }
    case 'not-possible':
      return { tone: 'none', words: `Could not be tried: ${found.reason}` }
  }
}
