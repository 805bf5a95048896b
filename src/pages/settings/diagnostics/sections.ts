import { count as counted } from '#domain/shared/format.ts'
import {
  ageOf,
  type EndpointTable,
  endpointLines,
  endpointTable,
  paidWords,
} from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import type { SeenEndpoint } from '#pages/settings/diagnostics/endpoints/reading.ts'
import { browserLines, handshakeLines, modeLines, serviceLines, storageLines } from './environmentLines.ts'
import type { DiagnosticFacts } from './facts.ts'
import type { Line } from './foreignText.ts'
import { hostOf, redact } from './foreignText.ts'

/** One subject of the page: the text of its row, then its own lines, a table, and titled parts. */
export type Section = {
  readonly id: 'network' | 'service' | 'browser' | 'page'
  readonly title: string
  /** The result in one sentence: the problem, or that everything works. */
  readonly summary: string
  readonly tone: 'good' | 'wait' | 'warn' | 'bad'
  /** The lines that ask for attention. */
  readonly problems: number
  readonly lines: readonly Line[]
  readonly table?: EndpointTable
  readonly parts: readonly Part[]
}

/** Lines about one thing within a section. */
type Part = { readonly title: string; readonly lines: readonly Line[] }

type Content = Pick<Section, 'id' | 'title' | 'lines' | 'table' | 'parts'> & {
  /** The sentence shown while there are no problems. */
  readonly well: string
}

/** All facts in words. The page and the report both use this, so they cannot differ. */
export function sectionsOf(
  facts: DiagnosticFacts,
  options: { readonly addresses: boolean },
): readonly Section[] {
  const { endpoints, gateway, txService, handshake } = facts
  const seen = endpoints.map(seenOf)
  const known = seen.filter((one) => one !== null)
  const payments = paymentsLine(known, endpoints.length)
  const age = ageOfNewest(known)
  const contents: readonly Content[] = [
    {
      id: 'network',
      title: 'Network',
      well: payments.value,
      lines: [payments],
      table: endpointTable(seen),
      parts: endpoints.map(({ url }, index) => {
        const one = seen[index]
        return { title: `${index + 1}. ${hostOf(url)}`, lines: one ? endpointLines(one, known) : [asking] }
      }),
    },
    {
      id: 'service',
      title: 'Safe service',
      well: gateway.reading?.about ?? 'Asking the Safe gateway…',
      lines: [],
      parts: [
        { title: 'Safe gateway', lines: serviceLines(gateway) },
        { title: 'Transaction service', lines: serviceLines(txService) },
      ],
    },
    {
      id: 'browser',
      title: 'This browser',
      well: age === null ? 'It stores your data.' : 'It stores your data, and its clock is right.',
      lines: browserLines(facts, age),
      parts: [{ title: 'Storage', lines: storageLines(facts) }],
    },
    {
      id: 'page',
      title: 'This page',
      well: handshake.length > 0 ? 'It runs in a Safe.' : 'It runs in a tab of its own.',
      lines: modeLines(facts),
      parts: [{ title: 'Handshake with the Safe host', lines: handshakeLines(facts) }],
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
  return contents.map((content) => ({
    id: content.id,
    title: content.title,
    ...resultOf(content, clean),
    lines: cleanLines(content.lines),
    ...(content.table && { table: cleanTable(content.table) }),
    parts: content.parts.map(({ title, lines }) => ({ title: clean(title), lines: cleanLines(lines) })),
  }))
}

/** The problems of every section together. */
export function problemsOf(sections: readonly Section[]): {
  readonly count: number
  readonly tone: 'good' | 'warn' | 'bad'
} {
  const count = sections.reduce((sum, { problems }) => sum + problems, 0)
  if (count === 0) return { count, tone: 'good' }
  return { count, tone: sections.some(({ tone }) => tone === 'bad') ? 'bad' : 'warn' }
}

/** `2 problems`. */
export function problemWords(count: number): string {
  return counted(count, 'problem')
}

function resultOf(
  { well, lines, parts }: Content,
  clean: (text: string) => string,
): Pick<Section, 'summary' | 'tone' | 'problems'> {
  const all = [{ title: null, lines }, ...parts].flatMap((part) =>
    part.lines.map((line) => ({ ...line, title: part.title })),
  )
  const found = all.filter(({ tone }) => tone === 'bad' || tone === 'warn')
  const worst = found.find(({ tone }) => tone === 'bad') ?? found[0]
  const isAsked = all.some(({ tone }) => tone === 'wait')
  if (!worst) return { summary: clean(well), tone: isAsked ? 'wait' : 'good', problems: 0 }
  const { title, name, value, tone } = worst
  // The value of this line is a whole sentence already.
  const words = title === null && name === PAYMENTS ? value : `${title ?? name}: ${value}`
  return { summary: clean(words), tone: tone === 'bad' ? 'bad' : 'warn', problems: found.length }
}

const PAYMENTS = 'Payments'

const asking: Line = { name: 'State', value: 'Asking…', tone: 'wait' }

function seenOf({ reading, ...endpoint }: DiagnosticFacts['endpoints'][number]): SeenEndpoint | null {
  return reading && { ...endpoint, reading }
}

function paymentsLine(known: readonly SeenEndpoint[], asked: number): Line {
  if (known.length < asked) return { name: PAYMENTS, value: 'Asking who can confirm them…', tone: 'wait' }
  const { tone, words } = paidWords(known)
  return { name: PAYMENTS, value: words, tone }
}

function ageOfNewest(known: readonly SeenEndpoint[]): number | null {
  const heads = known.flatMap((one) => (one.reading.head ? [{ one, number: one.reading.head.number }] : []))
  const newest = heads.toSorted((a, b) => b.number - a.number)[0]
  return newest ? ageOf(newest.one) : null
}
