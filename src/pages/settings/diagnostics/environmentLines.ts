import { factsOf } from '#account/facts.ts'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { formatNumber, formatTenths } from '#domain/shared/format.ts'
import type { DiagnosticFacts, ServiceReading } from './facts.ts'
import { type Line, sentence } from './foreignText.ts'

/** Tolerated difference (seconds) between the clock and the newest block. */
const CLOCK_TOLERANCE = 20

/** The page's frame, and the connected account. */
export function modeLines({ connection, handshake, framing }: DiagnosticFacts): readonly Line[] {
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
export function handshakeLines({ handshake }: DiagnosticFacts): readonly Line[] {
  if (handshake.length === 0) return [{ name: 'Log', value: 'Not framed: no handshake' }]
  return handshake.map(({ at, what }) => ({ name: `${formatNumber(at)} ms`, value: what }))
}

/** A Safe service in words. */
export function serviceLines(
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
export function storageLines({ keeping, storage }: DiagnosticFacts): readonly Line[] {
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
export function browserLines({ version, browser }: DiagnosticFacts, age: number | null): readonly Line[] {
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
