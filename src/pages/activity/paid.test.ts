import fc from 'fast-check'
import { encodeFunctionData, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { listedItem } from '#account/safe/listedItem.ts'
import { transfer } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { readItemStatus } from '#domain/activity/itemStatus.ts'
import { settledWords } from '#domain/activity/paymentWords.ts'
import { gateway } from '#safe/service/sources.ts'
import { usdt } from '#tests/support/activityItems.ts'
import { fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { twoNodes } from '#tests/support/fakeSafe.ts'
import { anyHostileValue, mutate } from '#tests/support/mutate.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { safeCodeAnswers } from '#tests/support/safeCode.ts'
import { historyDocument, PAYEE, SAFE } from '#tests/support/safeExamples.ts'

// One service and three nodes report an outgoing and an incoming payment. At most one of the four lies, in
// any one field.

const SENDER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const PROPOSAL = word(77)
const OUT = word(1001)
const IN = word(1002)
const VALUE = 250n * 10n ** 18n
const FINAL = 100n

type Fate = 'paid' | 'failed inside' | 'another proposal' | 'unknown' | 'reverted' | 'not final'
const fates: readonly Fate[] = [
  'paid',
  'failed inside',
  'another proposal',
  'unknown',
  'reverted',
  'not final',
]
type Truth = { readonly out: Fate; readonly in: Fate; readonly token: Token.Token }

const party = (value: string) => ({ value, name: null, logoUri: null })
const SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
const FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const RECEIVED = '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'

const log = (address: string, topics: readonly Hex[], data: Hex) => ({
  address: address.toLowerCase(),
  topics,
  data,
})

function logsOf(what: 'out' | 'in', fate: Fate, token: Token.Token) {
  if (fate === 'reverted') return []
  const moved = (from: Hex, to: Hex) =>
    token.address === null ? [] : [log(token.address, [TRANSFER, pad(from), pad(to)], word(VALUE))]
  if (what === 'out') {
    if (fate === 'failed inside') return [log(SAFE, [FAILURE, PROPOSAL], word(0))]
    return fate === 'another proposal'
      ? [log(SAFE, [SUCCESS, word(78)], word(0)), ...moved(SAFE, SENDER)]
      : [log(SAFE, [SUCCESS, PROPOSAL], word(0)), ...moved(SAFE, PAYEE)]
  }
  if (fate === 'failed inside' || fate === 'another proposal') return []
  return token.address === null ? [log(SAFE, [RECEIVED, pad(SENDER)], word(VALUE))] : moved(SENDER, SAFE)
}

const execAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])

const call = (hash: Hex, to: string, input: Hex) => ({
  hash,
  from: SENDER.toLowerCase(),
  to: to.toLowerCase(),
  value: '0x0',
  nonce: '0x1',
  input,
})

