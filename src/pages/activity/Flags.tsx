import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Sentences } from '#ui/list/Sentences.tsx'
import { Notice } from '#ui/Notice.tsx'

/**
 * The red flags and oddities of a proposal, the worst first.
 * @param props.stop why it may not be signed at all; null for nothing
 */
export function Flags({ of: flags, stop }: { of: ProposalReport['flags']; stop: string | null }) {
  if (flags.length === 0) return null
  const level = flags[0]?.level ?? 'note'
  return (
    <Notice tone={flagTones[level]} title={stop ?? flagTitles[level]}>
      <Sentences of={flags.map(({ words }) => words)} />
    </Notice>
  )
}

const flagTones = { danger: 'bad', look: 'warn', note: 'info' } as const
const flagTitles = { danger: 'Red flags', look: 'Look at this first', note: 'Network fee' } as const
