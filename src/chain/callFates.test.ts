import fc from 'fast-check'
import {
  concatHex,
  encodeAbiParameters,
  encodeEventTopics,
  erc20Abi,
  type Hex,
  numberToHex,
  pad,
  parseAbiParameters,
  size,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../tests/support/propertyRuns.ts'
import { PAYEE, USDT } from '../../tests/support/safeExamples.ts'
import * as Call from './Call.ts'
import { type Carrier, callFates } from './callFates.ts'
import { pinned } from './Token.ts'

const FROM = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PAYEES = [PAYEE, OTHER, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const
const TOKENS = pinned.slice(0, 3)

/** The rows in the two forms that smart accounts take them in: packed, and as words of the ABI. */
const forms = {
  packed: (calls: readonly Call.Call[]): Hex =>
    concatHex([
      '0x8d80ff0a',
      ...calls.flatMap(({ to, value, data }): Hex[] => [
        '0x00',
        to,
        numberToHex(value, { size: 32 }),
        numberToHex(size(data), { size: 32 }),
        data,
      ]),
    ]),
  words: (calls: readonly Call.Call[]): Hex =>
    concatHex([
      '0xe9ae5c53',
      encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [calls]),
    ]),
} as const
type Form = keyof typeof forms

const logOf = ({ to, data }: Call.Call) => ({
  address: to.toLowerCase() as Hex,
  topics: [
    ...encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: FROM } }).slice(0, 2),
    pad(`0x${data.slice(34, 74)}`),
  ] as Hex[],
  data: `0x${data.slice(74)}` as Hex,
})

/** A transaction of the account to itself, which made these calls whole or reverted. */
function carrier(calls: readonly Call.Call[], form: Form, status: '0x1' | '0x0' = '0x1'): Carrier {
  const logs = status === '0x1' ? calls.filter(({ data }) => data !== '0x').map(logOf) : []
  return {
    receipt: { status, blockNumber: 9n, transactionHash: `0x${'ab'.repeat(32)}`, logs },
    sent: { from: FROM, to: FROM, value: 0n, input: forms[form](calls).toLowerCase() as Hex },
  }
}

/** Few payees, tokens and amounts, so that rows are often alike. */
const anyCall = fc
  .record({
    to: fc.constantFrom(...PAYEES),
    token: fc.constantFrom(...TOKENS),
    value: fc.bigInt({ min: 1n, max: 3n }),
  })
  .map(({ to, token, value }) => Call.transfer(to, { token, value }))
const anyBatch = fc.array(anyCall, { minLength: 1, maxLength: 10 })
const anyForm = fc.constantFrom<Form>('packed', 'words')

const keyOf = ({ to, value, data }: Call.Call) => `${to}:${value}:${data}`
const counted = (calls: readonly Call.Call[]) => {
  const counts = new Map<string, number>()
  for (const call of calls) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1)
  return counts
}

describe('a batch in one transaction', () => {
  test('behavior: that went through has paid every row, one that reverted none', () => {
    fc.assert(
      fc.property(anyBatch, anyForm, (calls, form) => {
        expect(new Set(callFates(FROM, calls, [carrier(calls, form)]))).toEqual(new Set(['paid']))
        const reverted = callFates(FROM, calls, [carrier(calls, form, '0x0')])
        expect(new Set(reverted)).toEqual(new Set(['not-paid']))
      }),
      propertyRuns(500),
    )
  })

  test('error: of rows that a wallet left out none is called paid, and none is called not paid', () => {
    fc.assert(
      fc.property(anyBatch, fc.array(fc.boolean()), anyForm, (calls, keep, form) => {
        const made = calls.filter((_, index) => keep[index] ?? true)
        const fates = callFates(FROM, calls, [carrier(made, form)])
        const paid = counted(calls.filter((_, index) => fates[index] === 'paid'))
        expect(paid).toEqual(counted(made))
        expect(fates).not.toContain('not-paid')
      }),
      propertyRuns(1_000),
    )
  })

  test('behavior: a batch that reverted first and then went through is paid', () => {
    fc.assert(
      fc.property(anyBatch, anyForm, (calls, form) => {
        const both = [carrier(calls, form, '0x0'), carrier(calls, form)]
        expect(new Set(callFates(FROM, calls, both))).toEqual(new Set(['paid']))
      }),
      propertyRuns(200),
    )
  })
})

const usdt = Call.transfer(PAYEE, {
  token: pinned.find(({ address }) => address === USDT) ?? raise(),
  value: 5n,
})
const bnb: Call.Call = { to: PAYEE, value: 5n, data: '0x' }

function raise(): never {
  throw new Error('USDT is not pinned')
}

/** The transaction with other facts. */
const bent = (made: Carrier, sent: Partial<NonNullable<Carrier['sent']>> | null): Carrier => ({
  ...made,
  sent: sent && made.sent && { ...made.sent, ...sent },
})

describe('evidence', () => {
  test('error: BNB of a transaction that is not the account’s is unknown, a token’s log counts', () => {
    const relayed = bent(carrier([usdt, bnb], 'words'), { from: OTHER, to: OTHER })
    expect(callFates(FROM, [usdt, bnb], [relayed])).toEqual(['paid', 'unknown'])
    const unread = bent(carrier([usdt, bnb], 'words'), null)
    expect(callFates(FROM, [usdt, bnb], [unread])).toEqual(['paid', 'unknown'])
    const failed = bent(carrier([usdt, bnb], 'words', '0x0'), { from: OTHER, to: OTHER })
    expect(callFates(FROM, [usdt, bnb], [failed])).toEqual(['unknown', 'unknown'])
  })

  test('behavior: a relayed call of the account itself counts', () => {
    const relayed = bent(carrier([usdt, bnb], 'words'), { from: OTHER })
    expect(callFates(FROM, [usdt, bnb], [relayed])).toEqual(['paid', 'paid'])
  })

  test('error: BNB beside a token that moved nothing is unknown', () => {
    const made = carrier([usdt, bnb], 'packed')
    const silent = { ...made, receipt: { ...made.receipt, logs: [] } }
    expect(callFates(FROM, [bnb, usdt], [silent])).toEqual(['unknown', 'not-paid'])
  })

  test('error: BNB is unknown where the wallet itself says that a part may have happened', () => {
    expect(callFates(FROM, [usdt, bnb], [carrier([usdt, bnb], 'packed')], false)).toEqual(['paid', 'unknown'])
  })

  test('behavior: BNB in a transaction of its own is told by that, each transaction once', () => {
    const plain = (status: '0x1' | '0x0') =>
      bent(carrier([bnb], 'words', status), { to: PAYEE, value: 5n, input: '0x' })
    expect(callFates(FROM, [bnb], [plain('0x1')], false)).toEqual(['paid'])
    expect(callFates(FROM, [bnb], [plain('0x0')], false)).toEqual(['not-paid'])
    expect(callFates(FROM, [bnb, bnb], [plain('0x1')], false)).toEqual(['paid', 'unknown'])
    expect(callFates(FROM, [bnb], [bent(plain('0x1'), { value: 4n })], false)).toEqual(['unknown'])
  })

  test('error: without a transaction nothing is known, and of other calls nothing is ever said', () => {
    expect(callFates(FROM, [usdt, bnb], [])).toEqual(['unknown', 'unknown'])
    const approval: Call.Call = { ...usdt, data: `0x095ea7b3${usdt.data.slice(10)}` }
    expect(callFates(FROM, [approval], [carrier([approval], 'words')])).toEqual(['unknown'])
  })
})
