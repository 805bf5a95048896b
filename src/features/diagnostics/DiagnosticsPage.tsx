import { useState } from 'react'
import { usePortal } from '#account/connection.ts'
import { setEarlyChecks, useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import prose from '#ui/layout/prose.module.css'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Diagnostics.module.css'
import type { EndpointTable } from './endpoints/endpointTable.ts'
import type { Facts } from './facts.ts'
import type { Line } from './foreignText.ts'
import { reportText } from './reportText.ts'
import { type Section, sectionsOf } from './sections.ts'
import { useDiagnostics } from './useDiagnostics.ts'

/**
 * The switch for early checks: what nodes learn while they are on, and what stays unchecked while they are
 * off.
 */
export function EarlyChecksCard() {
  const { storage } = usePortal().page
  const isOn = useEarlyChecks()
  return (
    <Card title="Checks before you pay">
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setEarlyChecks(storage, event.currentTarget.checked)}
        />
        Ask public nodes about payees before I pay
      </label>
      {isOn ? (
        <p className={prose.muted}>
          The RPC endpoints learn whom you are about to pay, and how much, before you send anything. Turn this
          off to tell them nothing until you press Pay or Propose.
        </p>
      ) : (
        <div className={prose.muted}>
          <p>Off in this browser. Until you press Pay or Propose, the portal does not check:</p>
          <ul className={css.list}>
            <li>whether a payee is a contract</li>
            <li>whether a request was paid already, and whether a contract signed it</li>
            <li>what the network fee is, and whether a Safe’s payments would succeed</li>
            <li>the .bnb names of payees</li>
          </ul>
        </div>
      )}
    </Card>
  )
}

/** One section of the page. */
export function SectionCard({ section }: { section: Section }) {
  return (
    <Card title={section.title}>
      {section.lines.length > 0 && <Lines lines={section.lines} />}
      {section.table && <EndpointTableView table={section.table} />}
      {section.parts.length > 0 && (
        <div className={css.parts}>
          {section.parts.map(({ title, lines }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two endpoints can share a host, and their order is fixed
            <div key={index} className={css.part}>
              <h3>{title}</h3>
              <Lines lines={lines} />
            </div>
          ))}
        </div>
      )}
    </Card>
  )
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className={css.lines}>
      {lines.map(({ name, value, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order is fixed
        <div key={index}>
          <dt>{name}</dt>
          <dd>{tone ? <StatusText tone={tone}>{value}</StatusText> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What every endpoint answered, by its number in the list below. */
export function EndpointTableView({ table: { rows } }: { table: EndpointTable }) {
  const count = rows[0]?.cells.length ?? 0
  return (
    <table className={css.table}>
      <caption className="visually-hidden">What every endpoint answered</caption>
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: endpoints keep their order
            <th key={index} scope="col">
              {index + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cells.map(({ short, tone }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: endpoints keep their order
              <td key={index} data-tone={tone}>
                {short}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The whole page as text to copy, by hand if the clipboard is blocked. */
export function ReportCard(props: {
  facts: Facts
  addresses: boolean
  onAddresses: (addresses: boolean) => void
}) {
  const { facts, addresses, onAddresses } = props
  const text = reportText(facts, { addresses })
  return (
    <Card title="Report" action={<CopyButton text={text} label="Copy as text" />}>
      <p className={prose.muted}>
        Everything on this page as text, for whoever helps you. Endpoints are named by their host only, and no
        stored value is in it.
      </p>
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={addresses}
          onChange={(event) => onAddresses(event.currentTarget.checked)}
        />
        Include addresses
      </label>
      <details className={css.details}>
        <summary>What is copied</summary>
        <TextToCopy label="What is copied" text={text} rows={16} />
      </details>
    </Card>
  )
}

/** The services come first; on a phone the columns are stacked. */
const columns: readonly (readonly Section['id'][])[] = [
  ['endpoints'],
  ['mode', 'services', 'storage', 'browser'],
]

/** What developers and support ask for first: how the portal runs, and which services answer. */
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
        <p className={prose.muted}>
          How the portal runs here, and what answers. Checking sends no money and signs nothing.
        </p>
        <Actions>
          {/* Not disabled during a check, because it would lose the focus. */}
          <Button primary aria-disabled={checking} onClick={check}>
            {checking ? 'Checking…' : 'Check again'}
          </Button>
          <p className={prose.muted} role="status">
            {checking ? 'Asking each endpoint a dozen questions.' : verdict(faults, facts.checkedAt)}
          </p>
        </Actions>
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
