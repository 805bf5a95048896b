import { concat, type Hex, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { quantity } from '#tests/support/fakeRpc.ts'
import { revert } from '#tests/support/fakeSafe.ts'
import {
  away,
  bare,
  bent,
  byAll,
  check,
  garbled,
  honest,
  kindOf,
  MAGIC,
  noSayer,
  nothing,
  part,
  proof,
  several,
  TEXT,
  wordsOf,
  yesSayer,
} from '#tests/support/proofNodes.ts'
import { usualProof } from '#tests/support/proofs.ts'
import { messageOf } from '#tests/support/signingSafe.ts'
import { owners as people, stranger } from '../../../safe-app/accounts.ts'
import type { ProofSignature } from './checkSignature.ts'
import { proofMessage } from './proofMessage.ts'

const [ada, ben, cleo] = people
const WITHOUT_BEN = [ada.address, cleo.address, stranger.address]
const approvedBy = (owner: Hex) => concat([pad(owner), toHex(0, { size: 32 }), '0x01'])

describe('several nodes', () => {
  test.each<[string, Rpc, ProofSignature['kind']]>([
    ['two honest ones', several(honest(), honest(), away), 'valid'],
    ['one that lies and two honest ones', several(noSayer, honest(), honest()), 'valid'],
    ['two that disagree', several(honest(), noSayer), 'unknown'],
    ['two that disagree and one without the Safe', several(honest(), noSayer, bare), 'unknown'],
    ['one honest alone', several(honest(), away, garbled), 'unknown'],
    ['one that refuses alone', several(noSayer, away, garbled), 'unknown'],
    ['none that answers', several(away, garbled), 'unknown'],
  ])('behavior: %s decide correctly about a valid signature', async (_, rpc, kind) => {
    expect(await kindOf(rpc, await byAll(ada, ben))).toBe(kind)
  })

  test('error: one that accepts everything makes nothing valid alone', async () => {
    const junk = await byAll(stranger, cleo)
    expect(await kindOf(several(yesSayer(), honest(), honest()), junk)).toBe('wrong')
    expect(await kindOf(several(yesSayer(), away, away), junk)).toBe('unknown')
    expect(await kindOf(several(yesSayer(), honest(), honest()))).toBe('collecting')
    expect(await wordsOf(several(yesSayer(), away, away))).toContain('unknown: It could not be read whether')
    expect(await kindOf(several(yesSayer(bare), bare, bare))).toBe('none')
  })

  test('error: without agreement on the on-chain signature, no owners are reported as missing', async () => {
    const reported = await messageOf(TEXT, [ada])
    expect(await kindOf(several(yesSayer(), honest()), null, () => reported)).toBe('unknown')
    expect(await check(several(honest(), honest()), null, () => reported)).toMatchObject({ have: 1, need: 2 })
  })

  test('error: two are needed to say that an account is not a Safe', async () => {
    expect(await kindOf(several(bare, honest(), honest()))).toBe('unknown')
    expect(await kindOf(several(bare, away))).toBe('unknown')
    expect(await kindOf(several(bare, honest(), bare))).toBe('none')
  })
})

describe('a contract that is not a Safe', () => {
  const own = bent(honest(), (data) => (data.startsWith('0x1626') ? MAGIC : revert()))
  const mute = bent(honest(), () => '0x')

  test('behavior: stores no signature, but may accept one', async () => {
    expect(await check(own)).toEqual({ kind: 'none' })
    expect(await check(mute)).toEqual({ kind: 'none' })
    expect(await check(own, '0x1234')).toEqual({ kind: 'valid', by: 'contract', block: 500n })
    expect(await kindOf(mute, '0x1234')).toBe('wrong')
  })

  test('behavior: a wallet delegated to one (EIP-7702) still has its key', async () => {
    const signature = await ada.account.signMessage({ message: proofMessage(usualProof) })
    expect(await check(own, signature, nothing, usualProof)).toMatchObject({ kind: 'valid', by: 'key' })
    expect(await kindOf(own, null, nothing, usualProof)).toBe('none')
  })

  test('error: a busy node leaves it unknown', async () => {
    const busy = bent(honest(), () => {
      throw new RpcError(-32005, 'limit exceeded')
    })
    expect(await kindOf(busy)).toBe('unknown')
    expect(await kindOf(busy, '0x1234')).toBe('unknown')
  })

  test('behavior: a Safe of an unknown version may accept a signature, but is not searched', async () => {
    const odd = honest({ version: 'latest' })
    expect(await check(odd)).toEqual({ kind: 'none' })
    expect(
      await kindOf(
        bent(odd, (data) => (data.startsWith('0x1626') ? MAGIC : null)),
        '0x1234',
      ),
    ).toBe('valid')
    expect(
      await kindOf(
        bent(odd, (data) => (data.startsWith('0x20c1') ? revert() : null)),
        '0x1234',
      ),
    ).toBe('unknown')
  })
})

describe('a Safe that does not accept the signatures', () => {
  test('behavior: is collecting while all signers are owners but too few', async () => {
    expect(await check(honest(), await byAll(ada))).toEqual({ kind: 'collecting', have: 1, need: 2 })
    const three = honest({ threshold: 3 })
    expect(await check(three, await byAll(cleo, ada))).toEqual({ kind: 'collecting', have: 2, need: 3 })
  })

  test('error: counts an owner who signed twice once', async () => {
    const twice = concat([await part(ada), await part(ada)])
    expect(await check(honest(), twice)).toEqual({ kind: 'collecting', have: 1, need: 2 })
  })

  test('error: does not report a count if an owner is only named', async () => {
    const named = { kind: 'collecting', have: null, need: 2 }
    expect(await check(honest(), approvedBy(ada.address))).toEqual(named)
    const three = honest({ threshold: 3 })
    const mixed = concat([await part(ada), approvedBy(ben.address)])
    expect(await check(three, mixed)).toEqual({ ...named, need: 3 })
  })

  test('error: is wrong with a stranger among them, who is named', async () => {
    const words = await wordsOf(honest(), await byAll(ada, stranger))
    expect(words).toContain(
      `wrong: The Safe doesn’t accept the signature. Not an owner: ${stranger.address}.`,
    )
    expect(words).not.toContain(ada.address)
  })

  test('error: is wrong with a plain signature of one key, whose account is named', async () => {
    const signature = await ada.account.signMessage({ message: proofMessage(usualProof) })
    const other = { ...usualProof, address: stranger.address }
    const signed = await ada.account.signMessage({ message: proofMessage(other) })
    expect(await wordsOf(bare, signed, nothing, other)).toContain(`the signature of ${ada.address}`)
    expect(await kindOf(honest(), signature)).toBe('wrong')
  })
})

describe('a Safe whose owners have changed', () => {
  const CHANGED = 400
  const START = proof.issuedAt - 100
  const timed =
    (node: Rpc): Rpc =>
    async (method, params = []) => {
      if (method !== 'eth_getBlockByNumber') return node(method, params)
      const number = Number(params[0])
      return { number: quantity(number), timestamp: quantity(START + number) }
    }
  /** A node where Ben is an owner of the Safe until that block, and not after it. */
  const changed = (before: Rpc = honest()) => {
    const after = honest({ owners: WITHOUT_BEN })
    return timed(async (method, params = []) => {
      const block = params[1]
      return (block !== 'latest' && Number(block) < CHANGED ? before : after)(method, params)
    })
  }
  const pruned = async () => {
    throw new RpcError(-32000, 'missing trie node')
  }
  const two = (before?: Rpc) => several(changed(before), changed(before))
  const signed = () => byAll(ada, ben)

  test('error: reports when the proof was valid, and which owner is gone', async () => {
    const at = { kind: 'owners-changed', acceptedAt: 100n, gone: [ben.address] }
    expect(await check(two(), await signed())).toEqual(at)
  })

  test('error: needs more than one node to prove that it was valid', async () => {
    const words = await wordsOf(several(changed(), changed(pruned)), await signed())
    expect(words).toMatch(/^wrong: .*couldn’t read/)
    expect(await wordsOf(several(changed(), changed(noSayer)), await signed())).toMatch(
      /^wrong: .*couldn’t read/,
    )
    expect(await wordsOf(two(noSayer), await signed())).toMatch(/^wrong: .*didn’t at block 100 either/)
    expect(await wordsOf(two(pruned), await signed())).toMatch(/^wrong: .*couldn’t read/)
  })

  test('behavior: names no one as gone if all signers are still owners', async () => {
    const onlyOnce = timed(async (method, params = []) => {
      const block = params[1]
      return (block !== 'latest' && Number(block) < CHANGED ? honest() : noSayer)(method, params)
    })
    const at = { kind: 'owners-changed', acceptedAt: 100n, gone: [] }
    expect(await check(several(onlyOnce, onlyOnce), await signed())).toEqual(at)
  })
})
