import { factsOf } from '#account/facts.ts'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { count as counted, formatNumber, formatTenths } from '#domain/shared/format.ts'
import {
  ageOf,
  type EndpointTable,
  endpointLines,
  endpointTable,
  paidWords,
} from '#pages/settings/diagnostics/endpoints/endpointTable.ts'
import { type DiagnosticFacts, type Line, type SeenEndpoint, type ServiceReading, sentence } from './facts.ts'
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

/** Tolerated difference (seconds) between the clock and the newest block. */
const CLOCK_TOLERANCE = 20

/** The page's frame, and the connected account. */
function modeLines({ connection, handshake, framing }: DiagnosticFacts): readonly Line[] {
  const framed = handshake.length > 0
  const lines: Line[] = [
    { name: 'Opened', value: framed ? 'In a Safe frame (safe mode)' : 'In a tab of its own (wallet mode)' },
  ]
  if (framed) lines.push({ name: 'Safe host', value: hostOrigin(handshake) })
  if (framing) lines.push(framingLine(framing))
  if (connection.status !== 'connected') {
    lines.push({
      name: 'Account',
      value: connection.status === 'disconnected' ? 'None' : sentence(`${connection.status}…`),
    })
    return lines
  }
  const { account, chainId, unsupported } = connection
  lines.push(
    { name: 'Account', value: `A ${factsOf(account).noun}` },
    { name: 'Address', value: account.address },
    unsupported
      ? { name: 'Chain id', value: `${chainId}, unsupported: it must be ${BSC_CHAIN_ID}`, tone: 'bad' }
      : { name: 'Chain id', value: `${chainId}, supported` },
  )
  return lines
}

function framingLine(framing: NonNullable<DiagnosticFacts['framing']>): Line {
  const name = 'Framing'
  return framing === 'limited'
    ? { name, value: 'Only the Safe hosts of this portal may show it in a frame', tone: 'good' }
    : {
        name,
        value: 'The web host sets no limit: any site can frame this page, which then refuses to open',
        tone: 'warn',
      }
}

/** The messages between boot and the host. */
function handshakeLines({ handshake }: DiagnosticFacts): readonly Line[] {
  if (handshake.length === 0) return [{ name: 'Log', value: 'Not framed: no handshake' }]
  return handshake.map(({ at, what }) => ({ name: `${formatNumber(at)} ms`, value: what }))
}

/** A Safe service in words. */
function serviceLines(
  service: { readonly host: string; readonly reading: ServiceReading | null } | null,
): readonly Line[] {
  if (!service) return [{ name: 'State', value: 'Not configured', tone: 'none' }]
  const { host, reading } = service
  const hostLine = { name: 'Host', value: host }
  if (!reading) return [{ name: 'State', value: 'Asking…', tone: 'wait' }, hostLine]
  const { fault, status, ms, about } = reading
  return [
    fault
      ? { name: 'State', value: sentence(fault), tone: 'bad' }
      : { name: 'State', value: 'OK', tone: 'good' },
    hostLine,
    ...(about ? [{ name: 'Reports', value: about }] : []),
    { name: 'HTTP status', value: status === null ? 'None' : `${status}` },
    { name: 'Response time', value: `${formatNumber(ms)} ms` },
  ]
}

/** The data stored by the browser: names and sizes. */
function storageLines({ keeping, storage }: DiagnosticFacts): readonly Line[] {
  const lines: Line[] = [
    keeping === 'browser'
      ? { name: 'Storage', value: 'In this browser', tone: 'good' }
      : {
          name: 'Storage',
          value: 'Only for this page: the browser does not let it store anything',
          tone: 'warn',
        },
  ]
  if (!storage) return lines
  const { keys, others, readable, usage, quota } = storage
  for (const { key, characters } of keys) {
    lines.push({ name: key, value: `${formatNumber(characters)} characters` })
  }
  if (readable && keys.length === 0) lines.push({ name: 'Keys', value: 'None of the portal' })
  if (!readable) lines.push({ name: 'Keys', value: 'The browser does not let the page look' })
  if (others > 0)
    lines.push({ name: 'Other keys here', value: `${formatNumber(others)}, of wallets or other pages` })
  if (usage !== null && quota !== null) {
    lines.push({ name: 'Space', value: `${size(usage)} of ${size(quota)} used` })
  }
  return lines
}

/** The running version and browser. @param age seconds between the newest known block and this clock */
function browserLines({ version, browser }: DiagnosticFacts, age: number | null): readonly Line[] {
  return [
    { name: 'Portal', value: version },
    { name: 'Browser', value: browser.userAgent },
    { name: 'Viewport', value: browser.viewport },
    { name: 'Languages', value: browser.languages },
    { name: 'Time zone', value: browser.timeZone },
    clockLine(age),
  ]
}

function clockLine(age: number | null): Line {
  const name = 'Clock'
  if (age === null) return { name, value: 'Nothing to compare it with' }
  const differs = `${formatNumber(Math.abs(age))} s ${age < 0 ? 'before' : 'after'} the newest block`
  if (Math.abs(age) <= CLOCK_TOLERANCE) return { name, value: differs }
  const why = age < 0 ? 'the clock is slow' : 'the clock is fast, or every RPC is behind'
  return { name, value: `${differs}: ${why}`, tone: 'warn' }
}

/** The first line of the log names the framing page, if the browser reveals it. */
function hostOrigin(handshake: DiagnosticFacts['handshake']): string {
  const reported = /^parent (https?:\/\/\S+)$/.exec(handshake[0]?.what ?? '')?.[1]
  return reported ?? 'The browser does not tell its address'
}

function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  while (value >= 1_000 && units.length > 1) {
    value /= 1_000
    units.shift()
  }
  return `${formatTenths(value)} ${units[0]}`
}
