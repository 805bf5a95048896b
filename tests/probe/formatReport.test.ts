import { expect, test } from 'vitest'
import { no, probed, reportOf, yes } from '#tests/support/probeReadings.ts'
import { usualMix } from '../../rig/usualMix.ts'
import { formatReport, WIDTH } from './formatReport.ts'
import { judge } from './judge.ts'
import type { ProbeReport } from './reading.ts'

const print = (report: ProbeReport) => formatReport(report, judge(report))
const feeds = [{ pair: 'BNB / USD', check: yes, price: '612.34 USD, 32 s old' }]

test('behavior: one table shows every check by endpoint, with the reasons for failures', () => {
  const endpoints = probed('bnbChain', 'wrongChain').map((one) => ({ ...one, page: one.node }))
  expect(print(reportOf(endpoints, { feeds }))).toMatchInlineSnapshot(`
    "1  bnbchain.node0.example, operator node0.example, head 70,000,000, final 69,999,997 (3 behind)
    2  wrongchain.node1.example, operator node1.example
    G  gateway.example, Safe gateway

    asked from Node         1            2            G
    serves chain 56         yes 20 ms    no: refused  yes 20 ms
    final block             yes 20 ms    -            -
    receipt                 yes 20 ms    -            -
    logs of 1 block         no: refused  -            -
    logs of 50 blocks       no: refused  -            -
    logs of 500 blocks      no: refused  -            -
    logs of 5,000 blocks    no: refused  -            -
    batch of 3 eth_call     yes 20 ms    -            -
    batch of 10 eth_call    yes 20 ms    -            -
    batch of 25 eth_call    yes 20 ms    -            -
    eth_call                yes 20 ms    -            -
    eth_getCode             yes 20 ms    -            -
    CORS: preflight         yes 20 ms    yes 20 ms    -
    CORS: answer            yes 20 ms    yes 20 ms    yes 20 ms

    asked from a web page   1            2            G
    serves chain 56         yes 20 ms    no: refused  -
    final block             yes 20 ms    -            -
    receipt                 yes 20 ms    -            -
    logs of 1 block         no: refused  -            -
    logs of 50 blocks       no: refused  -            -
    logs of 500 blocks      no: refused  -            -
    logs of 5,000 blocks    no: refused  -            -
    batch of 3 eth_call     yes 20 ms    -            -
    batch of 10 eth_call    yes 20 ms    -            -
    batch of 25 eth_call    yes 20 ms    -            -
    eth_call                yes 20 ms    -            -
    eth_getCode             yes 20 ms    -            -

    asked of all endpoints together
    price BNB / USD         yes 20 ms, 612.34 USD, 32 s old

    1  refuses [logs of 1 block, logs of 50 blocks, logs of 500 blocks, logs of 5,000 blocks]
    2  refuses [serves chain 56]

    Worth knowing: bnbchain.node0.example serves no logs.
    Worth knowing: The queue and history of the gateway were not read: name a Safe with --safe 0x….

    Would not work: wrongchain.node1.example is on chain 1, not on BNB Smart Chain (56): its balances and payments are those of another chain. Take it out of VITE_BSC_RPC_URLS.
    Would not work: Can’t confirm “Paid”: only one operator serves receipts.
    Would not work: Incoming payments could not be found: no endpoint serves the logs of 50 blocks.
    Do not release this."
  `)
})

test.each([1, 6, 10])('behavior: the table of %d endpoints fits within 120 columns', (count) => {
  const endpoints = probed(...Array.from({ length: count }, (_, at) => usualMix[at % 4] ?? 'honest'))
  const text = print(reportOf(endpoints, { txService: reportOf([]).gateway, feeds }))
  const table = text.slice(0, text.indexOf('Worth knowing'))
  for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(WIDTH)
})

test('error: terminal control characters in a check are not printed', () => {
  const [one] = probed('honest')
  if (!one) throw new Error('none')
  const hostile = { ...one, node: { ...one.node, checks: { chain: no('\u001b[2J\nyes', '\u001b[1myes') } } }
  expect(print(reportOf([hostile]))).not.toMatch(/(?!\n)\p{Cc}/u)
})
