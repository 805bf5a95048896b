import { Link } from 'wouter'
import { proposalPath } from '#account/paths.ts'
import type { Part, Payout } from '#account/payout/Payout.ts'
import { speaksFor } from '#account/payout/rowStates.ts'
import type { Outcome } from '#account/Submission.ts'
import { explorerTx } from '#chain/explorer.ts'
import { StatusText } from '#ui/StatusText.tsx'
import { outcomeWords, type StateWords } from './outcomeWords.ts'
import css from './PayPage.module.css'

/** So many parts are told one by one; the rows tell of each payment in any case. */
const SHOWN = 30

/** What was asked for together, and where each of it stands. */
export function PayoutParts(props: { payout: Payout; outcomes: ReadonlyMap<number, Outcome | undefined> }) {
  const { payout, outcomes } = props
  const { parts, kind } = payout
  // A wallet's parts are its rows.
  if (kind === 'eoa' && parts.length > 1 && parts.every(({ rows }) => rows.length === 1)) return null
  return (
    <ol className={css.parts} aria-label="Parts">
      {parts.slice(0, SHOWN).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added to
        <li key={index}>
          {parts.length > 1 && (
            <strong>
              Part {index + 1}/{parts.length}, {placesText(part.rows)}
            </strong>
          )}
          <PartState part={part} outcome={outcomes.get(index)} speaks={speaksFor(payout, index)} />
        </li>
      ))}
    </ol>
  )
}

function PartState({ part, outcome, speaks }: { part: Part; outcome: Outcome | undefined; speaks: boolean }) {
  const { tone, title, text } = partWords(part, outcome)
  const submission = part.ask?.submission
  const hash = outcome && 'hash' in outcome ? outcome.hash : null
  return (
    <div className={css.outcome} role="status">
      <p>
        <StatusText tone={tone}>{title}</StatusText>
      </p>
      <p>
        {text}
        {!speaks && ' Its rows are asked for again in a later part.'}
      </p>
      {submission?.kind === 'proposed' && (
        <p className={css.hash}>
          safeTxHash{' '}
          <Link href={proposalPath(submission.safe, submission.safeTxHash)}>{submission.safeTxHash}</Link>
        </p>
      )}
      {hash && (
        <p className={css.hash}>
          <a href={explorerTx(hash)} target="_blank" rel="noopener noreferrer">
            {hash}
          </a>
        </p>
      )}
    </div>
  )
}

function partWords({ ask, refused }: Part, outcome: Outcome | undefined): StateWords {
  if (ask === null) {
    return refused
      ? { tone: 'none', title: 'Refused, not sent', text: 'Somebody said no. It can be asked for again.' }
      : { tone: 'none', title: 'Not asked for yet', text: '' }
  }
  if (ask.submission === null) {
    return {
      tone: 'warn',
      title: 'Not known',
      text: 'It was asked for, and no answer was seen. It may or may not be paid; this page keeps looking.',
    }
  }
  if (!outcome) return { tone: 'wait', title: 'Asking where it stands', text: '' }
  if (outcome.kind === 'mismatch') {
    return { tone: 'bad', title: 'Not what was reviewed', text: outcome.differences.join(' ') }
  }
  return outcomeWords(outcome, ask.submission.kind === 'proposed')
}

/** Places of rows as people count them: "rows 1 to 100". */
function placesText(rows: readonly number[]): string {
  const [first = 0] = rows
  const last = rows.at(-1) ?? first
  if (rows.length === 1) return `row ${first + 1}`
  const whole = last - first + 1 === rows.length
  return whole ? `rows ${first + 1} to ${last + 1}` : `${rows.length} rows`
}
