import fc from 'fast-check'
import { concat, encodeAbiParameters, type Hex, hashMessage, serializeErc6492Signature, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { anyAddress, anyBytes, anyUint256 } from '#tests/support/arbitraries.ts'
import { type FakeAnswer, fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { revert } from '#tests/support/fakeSafe.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE, USDT } from '#tests/support/safeExamples.ts'
import { futureContractSays, unwrapped } from './signatureQuorum.ts'
import { checkTextSignature } from './textSignature.ts'

const MAGIC: Hex = `0x${'6492'.repeat(16)}`
const HASH = hashMessage('This account will be ours.')
const WRAPPED = serializeErc6492Signature({
  address: USDT,
  data: '0x1234',
  signature: `0x${'11'.repeat(65)}`,
})

const node = (eth_call: FakeAnswer): Rpc =>
  fakeRpc({ eth_blockNumber: quantity(100), eth_getCode: '0x', eth_call })
const away: Rpc = async () => {
  throw new TypeError('Failed to fetch')
}
const busy = () => {
  throw new RpcError(-32005, 'limit exceeded')
}
const several = (...witnesses: Rpc[]): Rpc =>
  Object.assign((...asked: Parameters<Rpc>) => away(...asked), { witnesses })
const kindOf = async (rpc: Rpc) => (await futureContractSays(rpc, SAFE, HASH, WRAPPED)).kind

describe('the wrapped signature', () => {
  test('behavior: follows factory and call', () => {
    fc.assert(
      fc.property(anyAddress, anyBytes, anyBytes, (address, data, signature) => {
        expect(unwrapped(serializeErc6492Signature({ address, data, signature }))).toBe(signature)
      }),
      propertyRuns(100),
    )
  })

  test.each<[string, Hex]>([
    ['the magic bytes alone', MAGIC],
    ['a word before them', concat([word(1), MAGIC])],
    ['offsets beyond the end', concat([word(1), word(2n ** 255n), word(2n ** 255n), MAGIC])],
    ['bytes without them', '0x1234'],
    ['nothing', '0x'],
  ])('error: is missing in %s', (_, signature) => {
    expect(unwrapped(signature)).toBeNull()
  })

  test('error: never throws, whatever precedes the magic bytes', async () => {
    const words = fc
      .array(fc.oneof(anyUint256, fc.bigInt({ min: 0n, max: 256n })), { maxLength: 8 })
      .map((some) => concat(['0x', ...some.map((value) => toHex(value, { size: 32 }))]))
    const bytes = fc.uint8Array({ maxLength: 200 }).map((some): Hex => toHex(some))
    await fc.assert(
      fc.asyncProperty(fc.oneof(words, bytes), async (before) => {
        const signature = concat([before, MAGIC])
        const inner = unwrapped(signature)
        expect(inner === null || /^0x([0-9a-f]{2})*$/.test(inner)).toBe(true)
        // Such bytes always get a verdict, and are never valid unless a contract accepts them.
        expect((await checkTextSignature(node(word(0)), SAFE, 'text', signature)).kind).toBe('wrong')
      }),
      propertyRuns(150),
    )
  })

  test('error: is invalid if it is empty', async () => {
    const empty = serializeErc6492Signature({ address: USDT, data: '0x1234', signature: '0x' })
    const kind = (await checkTextSignature(node('0x01'), SAFE, 'text', empty)).kind
    expect(kind).toBe('wrong')
  })
})

describe('one node', () => {
  test('behavior: runs ERC-6492’s code with account, hash and signature, and sends nothing', async () => {
    const asked: unknown[][] = []
    const rpc = node((params) => {
      asked.push([...params])
      return '0x01'
    })
    expect(await futureContractSays(rpc, SAFE, HASH, WRAPPED)).toEqual({ kind: 'yes', block: 100n })
    const given = [{ type: 'address' }, { type: 'bytes32' }, { type: 'bytes' }]
    const [call, block] = asked[0] as [{ data: string }, string]
    expect(Object.keys(call)).toEqual(['data'])
    expect(call.data.endsWith(encodeAbiParameters(given, [SAFE, HASH, WRAPPED]).slice(2))).toBe(true)
    expect(block).toBe('0x64')
  })

  test.each<[string, FakeAnswer, string]>([
    ['one in a byte', '0x01', 'yes'],
    ['one in a word', word(1), 'yes'],
    ['zero in a byte', '0x00', 'no'],
    ['zero in a word', word(0), 'no'],
    ['a revert', revert, 'no'],
    ['two', word(2), 'silent'],
    ['sixteen', '0x10', 'silent'],
    ['one in the first byte', `0x01${'00'.repeat(31)}`, 'silent'],
    ['the magic value of a contract', '0x1626ba7e'.padEnd(66, '0'), 'silent'],
    ['nothing, from a node that ran nothing', '0x', 'silent'],
    ['half a byte', '0x1', 'silent'],
    ['no bytes', 1, 'silent'],
    ['null', null, 'silent'],
    ['that it is busy', busy, 'silent'],
  ])('behavior: handles the answer %s', async (_, answer, kind) => {
    expect(await kindOf(node(answer))).toBe(kind)
  })
})

describe('several nodes', () => {
  const [yes, no, nothing] = [node('0x01'), node('0x00'), node('0x')]

  test.each<[string, Rpc[], string]>([
    ['two that say yes', [yes, yes, away], 'yes'],
    ['one that lies and two that do not', [yes, no, no], 'no'],
    ['one that runs nothing and two that say yes', [nothing, yes, yes], 'yes'],
    ['two that run nothing and one that says yes', [nothing, nothing, yes], 'split'],
    ['a yes and a no', [yes, no, away], 'split'],
    ['none that answers', [away, nothing], 'silent'],
  ])('behavior: %s decide correctly', async (_, witnesses, kind) => {
    expect(await kindOf(several(...witnesses))).toBe(kind)
  })
})
