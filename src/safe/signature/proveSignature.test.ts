import { concat, type Hex, numberToHex, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { fakeRpc, word } from '#tests/support/fakeRpc.ts'
import { type Asked, exampleSafe, revert, safeRpc, someAddress } from '#tests/support/fakeSafe.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { sign } from '../../../rig/seed/SafeActs.ts'
import { treasury } from '../../../rig/seed/safes.ts'
import { owners, stranger } from '../../../safe-app/accounts.ts'
import { type Executed, proveSignature } from './proveSignature.ts'

const [ada, ben] = owners
const CONTRACT = someAddress(77)
const tx = SafeTx.fromCall(payoutCall, 12n)
const { safeTxHash, domainHash, messageHash } = SafeTx.hashes(SAFE, tx)
const preimage = concat(['0x1901', domainHash, messageHash])
const signed = { safe: SAFE, safeTxHash, preimage } as const
const away = fakeRpc({})
const busy = fakeRpc({
  eth_call() {
    throw new RpcError(-32005, 'limit exceeded')
  },
})
const dead = async () => {
  throw new Error('No endpoint answered')
}

const prove = (signature: Hex | null, { signer = ada.address, rpc = safeRpc(), executed = false } = {}) =>
  proveSignature(rpc, signed, signer, signature, executed)
const withV = (signature: Hex, v: number) =>
  `${signature.slice(0, -2)}${v.toString(16).padStart(2, '0')}` as Hex
const eip712 = () => sign(treasury, tx, ada)
const ethSign = async () => {
  const plain = await ada.account.signMessage({ message: { raw: safeTxHash } })
  return withV(plain, Number.parseInt(plain.slice(-2), 16) + 4)
}

describe('a signature of the hash (v 27 or 28)', () => {
  test('behavior: is proven without a request, whatever bytes follow it', async () => {
    const signature = await eip712()
    expect(await prove(signature, { rpc: dead })).toBe('proven')
    expect(await prove(`${signature}0011`, { rpc: dead })).toBe('proven')
  })

  test('behavior: is proven in its other form too, which the contract also accepts', async () => {
    const signature = await eip712()
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = numberToHex(order - BigInt(`0x${signature.slice(66, 130)}`), { size: 32 })
    const v = signature.endsWith('1b') ? '1c' : '1b'
    expect(await prove(`${signature.slice(0, 66)}${s.slice(2)}${v}` as Hex)).toBe('proven')
  })

  test('error: of another owner, of another hash, or with any byte changed is wrong', async () => {
    const signature = await eip712()
    expect(await prove(signature, { signer: ben.address })).toBe('wrong')
    expect(await prove(await sign(treasury, { ...tx, nonce: 13n }, ada))).toBe('wrong')
    for (let at = 0; at < 65; at++) {
      const from = 2 + 2 * at
      const byte = (Number.parseInt(signature.slice(from, from + 2), 16) ^ 1).toString(16).padStart(2, '0')
      expect(await prove(`${signature.slice(0, from)}${byte}${signature.slice(from + 2)}` as Hex)).toBe(
        'wrong',
      )
    }
  })

  test('error: with another last byte is wrong', async () => {
    const signature = await eip712()
    for (const v of [0, 1, 2, 26, 29, 30, 31, 32, 33, 255]) {
      expect([v, await prove(withV(signature, v))]).toEqual([v, 'wrong'])
    }
  })
})

describe('a signature by eth_sign (v 31 or 32)', () => {
  test('behavior: is proven', async () => {
    expect(await prove(await ethSign(), { rpc: dead })).toBe('proven')
  })

  test('error: of another owner, and without the four, is wrong', async () => {
    const signature = await ethSign()
    expect(await prove(signature, { signer: ben.address })).toBe('wrong')
    expect(await prove(withV(signature, Number.parseInt(signature.slice(-2), 16) - 4))).toBe('wrong')
  })
})

describe('a hash approved on the chain (v 1)', () => {
  const claim = concat([pad(ada.address), word(0), '0x01'])
  const approved = safeRpc({ ...exampleSafe, approved: [`${ada.address} ${safeTxHash}`.toLowerCase()] })

  test('behavior: is proven by the chain', async () => {
    expect(await prove(claim, { rpc: approved })).toBe('proven')
  })

  test('error: is wrong if the chain has none, or has another owner’s', async () => {
    expect(await prove(claim)).toBe('wrong')
    expect(await prove(claim, { rpc: approved, signer: ben.address })).toBe('wrong')
  })

  test('behavior: is unknown for an executed transaction without it: the executor needs none', async () => {
    expect(await prove(claim, { executed: true })).toBe('unknown')
    expect(await prove(claim, { executed: true, rpc: approved })).toBe('proven')
  })

  test.each([
    ['away', dead],
    ['without the method', away],
    ['busy', busy],
  ])('error: a node that is %s decides nothing', async (_, rpc) => {
    expect(await prove(claim, { rpc })).toBe('unknown')
  })
})

describe('a contract’s signature (v 0)', () => {
  const own: Hex = '0x1234'
  const claim = (bytes = own, start = 65, length = bytes.length / 2 - 1) =>
    concat([pad(CONTRACT), word(start), '0x00', word(length), bytes])
  const judge = (answer: (data: Hex, asked: Asked) => Hex) =>
    safeRpc({ ...exampleSafe, contracts: { [CONTRACT.toLowerCase()]: answer } })
  const yes = (selector: string) => (data: Hex) =>
    data.startsWith(selector) ? (`${selector}${'0'.repeat(56)}` as Hex) : revert()
  const proof = (answer: (data: Hex) => Hex, signature = claim()) =>
    prove(signature, { signer: CONTRACT, rpc: judge(answer) })

  test.each([
    ['the bytes that were hashed', '0x20c13b0b', preimage],
    ['the hash', '0x1626ba7e', safeTxHash],
  ])('behavior: is proven by the contract when called with %s', async (_, selector, asked) => {
    expect(await proof(yes(selector))).toBe('proven')
    const data: Hex[] = []
    await proof((question) => {
      data.push(question)
      return yes(selector)(question)
    })
    expect(data.find((question) => question.startsWith(selector))).toContain(asked.slice(2))
  })

  test('behavior: may be empty', async () => {
    expect(await proof(yes('0x20c13b0b'), claim('0x'))).toBe('proven')
  })

  test('error: is wrong if the contract rejects it, with or without revert', async () => {
    expect(await proof(() => word(0))).toBe('wrong')
    expect(await proof(() => revert())).toBe('wrong')
    expect(await proof(() => toHex('not the magic', { size: 32 }))).toBe('wrong')
    // The magic value of the other form.
    expect(
      await proof((data) => (data.startsWith('0x20c13b0b') ? `0x1626ba7e${'0'.repeat(56)}` : word(0))),
    ).toBe('wrong')
  })

  test('behavior: is asked as the Safe asks: by the Safe itself, in the form of its version', async () => {
    // A signer of passkeys answers the Safe only, and reverts for anybody else.
    const passkey =
      (selector: string) =>
      (data: Hex, { from }: Asked): Hex =>
        from === SAFE.toLowerCase() && data.startsWith(selector) ? yes(selector)(data) : revert()
    const asked = (selector: string, version: string) =>
      proveSignature(judge(passkey(selector)), { ...signed, version }, CONTRACT, claim(), false)
    for (const version of ['1.1.1', '1.3.0', '1.3.0+L2', '1.4.1']) {
      expect(await asked('0x20c13b0b', version)).toBe('proven')
      expect(await asked('0x1626ba7e', version)).toBe('wrong')
    }
    expect(await asked('0x1626ba7e', '1.5.0')).toBe('proven')
    expect(await asked('0x20c13b0b', '1.5.0+L2')).toBe('wrong')
  })

  test('behavior: of an executed transaction is judged by the block before', async () => {
    // The owners of the nested Safe were replaced in block 900.
    const nested = (data: Hex, { block }: Asked): Hex =>
      typeof block === 'string' && block !== 'latest' && Number(block) < 900
        ? yes('0x20c13b0b')(data)
        : revert()
    const judged = (executed: Executed) =>
      proveSignature(judge(nested), { ...signed, version: '1.4.1' }, CONTRACT, claim(), executed)
    expect(await judged(900n)).toBe('proven')
    expect(await judged(901n)).toBe('wrong')
    // In an unknown block, today's owners can confirm a signature but not refute it.
    expect(await judged(true)).toBe('unknown')
    expect(await judged(false)).toBe('wrong')
    const still = { ...signed, version: '1.4.1' }
    expect(await proveSignature(judge(yes('0x20c13b0b')), still, CONTRACT, claim(), true)).toBe('proven')
  })

  test('error: of an executed transaction is unknown if the nodes have no state of the block', async () => {
    const pruned = (_: Hex, { block }: Asked): Hex => {
      if (block !== 'latest') throw new RpcError(-32000, 'missing trie node')
      return revert()
    }
    expect(
      await proveSignature(judge(pruned), { ...signed, version: '1.4.1' }, CONTRACT, claim(), 900n),
    ).toBe('unknown')
  })

  test('error: is refuted by two operators only', async () => {
    const [accepting, refusing] = [judge(yes('0x20c13b0b')), judge(() => revert())]
    const of = (...witnesses: Rpc[]) =>
      Object.assign((...question: Parameters<Rpc>) => refusing(...question), { witnesses })
    const judged = (rpc: Rpc) => prove(claim(), { signer: CONTRACT, rpc })
    expect(await judged(of(accepting, refusing))).toBe('unknown')
    expect(await judged(of(refusing, dead))).toBe('unknown')
    expect(await judged(of(refusing, accepting, refusing))).toBe('wrong')
    expect(await judged(of(refusing, accepting, accepting))).toBe('proven')
  })

  test('error: of an account without code is wrong, because no contract can accept it', async () => {
    const forged = concat([pad(ben.address), word(65), '0x00', word(2), own])
    expect(await prove(forged, { signer: ben.address })).toBe('wrong')
  })

  test('error: of another contract is wrong', async () => {
    expect(await prove(claim(), { signer: ben.address, rpc: judge(yes('0x20c13b0b')) })).toBe('wrong')
  })

  test.each<[string, Hex]>([
    ['begins inside the head', claim(own, 64)],
    ['begins after the end', claim(own, 10_000)],
    ['begins at an impossible offset', concat([pad(CONTRACT), `0x${'f'.repeat(64)}`, '0x00', word(2), own])],
    ['claims to be longer', claim(own, 65, 3)],
    ['is endless', concat([pad(CONTRACT), word(65), '0x00', `0x${'f'.repeat(64)}`, own])],
    ['is not there', concat([pad(CONTRACT), word(65), '0x00'])],
  ])('error: that %s is wrong', async (_, signature) => {
    expect(await proof(yes('0x20c13b0b'), signature)).toBe('wrong')
  })

  test.each([
    ['away', dead],
    ['busy', busy],
  ])('error: a node that is %s leaves it unknown', async (_, rpc) => {
    expect(await prove(claim(), { signer: CONTRACT, rpc })).toBe('unknown')
  })
})

describe('an invalid signature', () => {
  test.each<[string, Hex | null]>([
    ['none', null],
    ['an empty one', '0x'],
  ])('behavior: %s is unknown', async (_, signature) => {
    expect(await prove(signature)).toBe('unknown')
  })

  test.each<[string, Hex]>([
    ['one byte', '0x1b'],
    ['64 bytes', `0x${'11'.repeat(64)}`],
    ['zeros', `0x${'00'.repeat(64)}1b`],
    ['numbers outside the curve', `0x${'ff'.repeat(64)}1c`],
    ['noise', `0x${'ab'.repeat(100)}`],
  ])('error: %s is wrong', async (_, signature) => {
    expect(await prove(signature)).toBe('wrong')
    expect(await prove(signature, { signer: stranger.address })).toBe('wrong')
  })
})
