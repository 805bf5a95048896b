import { Card } from '#ui/Card.tsx'
import { StatusText } from '#ui/StatusText.tsx'
import css from './Diagnostics.module.css'
import { EndpointTableView } from './EndpointTableView.tsx'
import type { Section } from './sections.ts'
import type { Line } from './words.ts'

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
