import type { Account } from '#account/Account.ts'
import {
  type DiagnosticFacts,
  type EndpointQuestion,
  type EndpointReading,
  endpointQuestions,
  type ReadingCheck,
  type ReadingChecks,
} from '#pages/settings/diagnostics/facts.ts'

/** The account's address, which also occurs in a storage key. */
export const ADDRESS = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'
/** The parts of an account that the report uses. */
export const account = { kind: 'safe', address: ADDRESS } as unknown as Account

const yes = (ms: number): ReadingCheck => ({ kind: 'yes', ms })
export const no = (why: string): ReadingCheck => ({ kind: 'no', short: 'refused', why })

/** The time of the endpoint readings (ms since the epoch). */
const AT = Date.UTC(2026, 0, 2, 3, 4, 5)

/** An endpoint that answers everything except as given. `age` of its newest block in seconds. */
export function ok(
  newest: number,
  { age = 1, ...others }: ReadingChecks<EndpointQuestion> & { readonly age?: number } = {},
): EndpointReading {
  const all = Object.fromEntries(endpointQuestions.map(({ of }, index) => [of, yes(index + 1)]))
  return {
    chainId: 56,
    head: { number: newest, time: AT / 1_000 - age, at: AT },
    final: newest - 2,
    receipt: others.receipt?.kind === 'no' ? null : '{}',
    checks: { ...all, ...others },
  }
}

/** An endpoint that cannot be used. */
export const broken = (why: string, chainId: number | null = null): EndpointReading => ({
  chainId,
  head: null,
  final: null,
  receipt: null,
  checks: { chain: no(why) },
})

/** Facts of a page in a Safe, with endpoints of every kind. */
export const facts: DiagnosticFacts = {
  version: '0.1.0',
  checkedAt: AT,
  connection: { status: 'connected', account, chainId: 56, unsupported: false },
  handshake: [
    { at: 0, what: 'parent https://app.safe.global' },
    { at: 1_250, what: 'asked' },
  ],
  framing: 'limited',
  keeping: 'browser',
  endpoints: [
    { url: 'https://a.example/KEYKEYKEY', operator: 'a.example', reading: ok(1_000) },
    {
      url: 'https://b.example',
      operator: 'b.example',
      reading: ok(900, { age: 45, logs5000: no('refuses: “limit exceeded” (-32005)') }),
    },
    { url: 'https://c.example', operator: 'c.example', reading: broken('is on chain 1', 1) },
    { url: 'https://d.example', operator: 'd.example', reading: null },
  ],
  gateway: {
    host: 'gateway.example',
    reading: { host: 'gateway.example', ms: 5, status: 503, fault: 'answers HTTP 503', about: null },
  },
  txService: null,
  storage: {
    keys: [{ key: `portal.sent.${ADDRESS.toLowerCase()}`, characters: 1_234 }],
    others: 2,
    readable: true,
    usage: 12_345,
    quota: 2_100_000_000,
  },
  browser: { userAgent: 'Agent/1', viewport: '360 × 780 px', languages: 'en', timeZone: 'Europe/Berlin' },
}
