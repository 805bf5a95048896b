import { describe, expect, test } from 'vitest'
import { closed, no, probed, reportOf, yes } from '#tests/support/probeReadings.ts'
import { usualMix } from '../../rig/usualMix.ts'
import { type PersonaName, personas } from '../../safe-app/chain/personas.ts'
import { judge } from './judge.ts'
import type { ProbedEndpoint } from './reading.ts'

const unreadable = 'No balance could be shown and nothing could be paid: no endpoint answers eth_call.'
const closedToPages =
  'No balance could be shown and nothing could be paid: no endpoint lets web pages ask (CORS).'
const noReceipts = 'Can’t confirm “Paid”: no operator serves receipts.'
const noFinal = 'Can’t confirm “Paid”: no operator serves final blocks.'
const noLogs = 'Incoming payments could not be found: no endpoint serves the logs of 50 blocks.'
const nothing = [unreadable, noReceipts, noLogs]

/** The faults of four endpoints of one kind; a kind that is not listed has none. */
const four: Readonly<Partial<Record<PersonaName, readonly string[]>>> = {
  bnbChain: [noLogs],
  publicNode: [noReceipts],
  noFinality: [noFinal],
  noCors: [closedToPages, noReceipts, noLogs],
  dead: nothing,
  silent: nothing,
  busy: nothing,
  resting: nothing,
  failing: nothing,
  page: nothing,
  cutShort: nothing,
  shapeless: nothing,
  twice: nothing,
  huge: nothing,
  endless: nothing,
}

const names = Object.keys(personas) as PersonaName[]
const isWrong = (name: PersonaName) => name === 'wrongChain'

describe('endpoints of one kind alone', () => {
  test.each(names.filter((name) => !isWrong(name)))(
    'behavior: judges four endpoints of the kind %s',
    (name) => {
      const { faults, exitCode } = judge(reportOf(probed(name, name, name, name)))
      expect(faults).toEqual(four[name] ?? [])
      expect(exitCode).toBe(four[name] ? 1 : 0)
    },
  )
})

describe('one endpoint beside the usual mix', () => {
  test.each(names.filter((name) => !isWrong(name)))('behavior: %s does not stop a release', (name) => {
    expect(judge(reportOf(probed(...usualMix, name)))).toMatchObject({ faults: [], exitCode: 0 })
  })

  test('error: an endpoint on a wrong chain stops a release', () => {
    const { faults, warnings, exitCode } = judge(reportOf(probed(...usualMix, 'wrongChain')))
    expect(exitCode).toBe(1)
    expect(faults).toEqual([
      'wrongchain.node4.example is on chain 1, not on BNB Smart Chain (56): its balances and payments are those of another chain. Take it out of VITE_BSC_RPC_URLS.',
    ])
    expect(warnings.join()).not.toContain('wrongchain')
  })
})

describe('confirming a payment', () => {
  const confirmed = (endpoints: readonly ProbedEndpoint[]) =>
    judge(reportOf(endpoints)).faults.filter((fault) => fault.startsWith('Can’t confirm “Paid”'))
  const change = (endpoints: readonly ProbedEndpoint[], by: (one: ProbedEndpoint) => ProbedEndpoint) =>
    endpoints.map((one, at) => (at === 0 ? by(one) : one))

  test('error: counts two endpoints of one operator once', () => {
    const same = probed('honest', 'honest').map((one) => ({ ...one, operator: 'bnbchain.org' }))
    expect(confirmed(same)).toEqual(['Can’t confirm “Paid”: only one operator serves receipts.'])
  })

  test('behavior: an operator may serve receipts from one address and the final block from another', () => {
    const split = probed('publicNode', 'noFinality', 'honest').map((one, at) =>
      at < 2 ? { ...one, operator: 'one.example' } : one,
    )
    expect(confirmed(split)).toEqual([])
  })

  test('error: receipts of one operator and the final block of another confirm nothing', () => {
    expect(confirmed(probed('publicNode', 'publicNode', 'noFinality', 'noFinality'))).toEqual([
      'Can’t confirm “Paid”: no operator serves receipts and final blocks.',
    ])
  })

  test('error: operators with different receipts confirm nothing', () => {
    const split = change(probed('honest', 'honest'), (one) => ({
      ...one,
      node: { ...one.node, receipt: '{"status":"0x0"}' },
    }))
    expect(confirmed(split)).toEqual(['Can’t confirm “Paid”: no two operators give the same receipt.'])
  })

  test('error: a missing sample transaction is not reported as a missing receipt', () => {
    const unsampled = probed('honest', 'honest').map((one) => {
      const { receipt: _, ...checks } = one.node.checks
      return { ...one, node: { ...one.node, receipt: null, checks } }
    })
    expect(confirmed(unsampled)).toEqual(['Can’t confirm “Paid”: no RPC shows a recent transaction.'])
  })

  test('behavior: Chromium’s answers outweigh the headers', () => {
    const [one, two] = probed('honest', 'honest').map((each) => ({ ...each, cors: closed, page: each.node }))
    expect(confirmed([one, two].flatMap((each) => each ?? []))).toEqual([])
    const inNodeOnly = probed('honest', 'honest').map((each) => ({
      ...each,
      page: { ...each.node, checks: { chain: no('is unreachable (down or blocked by CORS)') } },
    }))
    expect(judge(reportOf(inNodeOnly)).faults).toEqual([closedToPages, noReceipts, noLogs])
  })
})

