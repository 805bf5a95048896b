import fc from 'fast-check'
import { encodeEventTopics, erc20Abi, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAddress } from '../../tests/support/arbitraries.ts'
import { fakeRpc, quantity, word } from '../../tests/support/fakeRpc.ts'
import { propertyRuns } from '../../tests/support/propertyRuns.ts'
import type { Address } from './Address.ts'
import { transfer } from './Call.ts'
import type { Receipt } from './questions.ts'
import type { Rpc } from './Rpc.ts'
import { missingTransfers, readSettlement } from './settlement.ts'
import { BNB, pinned } from './Token.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const FROM = '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4'
const PAYEE = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const usdt = pinned.find(({ symbol }) => symbol === 'USDT') ?? BNB
const pay = (value: bigint, to: Address = PAYEE) => transfer(to, { token: usdt, value })

/** The log that a token writes, made with viem. */
function transferLog(from: Address, to: Address, value: bigint, token: Address = usdt.address ?? FROM) {
  const topics = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Hex[]
  return { address: token.toLowerCase() as Hex, topics, data: word(value) as Hex }
}

const receipt = (logs: Receipt['logs']): Receipt => ({
  status: '0x1',
  blockNumber: 5n,
  transactionHash: HASH,
  logs,
})

describe('missingTransfers', () => {
  test('behavior: nothing is missing when every transfer has its log', () => {
    const logs = [transferLog(FROM, PAYEE, 1n), transferLog(FROM, PAYEE, 2n)]
    expect(missingTransfers(receipt(logs), FROM, [pay(2n), pay(1n)])).toEqual([])
  })

  test('behavior: BNB leaves no log and is never missing', () => {
    const call = transfer(PAYEE, { token: BNB, value: 1n })
    expect(missingTransfers(receipt([]), FROM, [call])).toEqual([])
  })

  test('error: two equal payments need two logs', () => {
    const calls = [pay(1n), pay(1n)]
    expect(missingTransfers(receipt([transferLog(FROM, PAYEE, 1n)]), FROM, calls)).toEqual([calls[1]])
  })

  test.each<[string, Receipt['logs'][number]]>([
    ['of another amount', transferLog(FROM, PAYEE, 2n)],
    ['to somebody else', transferLog(FROM, FROM, 1n)],
    ['from somebody else', transferLog(PAYEE, PAYEE, 1n)],
    ['of another token', transferLog(FROM, PAYEE, 1n, '0x55d3980000000000000000000000000000007955')],
    ['of another event', { ...transferLog(FROM, PAYEE, 1n), topics: [HASH, pad(FROM), pad(PAYEE)] }],
    [
      'of an NFT',
      { ...transferLog(FROM, PAYEE, 1n), topics: [...transferLog(FROM, PAYEE, 1n).topics, HASH] },
    ],
    ['without data', { ...transferLog(FROM, PAYEE, 1n), data: '0x' }],
    ['with data cut short', { ...transferLog(FROM, PAYEE, 1n), data: '0x01' }],
    ['without topics', { ...transferLog(FROM, PAYEE, 1n), topics: [] }],
  ])('error: a log %s does not stand for the payment', (_, log) => {
    expect(missingTransfers(receipt([log]), FROM, [pay(1n)])).toEqual([pay(1n)])
    expect(missingTransfers(receipt([log, transferLog(FROM, PAYEE, 1n)]), FROM, [pay(1n)])).toEqual([])
  })

  test('behavior: as many are missing as logs were taken away, whatever their order', () => {
    const payment = fc.record({ to: anyAddress, value: fc.bigInt({ min: 0n, max: 3n }) })
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 8 }), fc.nat(), fc.nat(), (payments, cut, turn) => {
        const logs = payments.map(({ to, value }) => transferLog(FROM, to, value))
        const kept = logs.slice(cut % (logs.length + 1))
        const turned = [...kept.slice(turn % (kept.length + 1)), ...kept.slice(0, turn % (kept.length + 1))]
        const calls = payments.map(({ to, value }) => pay(value, to))
        expect(missingTransfers(receipt(turned), FROM, calls)).toHaveLength(logs.length - kept.length)
      }),
      propertyRuns(200),
    )
  })
})

describe('readSettlement', () => {
  const node = (blocks: Readonly<Record<string, bigint>>, mined: bigint | null) =>
    fakeRpc({
      eth_getTransactionReceipt: mined === null ? null : { ...receipt([]), blockNumber: quantity(mined) },
      eth_getBlockByNumber: ([tag]) => {
        const number = blocks[String(tag)]
        return number === undefined ? null : { number: quantity(number) }
      },
    })
  const kindOf = async (...args: Parameters<typeof node>) => (await readSettlement(node(...args), HASH)).kind

  test('behavior: without a receipt it is missing', async () => {
    expect(await kindOf({ latest: 100n, finalized: 98n }, null)).toBe('missing')
  })

  test('behavior: it is mined until its block is final', async () => {
    expect(await kindOf({ latest: 100n, finalized: 98n }, 99n)).toBe('mined')
    expect(await kindOf({ latest: 100n, finalized: 98n }, 98n)).toBe('final')
  })

  test('behavior: a node that knows no final block is believed after 20 blocks', async () => {
    expect(await kindOf({ latest: 100n }, 81n)).toBe('mined')
    expect(await kindOf({ latest: 100n }, 80n)).toBe('final')
  })

  describe('with several endpoints', () => {
    const final = node({ latest: 100n, finalized: 98n }, 90n)
    const away = fakeRpc({})
    const behind = node({ latest: 80n, finalized: 78n }, 90n)
    const other = fakeRpc({
      eth_getTransactionReceipt: {
        ...receipt([{ ...transferLog(FROM, PAYEE, 1n) }]),
        blockNumber: quantity(90n),
      },
      eth_getBlockByNumber: { number: quantity(98n) },
    })
    const by = async (...witnesses: Rpc[]) =>
      (await readSettlement(Object.assign(final.bind(null) as Rpc, { witnesses }), HASH)).kind

    test('behavior: it is final when two of them say the same', async () => {
      expect(await by(final, final)).toBe('final')
      expect(await by(final, away, final)).toBe('final')
      expect(await by(away, behind, final, final)).toBe('final')
    })

    test.each([
      ['is away', [final, away]],
      ['is behind', [final, behind, away]],
      ['has other logs', [final, other, away]],
      ['and the others are away', [away, away, final]],
    ] as const)('error: it is not when only one of them says so and the other %s', async (_, witnesses) => {
      expect(await by(...witnesses)).toBe('mined')
    })
  })

  test('error: a node that knows no block at all is an error, not an answer', async () => {
    await expect(kindOf({}, 80n)).rejects.toThrow()
  })
})
