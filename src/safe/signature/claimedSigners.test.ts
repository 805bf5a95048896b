import fc from 'fast-check'
import { concat, type Hex, hashMessage, pad, slice, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hash } from '#safe/tx/SafeMessage.ts'
import { anyAddress } from '#tests/support/arbitraries.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { SAFE } from '#tests/support/safeExamples.ts'
import { owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { claimedSigners, joinSignatures } from './signatureQuorum.ts'

const [ada, ben, cleo] = owners
const HASH = hash(SAFE, 'This Safe is ours.')

const byKey = ({ account }: Persona) => account.sign({ hash: HASH })
/** The signature of a wallet that signs the hash as a message: 4 is added to the last byte. */
async function byEthSign({ account }: Persona): Promise<Hex> {
  const signature = await account.sign({ hash: hashMessage({ raw: HASH }) })
  return concat([slice(signature, 0, 64), toHex(Number(slice(signature, 64)) + 4)])
}
const approved = (owner: Hex) => concat([pad(owner), toHex(0, { size: 32 }), '0x01'])
const byContract = (owner: Hex, own: Hex, start = 65n) =>
  concat([pad(owner), toHex(start, { size: 32 }), '0x00', toHex((own.length - 2) / 2, { size: 32 }), own])
const key = ({ address }: Persona) => ({ address, by: 'key' })
const name = ({ address }: Persona) => ({ address, by: 'name' })
const claimed = (signature: Hex) => claimedSigners(HASH, signature)

describe('one part', () => {
  test('behavior: of a key is recovered, from the hash and from the hash as a message', async () => {
    expect(await claimed(await byKey(ada))).toEqual([key(ada)])
    expect(await claimed(await byEthSign(ben))).toEqual([key(ben)])
  })

  test('behavior: of an approved hash or a contract only names an owner, and is marked so', async () => {
    expect(await claimed(approved(cleo.address))).toEqual([name(cleo)])
    expect(await claimed(byContract(stranger.address, '0x'))).toEqual([name(stranger)])
    expect(await claimed(byContract(stranger.address, `0x${'ab'.repeat(200)}`))).toEqual([name(stranger)])
  })

  test.each<[string, Hex]>([
    ['an empty signature', '0x'],
    ['a truncated part', `0x${'11'.repeat(64)}`],
    ['a name that is longer than an address', approved(toHex(2n ** 200n, { size: 32 }))],
    ['numbers that are not a point on the curve', `0x${'ff'.repeat(64)}1b`],
    ['zeros with a recovery', `0x${'00'.repeat(64)}1c`],
    ['a last byte of 2', `0x${'11'.repeat(64)}02`],
    ['a last byte of 30', `0x${'11'.repeat(64)}1e`],
    ['a last byte of 33', `0x${'11'.repeat(64)}21`],
    ['a contract’s part within its own fixed part', byContract(ada.address, '0x1234', 64n)],
    ['a contract’s part after the end', byContract(ada.address, '0x1234', 100n)],
    ['a contract’s part at an impossible offset', byContract(ada.address, '0x1234', 2n ** 256n - 1n)],
  ])('error: %s has no signer', async (_, signature) => {
    expect(await claimed(signature)).toBeNull()
  })
})

describe('several parts', () => {
  test('behavior: are listed in order, whatever contract bytes follow them', async () => {
    const joined = joinSignatures([
      { owner: ada.address, signature: await byKey(ada) },
      { owner: ben.address, signature: byContract(ben.address, `0x${'1b'.repeat(130)}`) },
      { owner: cleo.address, signature: await byEthSign(cleo) },
      { owner: stranger.address, signature: approved(stranger.address) },
    ])
    const sorted = [key(ada), name(ben), key(cleo), name(stranger)].toSorted((a, b) =>
      a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
    )
    expect(await claimed(joined)).toEqual(sorted)
  })

  test('error: have no signers if one of them is invalid', async () => {
    expect(await claimed(concat([await byKey(ada), `0x${'ff'.repeat(64)}1b`]))).toBeNull()
  })

  test('behavior: list an owner twice if they sign twice, so that a count notices it', async () => {
    expect(await claimed(concat([await byKey(ada), await byKey(ada)]))).toEqual([key(ada), key(ada)])
  })

  test('error: of more than a hundred are not read', async () => {
    const many = (count: number) => concat(Array.from({ length: count }, () => approved(ada.address)))
    expect(await claimed(many(100))).toHaveLength(100)
    expect(await claimed(many(101))).toBeNull()
  })

  test('behavior: of any joined owners are listed once each, sorted', async () => {
    const part = fc.record({
      owner: anyAddress,
      own: fc.option(fc.uint8Array({ maxLength: 90 }).map((bytes): Hex => toHex(bytes))),
    })
    const parts = fc.uniqueArray(part, { minLength: 1, maxLength: 6, selector: ({ owner }) => owner })
    await fc.assert(
      fc.asyncProperty(parts, async (signers) => {
        const joined = joinSignatures(
          signers.map(({ owner, own }) => ({
            owner,
            signature: own === null ? approved(owner) : byContract(owner, own),
          })),
        )
        const sorted = signers.map(({ owner }) => owner.toLowerCase()).toSorted()
        expect((await claimed(joined))?.map(({ address }) => address.toLowerCase())).toEqual(sorted)
      }),
      propertyRuns(100),
    )
  })
})

test('error: of any bytes give accounts or null, and never throw', async () => {
  const word = fc.oneof(
    fc.bigInt({ min: 0n, max: 400n }),
    fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  )
  const last = fc.oneof(fc.constantFrom(0, 1), fc.constantFrom(27, 28, 31, 32), fc.nat({ max: 255 }))
  const part = fc
    .tuple(word, word, last)
    .map(([r, s, v]) => concat([toHex(r, { size: 32 }), toHex(s, { size: 32 }), toHex(v, { size: 1 })]))
  const anyParts = fc
    .tuple(fc.array(part, { maxLength: 4 }), fc.uint8Array({ maxLength: 100 }))
    .map(([parts, rest]) => concat([...parts, toHex(rest)]))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anyParts,
        fc.uint8Array({ maxLength: 300 }).map((b) => toHex(b)),
      ),
      async (bytes) => {
        for (const one of (await claimed(bytes)) ?? []) {
          expect(one.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
          expect(['key', 'name']).toContain(one.by)
        }
      },
    ),
    propertyRuns(150),
  )
})
