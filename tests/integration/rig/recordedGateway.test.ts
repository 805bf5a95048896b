import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Rig } from '../../../rig/startRig.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { ask } from './ask.ts'
import { payout, proposalBody, proposeUnverifiable } from './proposals.ts'
import { rigForTests } from './rigForTests.ts'

// Answers of the real Safe client gateway, recorded in front of a transaction service with this seed.

type Recording = { readonly request: string; readonly status: number; readonly body: unknown }

const recorded = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/gateway/${name}.json`, import.meta.url), 'utf8'),
  ) as Recording

/**
 * The differences from a recording that are allowed. Everything else is equal: keys and their order, rows and their
 * order, types, texts, amounts, hashes and signatures.
 */
const allowed: readonly (readonly [why: string, pattern: RegExp, instead: string])[] = [
  [
    'when a proposal arrived, and the block times of another day',
    /"(timestamp|submittedAt)":\d{13}/g,
    '"$1":0',
  ],
  ['the origin of the gateway', /http:\/\/127\.0\.0\.1:\d+\/v1/g, '/v1'],
  ['where pictures are', /"logoUri":"https?:[^"]+"/g, '"logoUri":"picture"'],
  ['hashes of transactions on another chain', /"txHash":"0x[0-9a-f]{64}"/g, '"txHash":"0x"'],
  ['where days end on the seed’s clock', /\{"type":"DATE_LABEL","timestamp":0\},?/g, ''],
  ['ids of transfers, which begin with such a hash', /(transfer_0x\w{40}_[ei])[0-9a-f]{64}\d+/g, '$1'],
]

function comparable(answer: { readonly status: number; readonly body: unknown }): object {
  const { status, body } = answer
  const text = allowed.reduce(
    (json, [, pattern, instead]) => json.replace(pattern, instead),
    JSON.stringify(body),
  )
  return { status, body: inOrder(JSON.parse(text)) }
}

/** Objects as lists of their entries, so that the order of keys counts. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return { entries: Object.entries(value).map(([key, field]) => [key, inOrder(field)]) }
}

const [ada] = owners

let rig: Rig

rigForTests((started) => {
  rig = started
})

const answerTo = ({ request }: Recording) => ask(rig.service.url, request.replace(/^GET /, ''))

async function propose(nonce: bigint, amount: string, origin: string | null): Promise<void> {
  const body = { ...(await proposalBody(payout(nonce, amount), ada)), origin }
  const { status } = await ask(rig.service.url, '/v1/chains/56/transactions/T/propose', { body })
  if (status !== 200) throw new Error(`The proposal at nonce ${nonce} was refused with ${status}.`)
}

describe('the seeded treasury', () => {
  test('behavior: its history is what the real gateway makes of it', async () => {
    const recording = recorded('history')
    expect(comparable(await answerTo(recording))).toEqual(comparable(recording))
  })
})

describe('with twenty more proposals', () => {
  beforeAll(async () => {
    await propose(8n, '5', JSON.stringify({ note: 'R&D <5 pieces> "Q&A"' }))
    for (let nonce = 9n; nonce < 28n; nonce++) await propose(nonce, `${nonce}`, null)
  })

  test.each(['queue-page-1', 'queue-page-2-repeats-last-row', 'details-note-escaped'])(
    'behavior: %s is what the real gateway answers',
    async (name) => {
      const recording = recorded(name)
      expect(comparable(await answerTo(recording))).toEqual(comparable(recording))
    },
  )

  test('error: the page that lists an entry that can’t be verified is refused', async () => {
    rig.service.faults.set({ verifying: true })
    const { status, body } = recorded('error-502-whole-queue')
    await proposeUnverifiable(rig, 28n)
    const path = '/v1/chains/56/safes/T/transactions/queued?trusted=true&cursor=limit%3D20%26offset%3D20'
    expect(comparable(await ask(rig.service.url, path))).toEqual(comparable({ status, body }))
  })
})

test.each(['error-404-unknown-hash', 'error-404-unknown-path', 'error-422-address'])(
  'error: %s is what the real gateway answers',
  async (name) => {
    const recording = recorded(name)
    expect(comparable(await answerTo(recording))).toEqual(comparable(recording))
  },
)