/** An honest node's answers, as documents by method and first parameter. */
function nodeDocument(truth: Truth): Record<string, unknown> {
  const receipt = (hash: Hex, what: 'out' | 'in', fate: Fate) =>
    fate === 'unknown'
      ? null
      : {
          transactionHash: hash,
          status: fate === 'reverted' ? '0x0' : '0x1',
          blockNumber: quantity(fate === 'not final' ? FINAL + 5n : FINAL - 5n),
          logs: logsOf(what, fate, truth.token),
        }
  const { to, value, data } = transfer(PAYEE, { token: truth.token, value: VALUE })
  const input = encodeFunctionData({
    abi: execAbi,
    args: [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
  })
  return {
    [`eth_getTransactionReceipt ${OUT}`]: receipt(OUT, 'out', truth.out),
    [`eth_getTransactionReceipt ${IN}`]: receipt(IN, 'in', truth.in),
    [`eth_getTransactionByHash ${OUT}`]: call(OUT, SAFE, input),
    [`eth_getTransactionByHash ${IN}`]: call(IN, PAYEE, '0x'),
    'eth_getBlockByNumber finalized': { number: quantity(FINAL) },
    'eth_getBlockByNumber latest': { number: quantity(FINAL + 10n) },
  }
}

function node(document: Record<string, unknown>): Rpc {
  const answer = (method: string) => (params: readonly unknown[]) =>
    document[`${method} ${params[0]}`] ?? null
  const methods = ['eth_getTransactionReceipt', 'eth_getTransactionByHash', 'eth_getBlockByNumber']
  return fakeRpc({
    ...safeCodeAnswers(SAFE),
    ...Object.fromEntries(methods.map((method) => [method, answer(method)])),
  })
}

/** An honest service's data if all went well. */
function serviceDocument(token: Token.Token) {
  const [, row] = historyDocument.results
  const info = (direction: 'INCOMING' | 'OUTGOING', sender: string, recipient: string) => ({
    type: 'Transfer',
    sender: party(sender),
    recipient: party(recipient),
    direction,
    transferInfo:
      token.address === null
        ? { type: 'NATIVE_COIN', value: `${VALUE}` }
        : {
            type: 'ERC20',
            tokenAddress: token.address,
            value: `${VALUE}`,
            tokenSymbol: 'USDT',
            decimals: 18,
          },
  })
  const of = (some: object) => ({ ...row, transaction: { ...row?.transaction, ...some } })
  return {
    ...historyDocument,
    results: [
      of({ id: `multisig_${SAFE}_${PROPOSAL}`, txHash: OUT, txInfo: info('OUTGOING', SAFE, PAYEE) }),
      of({
        id: `transfer_${SAFE}_e1`,
        txHash: IN,
        txInfo: info('INCOMING', SENDER, SAFE),
        executionInfo: null,
      }),
    ],
  }
}

/** Values from elsewhere in the same scenario are the most convincing lies. */
const anyLie = fc.oneof(
  anyHostileValue,
  fc.constantFrom<unknown>(
    '0x1',
    '0x0',
    quantity(1n),
    quantity(FINAL * 10n),
    OUT,
    IN,
    PROPOSAL,
    SUCCESS,
    FAILURE,
  ),
  fc.constantFrom<unknown>(
    word(VALUE),
    word(1n),
    `${VALUE}`,
    '1',
    'SUCCESS',
    'FAILED',
    'INCOMING',
    'OUTGOING',
  ),
  fc.constantFrom<unknown>(
    SAFE,
    PAYEE,
    SENDER,
    SAFE.toLowerCase(),
    pad(SENDER),
    'Custom',
    'NATIVE_COIN',
    null,
  ),
)

const anyTruth = fc.record({
  out: fc.constantFrom(...fates),
  in: fc.constantFrom(...fates),
  token: fc.constantFrom(usdt, Token.BNB),
})

/** The words shown for each item on the page: whether they are `good`, and whether they are true. */
async function reported(truth: Truth, liar: number, seed: number, lie: unknown) {
  const service = serviceDocument(truth.token)
  const document = liar === 3 ? mutate(service, seed, lie) : service
  const honest = nodeDocument(truth)
  const nodes = [0, 1, 2].map((index) =>
    node(index === liar ? (mutate(honest, seed, lie) as Record<string, unknown>) : honest),
  )
  // The first endpoint is preferred: its data is used first.
  const [first] = nodes
  const rpc = Object.assign(((...question) => first?.(...question)) as Rpc, { witnesses: nodes })
  const source = gateway(`data:application/json,${encodeURIComponent(JSON.stringify(document))}#`)
  const page = await source.history(SAFE, null).catch(() => null)
  return Promise.all(
    (page?.transactions ?? []).map(async (transaction) => {
      const item = listedItem(transaction)
      const evidence = await readItemStatus(rpc, SAFE, item).catch(() => undefined)
      return { item, words: settledWords(item, evidence, evidence === undefined) }
    }),
  )
}

test('behavior: a final payment is shown as paid if all sources are honest', async () => {
  for (const token of [usdt, Token.BNB]) {
    const found = await reported({ out: 'paid', in: 'paid', token }, -1, 0, null)
    expect(found.map(({ words }) => words.title)).toEqual(['Paid', 'Received'])
  }
})

test.each(fates.slice(1))(
  'error: a payment that is %s is never shown as paid, even if the service says so',
  async (fate) => {
    const found = await reported({ out: fate, in: fate, token: usdt }, -1, 0, null)
    expect(found.filter(({ words }) => words.tone === 'good')).toEqual([])
  },
)

test('error: BNB that a service lists without a proposal is not shown as paid, because it leaves no log', async () => {
  const service = serviceDocument(Token.BNB)
  const [out] = service.results
  const row = { ...out, transaction: { ...out?.transaction, id: `transfer_${SAFE}_i1` } }
  const document = { ...service, results: [row] }
  const source = gateway(`data:application/json,${encodeURIComponent(JSON.stringify(document))}#`)
  const { transactions } = await source.history(SAFE, null)
  const rpc = twoNodes(node(nodeDocument({ out: 'failed inside', in: 'paid', token: Token.BNB })))
  const evidence = await Promise.all(
    transactions.map((transaction) => readItemStatus(rpc, SAFE, listedItem(transaction))),
  )
  expect(evidence).toEqual([{ kind: 'unknown', why: 'not-visible', hash: OUT }])
})

test.each([
  ['another amount', { value: '999' }, {}],
  ['another payee', {}, { recipient: party(SENDER) }],
])('error: BNB listed with %s than in its execution’s calldata is a mismatch', async (_, transfer, some) => {
  const service = serviceDocument(Token.BNB)
  const [out] = service.results
  const { txInfo } = (out?.transaction ?? {}) as { txInfo?: { transferInfo: object } }
  const reported = { ...txInfo, ...some, transferInfo: { ...txInfo?.transferInfo, ...transfer } }
  const document = {
    ...service,
    results: [{ ...out, transaction: { ...out?.transaction, txInfo: reported } }],
  }
  const source = gateway(`data:application/json,${encodeURIComponent(JSON.stringify(document))}#`)
  const { transactions } = await source.history(SAFE, null)
  const rpc = twoNodes(node(nodeDocument({ out: 'paid', in: 'paid', token: Token.BNB })))
  const evidence = await Promise.all(
    transactions.map((transaction) => readItemStatus(rpc, SAFE, listedItem(transaction))),
  )
  expect(evidence).toEqual([{ kind: 'mismatch', differences: ['The network says otherwise.'] }])
})

test('error: one lying service or node never makes an unpaid item look paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTruth,
      fc.integer({ min: 0, max: 3 }),
      fc.nat(),
      anyLie,
      async (truth, liar, seed, lie) => {
        for (const { item, words } of await reported(truth, liar, seed, lie)) {
          if (words.tone !== 'good') continue
          const fate = item.hash === OUT ? truth.out : truth.in
          expect(fate).toBe('paid')
          const { what } = item
          if (what.kind !== 'transfer-out' && what.kind !== 'transfer-in') continue
          expect(what.amount.amount.value).toBe(VALUE)
          expect(Token.key(what.amount.amount.token)).toBe(Token.key(truth.token))
          expect(what.kind === 'transfer-out' ? what.to : what.from).toBe(item.hash === OUT ? PAYEE : SENDER)
        }
      },
    ),
    propertyRuns(50, 6_000),
  )
})
