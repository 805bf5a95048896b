import {
  ageOf,
  type EndpointTable,
  endpointLines,
  endpointTable,
  paidWords,
} from './endpoints/endpointTable.ts'
import type { SeenEndpoint } from './endpoints/reading.ts'
import type { Facts } from './facts.ts'
import type { Line } from './foreignText.ts'
import { hostOf, redact } from './foreignText.ts'
import { browserLines, handshakeLines, modeLines, serviceLines, storageLines } from './hereLines.ts'

/** A card of the page: its own lines, a table, and titled parts. */
export type Section = {
  readonly id: 'mode' | 'endpoints' | 'services' | 'storage' | 'browser'
  readonly title: string
  readonly lines: readonly Line[]
  readonly table?: EndpointTable
  readonly parts: readonly { readonly title: string; readonly lines: readonly Line[] }[]
}

/** All facts in words. The page and the report both use this, so they cannot differ. */
export function sectionsOf(facts: Facts, options: { readonly addresses: boolean }): readonly Section[] {
  const { endpoints, gateway, txService } = facts
  const seen = endpoints.map(seenOf)
  const known = seen.filter((one) => one !== null)
  const sections: readonly Section[] = [
    {
      id: 'mode',
      title: 'How the portal runs',
      lines: modeLines(facts),
      parts: [{ title: 'Handshake with the Safe host', lines: handshakeLines(facts) }],
    },
    {
      id: 'endpoints',
      title: 'RPC endpoints',
      lines: [paymentsLine(known, endpoints.length)],
      table: endpointTable(seen),
      parts: endpoints.map(({ url }, index) => {
        const one = seen[index]
        return { title: `${index + 1}. ${hostOf(url)}`, lines: one ? endpointLines(one, known) : [asking] }
      }),
    },
    {
      id: 'services',
      title: 'Safe services',
      lines: [],
      parts: [
        { title: 'Safe gateway', lines: serviceLines(gateway) },
        { title: 'Transaction service', lines: serviceLines(txService) },
      ],
    },
    { id: 'storage', title: 'Storage', lines: storageLines(facts), parts: [] },
    {
      id: 'browser',
      title: 'Version and browser',
      lines: browserLines(facts, ageOfNewest(known)),
      parts: [],
    },
  ]
  const clean = (text: string) => redact(text, options)
  const cleanLines = (lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, name: clean(line.name), value: clean(line.value) }))
  const cleanTable = ({ rows }: EndpointTable) => ({
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, full: clean(cell.full) })),
    })),
  })
  return sections.map((section) => ({
    ...section,
    lines: cleanLines(section.lines),
    ...(section.table && { table: cleanTable(section.table) }),
    parts: section.parts.map(({ title, lines }) => ({ title: clean(title), lines: cleanLines(lines) })),
  }))
}

const asking: Line = { name: 'State', value: 'Asking…', tone: 'wait' }

function seenOf({ reading, ...endpoint }: Facts['endpoints'][number]): SeenEndpoint | null {
  return reading && { ...endpoint, reading }
}

function paymentsLine(known: readonly SeenEndpoint[], asked: number): Line {
  const name = 'Payments'
  if (known.length < asked) return { name, value: 'Asking who can confirm them…', tone: 'wait' }
  const { tone, words } = paidWords(known)
  return { name, value: words, tone }
}

function ageOfNewest(known: readonly SeenEndpoint[]): number | null {
  const heads = known.flatMap((one) => (one.reading.head ? [{ one, number: one.reading.head.number }] : []))
  const newest = heads.toSorted((a, b) => b.number - a.number)[0]
  return newest ? ageOf(newest.one) : null
}
