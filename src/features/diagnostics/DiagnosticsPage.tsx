import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import css from './Diagnostics.module.css'
import { EarlyChecksCard } from './EarlyChecksCard.tsx'
import { ReportCard } from './ReportCard.tsx'
import { SectionCard } from './SectionCard.tsx'
import { type Section, sectionsOf } from './sections.ts'
import { useDiagnostics } from './useDiagnostics.ts'

/** What answers comes first; on a phone the columns stand one below the other. */
const columns: readonly (readonly Section['id'][])[] = [
  ['endpoints'],
  ['mode', 'services', 'storage', 'browser'],
]

/** What a developer or a support person asks for first: how the portal runs, and what answers. */
export function DiagnosticsPage() {
  const { facts, checking, check } = useDiagnostics()
  const [addresses, setAddresses] = useState(false)
  const sections = sectionsOf(facts, { addresses })
  const faults = sections
    .flatMap(({ lines, parts }) => [...lines, ...parts.flatMap((part) => part.lines)])
    .filter(({ tone }) => tone === 'bad' || tone === 'warn').length
  return (
    <>
      <div className={css.head}>
        <h1>Diagnostics</h1>
        <p className={css.muted}>
          How the portal runs here, and what answers. Checking sends no money and signs nothing.
        </p>
        <div className={css.actions}>
          {/* Not disabled while it checks: it would lose the focus. */}
          <Button primary aria-disabled={checking} onClick={check}>
            {checking ? 'Checking…' : 'Check again'}
          </Button>
          <p className={css.muted} role="status">
            {checking ? 'Asking each endpoint a dozen questions.' : verdict(faults, facts.checkedAt)}
          </p>
        </div>
      </div>
      <ReportCard facts={facts} addresses={addresses} onAddresses={setAddresses} />
      <div className={css.columns}>
        {columns.map((ids) => (
          <div key={ids[0]} className={css.column}>
            {ids.includes('mode') && <EarlyChecksCard />}
            {sections.map(
              (section) => ids.includes(section.id) && <SectionCard key={section.id} section={section} />,
            )}
          </div>
        ))}
      </div>
    </>
  )
}

function verdict(faults: number, checkedAt: number | null): string {
  const time = checkedAt === null ? '' : ` at ${new Date(checkedAt).toLocaleTimeString('en-GB')}`
  if (faults === 0) return `Checked${time}. Nothing stands out.`
  return `Checked${time}. ${faults} ${faults === 1 ? 'thing stands' : 'things stand'} out.`
}
