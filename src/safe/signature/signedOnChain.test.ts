import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { hash } from '#safe/tx/SafeMessage.ts'
import { callOf, type FakeAnswer, fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { revert } from '#tests/support/fakeSafe.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { signedOnChain } from './textSignature.ts'

const HASH = hash(SAFE, 'This Safe is ours.')
/** A node whose Safe stores this number for the message. */
const node = (kept: FakeAnswer, code: FakeAnswer = '0x6000', block = 100): Rpc =>
  fakeRpc({ eth_blockNumber: quantity(block), eth_getCode: code, eth_call: kept })
const away: Rpc = async () => {
  throw new TypeError('Failed to fetch')
}
const busy = () => {
  throw new RpcError(-32005, 'limit exceeded')
}
const several = (...witnesses: Rpc[]): Rpc =>
  Object.assign((...asked: Parameters<Rpc>) => away(...asked), { witnesses })
const kindOf = async (rpc: Rpc) => (await signedOnChain(rpc, SAFE, HASH)).kind

describe('one node', () => {
  test('behavior: is asked about this message and Safe at the newest block', async () => {
    const asked: unknown[] = []
    const rpc = node((params) => {
      asked.push(callOf(params).to, callOf(params).data, params[1])
      return word(1)
    })
    expect(await signedOnChain(rpc, SAFE, HASH)).toEqual({ kind: 'yes', block: 100n })
    // `signedMessages(bytes32)`
    expect(asked).toEqual([SAFE.toLowerCase(), `0x5ae6bd37${HASH.slice(2)}`, '0x64'])
  })

  test.each<[string, FakeAnswer]>([
    ['zero', word(0)],
    ['two', word(2)],
    ['the greatest number', word(2n ** 256n - 1n)],
    ['one in the first byte', `0x01${'00'.repeat(31)}`],
    ['nothing', '0x'],
    ['one byte', '0x01'],
    ['two words', `${word(1)}${word(1).slice(2)}`],
    ['what it was given', (params) => callOf(params).data],
  ])('error: a contract that returns %s has not stored it', async (_, kept) => {
    expect(await kindOf(node(kept))).toBe('no')
  })

  test('error: a contract without that storage has not stored it', async () => {
    expect(await kindOf(node(revert))).toBe('no')
  })

  test('error: an account without code has not stored it, whatever a call returns', async () => {
    expect(await kindOf(node(word(1), '0x'))).toBe('none')
  })

  test.each<[string, Rpc]>([
    ['is away', away],
    ['is busy', node(busy)],
    ['cannot say whether a contract is there', node(word(1), busy)],
    ['returns invalid code', node(word(1), 'none')],
    ['answers nothing at all', node(null)],
    ['answers a number', node(1)],
    ['answers without hexadecimal digits', node('0xzz')],
    ['answers half a byte', node('0x1')],
    ['has no block', fakeRpc({ eth_getCode: '0x6000', eth_call: word(1) })],
  ])('error: while it %s, the result is unknown', async (_, rpc) => {
    expect(await kindOf(rpc)).toBe('silent')
  })
})

describe('several nodes', () => {
  const [yes, no, none] = [node(word(1)), node(word(0)), node('0x', '0x')]
  const garbled = node({ result: word(0) })

  test.each<[string, Rpc[], string]>([
    ['two that say yes', [yes, yes, away], 'yes'],
    ['two that say no', [no, no, away], 'no'],
    ['one that lies and two that do not', [yes, no, no], 'no'],
    ['one down and two that say yes', [away, yes, yes], 'yes'],
    ['one garbled and two that say yes', [garbled, yes, yes], 'yes'],
    ['two that disagree', [yes, no], 'split'],
    ['three that disagree', [yes, no, none], 'split'],
    ['a yes alone', [yes, away, garbled], 'split'],
    ['a no and one garbled', [no, garbled], 'split'],
    ['none that answers', [away, garbled], 'silent'],
  ])('behavior: %s decide correctly', async (_, witnesses, kind) => {
    expect(await kindOf(several(...witnesses))).toBe(kind)
  })

  test('behavior: use the older block of those that agree', async () => {
    const rpc = several(node(word(1), '0x6000', 101), node(word(1), '0x6000', 99))
    expect(await signedOnChain(rpc, SAFE, HASH)).toEqual({ kind: 'yes', block: 99n })
  })
})
