import type { Account } from '#account/Account.ts'
import type { EndpointReading, Facts } from '#features/diagnostics/facts.ts'

/** The address of the account and in a storage key. */
export const ADDRESS = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'
/** As much of an account as is told. */
export const account = { kind: 'safe', address: ADDRESS } as unknown as Account

/** An endpoint that answers. */
export const ok = (host: string, newest: number, age = 1): EndpointReading => ({
  host,
  ms: 12,
  state: 'ok',
  newest,
  age,
  finalized: newest - 2,
})

/** A page in a Safe with endpoints of every kind. */
export const facts: Facts = {
  version: '0.1.0',
  checkedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  connection: { status: 'connected', account, chainId: 56, unsupported: false },
  handshake: [
    { at: 0, what: 'parent https://app.safe.global' },
    { at: 1_250, what: 'asked' },
  ],
  keeping: 'browser',
  endpoints: [
    { host: 'a.example', reading: ok('a.example', 1_000), logs: { atLeast: 50_000, refused: null } },
    {
      host: 'b.example',
      reading: ok('b.example', 900, 45),
      logs: {
        atLeast: 0,
        refused: { blocks: 10, byNode: true, words: 'refuses: “limit exceeded” (-32005)' },
      },
    },
    {
      host: 'c.example',
      reading: { host: 'c.example', ms: 7, state: 'fault', fault: { words: 'is on chain 1', chainId: 1 } },
      logs: { atLeast: 1_000, refused: { blocks: 5_000, byNode: false, words: 'answers HTTP 413' } },
    },
    { host: 'd.example', reading: null, logs: 'measuring' },
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
