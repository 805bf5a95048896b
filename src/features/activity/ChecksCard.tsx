import type { Check, ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Card } from '#ui/Card.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Activity.module.css'

const results: Record<Check['result'], { readonly tone: 'good' | 'bad' | 'warn'; readonly word: string }> = {
  same: { tone: 'good', word: 'Same' },
  different: { tone: 'bad', word: 'Different' },
  unknown: { tone: 'warn', word: 'Not checked' },
}

/** Everything that was compared, one by one. Nothing is called safe: it is called checked. */
export function ChecksCard({ report }: { report: ProposalReport }) {
  return (
    <Card title="Checked">
      <ul className={css.list}>
        {report.checks.map(({ result, words }) => (
          <li key={words} className={css.row}>
            <span className={css.main}>{words}</span>
            <StatusText tone={results[result].tone}>{results[result].word}</StatusText>
          </li>
        ))}
      </ul>
      <p className={css.coverage}>
        The fields and signatures were told by the {report.source}; everything else was computed here or read
        from the chain. Whether the payees are the right people is for you to know.
      </p>
    </Card>
  )
}
