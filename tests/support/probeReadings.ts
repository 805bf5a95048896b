import type { EndpointQuestion, EndpointReading, ReadingCheck } from '#pages/settings/diagnostics/facts.ts'
import type { CorsReading, ProbedEndpoint, ProbedService, ProbeReport } from '#tests/probe/reading.ts'
import type { PersonaName } from '../../safe-app/chain/personas.ts'

/** How an endpoint behaves for a probe: its answers, and the requests that it refuses. */
type Manners = {
  readonly chainId?: number | null
  readonly behind?: number
  readonly refuses?: readonly EndpointQuestion[]
  readonly cors?: boolean
}

const every: readonly EndpointQuestion[] = [
  ...(['chain', 'finalized', 'receipt', 'call', 'code', 'batch3', 'batch10', 'batch25'] as const),
  ...(['logs1', 'logs50', 'logs500', 'logs5000'] as const),
]
const unusable: Manners = { chainId: null, refuses: ['chain'] }
const shortLogs: readonly EndpointQuestion[] = ['logs500', 'logs5000']

/** How each persona of the local chain appears to the probe. */
const manners: Readonly<Record<PersonaName, Manners>> = {
  honest: {},
  bnbChain: { refuses: ['logs1', 'logs50', ...shortLogs] },
  club48: {},
  blast: { refuses: shortLogs },
  bloxroute: {},
  drpc: { refuses: ['batch10', 'batch25'] },
  publicNode: { refuses: ['receipt'] },
  oneRpc: { refuses: [...shortLogs, 'batch25'] },
  limited: {},
  lagging: { behind: 20 },
  noFinality: { refuses: ['finalized'] },
  dead: unusable,
  silent: unusable,
  busy: unusable,
  resting: unusable,
  failing: unusable,
  page: unusable,
  noCors: { cors: false },
  wrongChain: { chainId: 1, refuses: ['chain'] },
  cutShort: unusable,
  shapeless: { refuses: every.filter((question) => question !== 'chain') },
  swapped: { refuses: ['batch3', 'batch10', 'batch25'] },
  twice: unusable,
  huge: unusable,
  endless: unusable,
}

export const yes: ReadingCheck = { kind: 'yes', ms: 20 }
export const no = (why: string, short = 'refused'): ReadingCheck => ({ kind: 'no', short, why })
export const open: CorsReading = { preflight: yes, answer: yes }
export const closed: CorsReading = {
  preflight: no('lets no web page read its answers', 'no CORS'),
  answer: no('lets no web page read its answers', 'no CORS'),
}

/** Readings of endpoints with these personas, each from its own operator. */
export function probed(...names: readonly PersonaName[]): readonly ProbedEndpoint[] {
  return names.map((name, at) => ({
    url: `https://${name}.node${at}.example`,
    operator: `node${at}.example`,
    node: readingOf(manners[name]),
    cors: manners[name].cors === false ? closed : open,
    page: null,
  }))
}

/** A whole report: these endpoints, with working services and without price feeds. */
export function reportOf(endpoints: readonly ProbedEndpoint[], more: Partial<ProbeReport> = {}): ProbeReport {
  const gateway: ProbedService = {
    url: 'https://gateway.example',
    node: { chain: yes },
    cors: { answer: yes },
    page: null,
  }
  return { endpoints, gateway, txService: null, feeds: [], safe: null, ...more }
}

function readingOf({ chainId = 56, behind = 0, refuses = [] }: Manners): EndpointReading {
  const isUsable = !refuses.includes('chain')
  const asked = isUsable ? every : (['chain'] as const)
  const serves = (question: EndpointQuestion) => isUsable && !refuses.includes(question)
  return {
    chainId,
    head: serves('call') ? { number: 70_000_000 - behind, time: 1, at: 1_000 } : null,
    final: serves('finalized') ? 69_999_997 - behind : null,
    receipt: serves('receipt') ? '{"status":"0x1"}' : null,
    checks: Object.fromEntries(asked.map((one) => [one, refuses.includes(one) ? no('refuses') : yes])),
  }
}
