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
  if (!isOn) return <p className={prose.small}>No dry run (turned off in Diagnostics).</p>
  if (tried.error) return <ReadError read={tried} />
  return (
    <section className={layout.tight} aria-label="Dry run">
      {tried.data?.map((found, part) => {
        const { tone, words } = wordsOf(found)
        const which = parts > 1 ? `Batch ${part + 1}: ` : ''
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
          <p key={part}>
            <StatusBadge tone={tone}>{`${which}${words}`}</StatusBadge>
          </p>
        )
      })}
      {!tried.data && <p className={prose.small}>Running a dry run…</p>}
      {tried.data && parts > MAX_PARTS && (
        <p className={prose.small}>No dry run for the other {parts - MAX_PARTS} batches.</p>
      )}
    </section>
  )
}

function wordsOf(found: Found): { tone: 'good' | 'warn' | 'none'; words: string } {
  switch (found.kind) {
    case 'would-succeed':
      return { tone: 'good', words: `Dry run passed (block ${found.block.toLocaleString('en')})` }
    case 'would-fail':
      return {
        tone: 'warn',
        words: `Dry run failed (block ${found.block.toLocaleString('en')})${found.reason ? `: “${found.reason}”` : ''}`,
      }
    case 'not-possible':
      return { tone: 'none', words: `No dry run: ${found.reason}` }
  }
}