describe('the Safe gateway', () => {
  const base = reportOf(probed(...usualMix)).gateway
  const sentence = (why: string) => [
    `The queue and history of a Safe could not be shown, nor what its owners are asked to sign: the Safe gateway gateway.example ${why}.`,
  ]

  test.each([
    ['is down', { ...base, node: { chain: no('cannot be reached') } }, 'cannot be reached'],
    ['returns malformed lists', { ...base, node: { chain: yes, queue: no('is odd') } }, 'is odd'],
    [
      'sends no CORS headers',
      { ...base, cors: { answer: no('lets no web page ask') } },
      'lets no web page ask',
    ],
    ['fails in a page', { ...base, page: { chain: no('cannot be reached') } }, 'cannot be reached'],
  ])('error: %s', (_, gateway, why) => {
    const verdict = judge(reportOf(probed(...usualMix), { gateway }))
    expect(verdict).toMatchObject({ faults: sentence(why), exitCode: 1 })
  })
})

describe('warnings', () => {
  test('behavior: the usual mix reports limits, a missing Safe and prices, and none of them stops a release', () => {
    const feeds = ['BNB / USD', 'DAI / USD'].map((pair) => ({ pair, check: no('has no price'), price: null }))
    const txService = { ...reportOf([]).gateway, url: 'https://tx.example', cors: closed }
    expect(judge(reportOf(probed(...usualMix), { feeds, txService }))).toMatchInlineSnapshot(`
      {
        "exitCode": 0,
        "faults": [],
        "warnings": [
          "bnbchain.node0.example serves no logs.",
          "blast.node2.example serves logs of 50 blocks at most.",
          "Owners could not propose from a wallet, and nothing would stand in for the gateway: the transaction service tx.example lets no web page read its answers.",
          "The queue and history of the gateway were not read: name a Safe with --safe 0x….",
          "Amounts would show no dollars (BNB / USD, DAI / USD): the feed has no price.",
        ],
      }
    `)
  })

  test('behavior: other mixes report lag, endpoints closed to pages, and the remaining operators for confirmations and logs', () => {
    const { warnings } = judge(reportOf(probed('honest', 'blast', 'lagging', 'noCors', 'dead', 'drpc')))
    expect(warnings).toMatchInlineSnapshot(`
      [
        "blast.node1.example serves logs of 50 blocks at most.",
        "lagging.node2.example is 20 blocks behind another RPC.",
        "nocors.node3.example lets no web page read its answers.",
        "dead.node4.example refuses.",
        "drpc.node5.example serves batches of 3 calls at most.",
        "The queue and history of the gateway were not read: name a Safe with --safe 0x….",
      ]
    `)
    expect(judge(reportOf(probed('blast', 'oneRpc'))).warnings).toMatchInlineSnapshot(`
      [
        "blast.node0.example serves logs of 50 blocks at most.",
        "onerpc.node1.example serves logs of 50 blocks at most, batches of 10 calls at most.",
        "“Paid” has no operator to spare: when one of the two that can confirm it fails, payments stay unconfirmed.",
        "Incoming payments would be found slowly: no endpoint serves the logs of 500 blocks at once.",
        "The queue and history of the gateway were not read: name a Safe with --safe 0x….",
      ]
    `)
  })

  test('behavior: reports finality that lags', () => {
    const late = probed(...usualMix).map((one) => ({ ...one, node: { ...one.node, final: 69_999_000 } }))
    expect(judge(reportOf(late)).warnings).toContain(
      'club48.node1.example calls blocks final only 1000 blocks late.',
    )
  })
})
