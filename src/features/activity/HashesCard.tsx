import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import css from './Activity.module.css'

/** The three hashes, in the order in which signing devices show them, and the fields that they stand for. */
export function HashesCard({ report }: { report: ProposalReport }) {
  const { hashes, tx, version } = report
  if (!hashes) return null
  return (
    <Card title="Hashes, computed here">
      <p className={css.muted}>
        Compare them with what your device or Safe{'{Wallet}'} shows before you sign. One digit that differs
        means: do not sign.
      </p>
      <dl className={css.facts}>
        <Hash name="Domain hash" value={hashes.domainHash} />
        <Hash name="Message hash" value={hashes.messageHash} />
        <Hash name="safeTxHash" value={hashes.safeTxHash} />
      </dl>
      <details className={css.fields}>
        <summary>The ten signed fields{version && ` (contract version ${version})`}</summary>
        <dl>
          {Object.entries(tx).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={css.mono}>{String(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}

/** Groups of eight digits, as a person compares them; what is copied has no gaps. */
function Hash({ name, value }: { name: string; value: string }) {
  const groups = value.slice(2).match(/.{1,8}/g) ?? []
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.hash}>
        <span className={css.mono}>
          0x
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same digits can stand in two places
            <span key={index} className={css.digits}>
              {group}
            </span>
          ))}
        </span>
        <CopyButton text={value} label={`Copy ${name}`} />
      </dd>
    </div>
  )
}
