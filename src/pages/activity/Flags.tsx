import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Notice } from '#ui/Notice.tsx'
import css from './Flags.module.css'

/** The red flags and oddities of a proposal, the worst first. */
export function Flags({ of: flags }: { of: ProposalReport['flags'] }) {
  if (flags.length === 0) return null
  return (
    <Notice tone={flagTones[flags[0]?.level ?? 'note']} title={flagTitles[flags[0]?.level ?? 'note']}>
      <ul className={css.flags}>
        {flags.map(({ words: text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}

const flagTones = { danger: 'bad', look: 'warn', note: 'info' } as const
const flagTitles = { danger: 'Red flags', look: 'Look at this first', note: 'Network fee' } as const
