import fc from 'fast-check'
import {
  type Hex,
  hexToBytes,
  numberToHex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  toHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { anyUnicode } from '#tests/support/arbitraries.ts'
import { callOf, type FakeAnswer, fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { personas, stranger } from '../../../safe-app/accounts.ts'
import { checkTextSignature } from './textSignature.ts'

const [ada, ben] = personas as [(typeof personas)[0], (typeof personas)[0]]
const TEXT = 'Influencer Portal: this account is mine.'
const MAGIC = '0x1626ba7e'.padEnd(66, '0')
const LEGACY_MAGIC = '0x20c13b0b'.padEnd(66, '0')
const DELEGATION = `0xef0100${'ab'.repeat(20)}`

const unasked: Rpc = async (method) => {
  throw new Error(`${method} was not to be asked`)
}
/** A node with code at every address and a contract that gives this answer to both forms. */
const node = (eth_call: FakeAnswer, code = '0x6000', block = 100): Rpc =>
  fakeRpc({ eth_blockNumber: quantity(block), eth_getCode: code, eth_call })
const bare = node('0x', '0x')
const reverts = () => {
  throw new RpcError(3, 'execution reverted: GS026')
}
const busy = () => {
  throw new RpcError(-32005, 'limit exceeded')
}
const away: Rpc = async () => {
  throw new TypeError('Failed to fetch')
}
const several = (...witnesses: Rpc[]): Rpc =>
  Object.assign((...asked: Parameters<Rpc>) => away(...asked), { witnesses })

const signed = (text = TEXT) => ada.account.signMessage({ message: text })
const check = (signature: Hex, rpc: Rpc = bare, { signer = ada.address, text = TEXT } = {}) =>
  checkTextSignature(rpc, signer, text, signature)
const kindOf = async (...asked: Parameters<typeof check>) => (await check(...asked)).kind

describe('a key', () => {
  test('behavior: is recovered locally, without a request', async () => {
    const byKey = { kind: 'valid', by: 'key', block: null }
    expect(await check(await signed(), unasked)).toEqual(byKey)
    expect(await check((await signed()).toUpperCase().replace('0X', '0x') as Hex, unasked)).toEqual(byKey)
    expect(await check(await signed(''), unasked, { text: '' })).toEqual(byKey)
  })

  test('error: of another account or text is wrong', async () => {
    expect(await kindOf(await signed(), bare, { signer: ben.address })).toBe('wrong')
    expect(await kindOf(await signed(`${TEXT} `))).toBe('wrong')
    const hashOnly = await ada.account.sign({ hash: `0x${'11'.repeat(32)}` })
    expect(await kindOf(hashOnly)).toBe('wrong')
  })

  test('error: a last byte other than 27 and 28 is wrong, even if libraries accept it', async () => {
    const signature = await signed()
    const recovery = signature.endsWith('1b') ? '00' : '01'
    expect(await kindOf(`${signature.slice(0, -2)}${recovery}` as Hex)).toBe('wrong')
  })

  test('error: a short form of the same signature is wrong', async () => {
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(await signed())))
    expect(await kindOf(compact)).toBe('wrong')
  })

  test.each<[string]>([
    ['0x'],
    [''],
    ['signature'],
    ['0x1'],
    ['0xzz'],
    [`0x${'00'.repeat(65)}`],
    [`0x${'ff'.repeat(64)}1b`],
    [`0x${'00'.repeat(64)}1c`],
    [`0x${'11'.repeat(64)}`],
  ])('error: rejects %j as a signature', async (signature) => {
    expect(await kindOf(signature as Hex)).toBe('wrong')
  })

  test.each([[null], [undefined], [7], [{}], [['0x11']]])(
    'error: rejects the non-string %j',
    async (signature) => {
      expect(await kindOf(signature as unknown as Hex, unasked)).toBe('wrong')
    },
  )

  test('error: every change of one byte, in the text or the signature, is found', async () => {
    const anyText = anyUnicode({ maxLength: 40 })
    const change = fc.record({ inText: fc.boolean(), at: fc.nat(), mask: fc.integer({ min: 1, max: 255 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...personas),
        anyText,
        change,
        async (person, text, { inText, at, mask }) => {
          const signature = await person.account.signMessage({ message: text })
          expect(await kindOf(signature, unasked, { signer: person.address, text })).toBe('valid')
          const bytes = inText ? new TextEncoder().encode(text) : hexToBytes(signature)
          if (bytes.length === 0) return
          const index = at % bytes.length
          bytes[index] = (bytes[index] ?? 0) ^ mask
          const altered = inText
            ? { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
            : { text }
          const verdict = await check(inText ? signature : toHex(bytes), bare, {
            signer: person.address,
            ...altered,
          })
          expect(verdict.kind).toBe('wrong')
        },
      ),
      propertyRuns(50, 5_000),
    )
  })

  test('error: texts with unpaired surrogates cannot share a signature', async () => {
    for (const text of ['\ud800', '\udfff', 'a\ud83db']) {
      expect(await kindOf(await signed(text), unasked, { text })).toBe('wrong')
    }
    expect(await kindOf(await signed('😀'), unasked, { text: '😀' })).toBe('valid')
  })
})

describe('a contract', () => {
  const signature = '0x1234'

  test('behavior: is called at the newest block, in both forms', async () => {
    const asked: unknown[] = []
    const rpc = node((params) => {
      asked.push(params[1])
      return MAGIC
    })
    expect(await check(signature, rpc)).toEqual({ kind: 'valid', by: 'contract', block: 100n })
    expect(asked).toEqual(['0x64', '0x64'])
  })

  test('behavior: a Safe that supports only the bytes form is accepted', async () => {
    const old = node((params) => (callOf(params).data.startsWith('0x20c13b0b') ? LEGACY_MAGIC : reverts()))
    expect(await check(signature, old)).toMatchObject({ kind: 'valid', by: 'contract' })
  })

  test('behavior: an account delegated to a contract (EIP-7702) can use its key and the contract', async () => {
    expect(await check(await signed(), unasked)).toMatchObject({ by: 'key' })
    expect(await check(signature, node(MAGIC, DELEGATION))).toEqual({
      kind: 'valid',
      by: 'delegate',
      block: 100n,
    })
    expect(await check(signature, node(reverts, DELEGATION))).toMatchObject({
      kind: 'wrong',
      words: expect.stringContaining('the key of this wallet, or by the contract that it runs'),
    })
  })

  test.each<[string, FakeAnswer]>([
    ['reverts', reverts],
    ['answers nothing', '0x'],
    ['answers zero', `0x${'00'.repeat(32)}`],
    ['answers one', `0x${'00'.repeat(31)}01`],
    ['answers the four bytes alone', '0x1626ba7e'],
    ['answers the four bytes at the end', `0x${'00'.repeat(28)}1626ba7e`],
    ['gives back what it was given', (params) => callOf(params).data],
    [
      'answers with the other form’s word',
      (params) => (callOf(params).data.startsWith('0x1626') ? LEGACY_MAGIC : MAGIC),
    ],
  ])('error: one that %s has not signed', async (_, answer) => {
    expect(await kindOf(signature, node(answer))).toBe('wrong')
  })

  test('error: an account without code is wrong, whatever a call returns', async () => {
    expect(await kindOf(signature, node(MAGIC, '0x'))).toBe('wrong')
  })

  test.each<[string, Rpc]>([
    ['is busy', node(busy)],
    ['is away', away],
    ['returns invalid code', node(MAGIC, 'none')],
    ['answers something else', node(null)],
    ['has no block', fakeRpc({ eth_getCode: '0x6000', eth_call: MAGIC })],
  ])('error: while a node %s, the result is unknown', async (_, rpc) => {
    expect(await kindOf(signature, rpc)).toBe('unknown')
  })

  test('behavior: an empty signature is wrong, though a Safe accepts it for an approved hash', async () => {
    expect(await kindOf('0x', node(MAGIC))).toBe('wrong')
  })
})

describe('several nodes', () => {
  const signature = '0x1234'
  const yes = (block = 100) => node(MAGIC, '0x6000', block)
  const no = (block = 100) => node(reverts, '0x6000', block)
  const none = node('0x', '0x')

  test.each<[string, Rpc[], string]>([
    ['two that say yes', [yes(), yes(), unasked], 'valid'],
    ['two that say no', [no(), no(), unasked], 'wrong'],
    ['two without a contract', [none, none, unasked], 'wrong'],
    ['one liar and two that say no', [yes(), no(), no()], 'wrong'],
    ['one liar and two that say yes', [no(), yes(), yes()], 'valid'],
    ['one down and two that say yes', [away, yes(), yes()], 'valid'],
    ['a yes, a no and a node that is down', [yes(), no(), away], 'unknown'],
    ['one yes alone', [yes(), away, away], 'unknown'],
    ['one no alone', [away, no(), away], 'unknown'],
    ['a yes, a no and no contract', [yes(), no(), none], 'unknown'],
    ['none that answers', [away, away, away], 'unknown'],
  ])('behavior: %s decide correctly', async (_, witnesses, kind) => {
    expect(await kindOf(signature, several(...witnesses))).toBe(kind)
  })

  test('behavior: use the older block of those that agree', async () => {
    expect(await check(signature, several(yes(101), yes(99)))).toMatchObject({ block: 99n })
  })
})

test('behavior: the other form of the same numbers, which no wallet makes, is also valid', async () => {
  const signature = await stranger.account.signMessage({ message: TEXT })
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = numberToHex(order - BigInt(`0x${signature.slice(66, 130)}`), { size: 32 })
  const v = signature.endsWith('1b') ? '1c' : '1b'
  const other = `${signature.slice(0, 66)}${s.slice(2)}${v}` as Hex
  expect(await kindOf(other, unasked, { signer: stranger.address })).toBe('valid')
})
