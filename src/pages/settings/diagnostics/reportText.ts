import type { EndpointTable } from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import type { DiagnosticFacts } from './facts.ts'
import type { Line } from './foreignText.ts'
import { sectionsOf } from './sections.ts'

/**
 * The whole page as plain text, for a message to support. URLs are reduced to their host; without `addresses`
 * every address is removed, whatever its source.
 */
export function reportText(facts: DiagnosticFacts, options: { readonly addresses: boolean }): string {
  const when = facts.checkedAt === null ? 'still checking' : new Date(facts.checkedAt).toISOString()
  const blocks = sectionsOf(facts, options).map(({ title, lines, table, parts }) =>
    [
      title,
      ...lines.map(print),
      ...(table ? tableLines(table) : []),
      ...parts.flatMap((part) => [`- ${part.title}`, ...part.lines.map(indent)]),
    ].join('\n'),
  )
  return [`Influencer Portal, diagnostics, ${when}`, ...blocks].join('\n\n').concat('\n')
}

function print({ name, value }: Line): string {
  return `${name}: ${value}`
}

function indent(line: Line): string {
  return `  ${print(line)}`
}

function tableLines({ rows }: EndpointTable): readonly string[] {
  const numbers = rows[0]?.cells.map((_, index) => index + 1) ?? []
  return [
    `Endpoint: ${numbers.join(' | ')}`,
    ...rows.map(({ label, cells }) => `${label}: ${cells.map(({ full }) => full).join(' | ')}`),
  ]
}
