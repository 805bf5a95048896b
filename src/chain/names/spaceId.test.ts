import fc from 'fast-check'
import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { namehash as ensNamehash } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { anyAddress, anyBytes } from '#tests/support/arbitraries.ts'
import { callOf, type FakeAnswer, fakeRpc } from '#tests/support/fakeRpc.ts'
import { encoded, nameNode } from '#tests/support/nameNode.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { namehash, readName, resolveName, SPACE_ID_REGISTRY } from './spaceId.ts'

const ADA: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const EVE: Address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const NOBODY: Address = '0x0000000000000000000000000000000000000000'

type Records = {
  leads?: Address | null
  claims?: Readonly<Record<string, string>>
  answers?: Parameters<typeof nameNode>[1]
}

/** An operator that knows where `ada.bnb` leads and which names addresses claim; any answer can be replaced. */
function operator({ leads = ADA, claims = { [ADA]: 'ada.bnb' }, answers }: Records = {}): Rpc {
  const records = {
    leads: new Map(leads ? [['ada.bnb', leads]] : []),
    claims: new Map(Object.entries(claims) as [Address, string][]),
  }
  return nameNode(records, answers)
}

const rpcOf = (...witnesses: Rpc[]): Rpc => Object.assign(fakeRpc({}), { witnesses })
const resolve = (...witnesses: Rpc[]) => resolveName(rpcOf(...witnesses), 'ada.bnb')
const down: Rpc = async () => {
  throw new Error('connection refused')
}
const revert = () => {
  throw new RpcError(3, 'execution reverted')
}

describe('resolveName', () => {
  test('behavior: finds the address that two operators give and that claims the name', async () => {
    expect(await resolve(operator(), operator())).toEqual({ kind: 'found', address: ADA })
    expect(await resolve(operator(), down, operator())).toEqual({ kind: 'found', address: ADA })
  })

  test.each([
    ['claims no name', {}],
    ['claims another name', { [ADA]: 'eve.bnb' }],
    ['claims the name with other letters', { [ADA]: 'Ada.bnb' }],
    ['is another one than the one that claims the name', { [EVE]: 'ada.bnb' }],
  ])('error: an address that %s is not found, but named', async (_, claims) => {
    expect(await resolve(operator({ claims }), operator({ claims }))).toEqual({
      kind: 'unclaimed',
      address: ADA,
    })
  })

  test('error: an address whose main name is another one of its own is not found by the first', async () => {
    const leads = new Map<string, Address>([
      ['ada.bnb', ADA],
      ['main.bnb', ADA],
    ])
    const node = nameNode({ leads, claims: new Map([[ADA, 'main.bnb']]) })
    expect(await resolve(node, node)).toEqual({ kind: 'unclaimed', address: ADA })
    expect(await resolveName(rpcOf(node, node), 'main.bnb')).toEqual({ kind: 'found', address: ADA })
  })

  test.each([
    ['is not registered', operator({ leads: null })],
    ['leads to the zero address', operator({ leads: NOBODY })],
    ['has a contract that reverts', operator({ answers: { addr: revert } })],
  ])('error: a name that %s leads nowhere', async (_, node) => {
    expect(await resolve(node, node)).toEqual({ kind: 'nowhere' })
  })

  test('error: with one operator, nothing is read and no address is given', async () => {
    const unread: Rpc = () => expect.unreachable('read')
    const unknown = { kind: 'unknown', why: 'one-source' }
    expect(await resolveName(unread, 'ada.bnb')).toEqual(unknown)
    expect(await resolve(unread)).toEqual(unknown)
  })

  test.each([
    ['disagree about the address', operator({ leads: EVE, claims: { [EVE]: 'ada.bnb' } })],
    ['disagree about the claim', operator({ claims: {} })],
    ['disagree about the registration', operator({ leads: null })],
  ])('error: two operators that %s give none', async (_, other) => {
    expect(await resolve(operator(), other)).toEqual({ kind: 'unknown', why: 'split' })
    expect(await resolve(other, operator())).toEqual({ kind: 'unknown', why: 'split' })
  })

  test('error: one that answers alone gives no address, and none that is silent is a word about the name', async () => {
    expect(await resolve(operator(), down)).toEqual({ kind: 'unknown', why: 'alone' })
    expect(await resolve(down, down)).toEqual({ kind: 'unknown', why: 'silent' })
  })

  test.each([
    ['without code', '0x'],
    ['that answers too little', '0x01'],
    ['that answers no hex', 'ada'],
    ['that answers nothing', null],
    ['that takes all gas', () => Promise.reject(new RpcError(-32000, 'out of gas'))],
  ])('error: the name’s contract %s gives no address', async (_, answer) => {
    const node = operator({ answers: { addr: answer } })
    expect(await resolve(node, node)).toEqual({ kind: 'unknown', why: 'silent' })
  })

  test('error: for any answers of the contracts, the only address is one that claims the name', async () => {
    const hostile = fc.oneof(
      anyBytes,
      anyAddress.map(encoded.address),
      fc.constantFrom(encoded.text('ada.bnb'), encoded.address(ADA), '0x', null, 7, {}),
    )
    const answers = fc.array(hostile, { minLength: 6, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(answers, async (replies) => {
        const node = (): Rpc => {
          let asked = 0
          return async () => replies[asked++]
        }
        const read = await resolve(node(), node())
        if (read.kind !== 'found') return
        // Resolver and address, then the claim, which itself leads back.
        expect(replies[1]).toBe(encoded.address(read.address).toLowerCase())
        expect(replies[3]).toBe(encoded.text('ada.bnb'))
        expect(replies[5]).toBe(replies[1])
      }),
      propertyRuns(150),
    )
  })
})

const DANA: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER: Address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const NAMER: Address = '0x1111111111111111111111111111111111111111'
const RESOLVER: Address = '0x2222222222222222222222222222222222222222'

const selectors = {
  resolver: toFunctionSelector('resolver(bytes32)'),
  name: toFunctionSelector('name(bytes32)'),
  addr: toFunctionSelector('addr(bytes32)'),
} as const

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const address = (value: Address) => encodeAbiParameters([{ type: 'address' }], [value])

/** A chain on which `reverse` names Dana and the name leads to `owner`; every answer can be replaced. */
function chain({
  name = 'dana.bnb',
  owner = DANA,
  answers = {},
}: {
  name?: string
  owner?: Address
  answers?: Readonly<Record<string, FakeAnswer>>
} = {}): Rpc {
  const reverse = ensNamehash(`${DANA.slice(2).toLowerCase()}.addr.reverse`)
  const usual: Readonly<Record<string, Hex>> = {
    [`${SPACE_ID_REGISTRY} resolver ${reverse}`]: address(NAMER),
    [`${NAMER} name ${reverse}`]: text(name),
    [`${SPACE_ID_REGISTRY} resolver ${namehash(name)}`]: address(RESOLVER),
    [`${RESOLVER} addr ${namehash(name)}`]: address(owner),
  }
  const replies = new Map(Object.entries(usual).map(([key, reply]) => [key.toLowerCase(), reply]))
  return fakeRpc({
    eth_call: (params) => {
      const { to, data } = callOf(params)
      const asked = Object.entries(selectors).find(([, selector]) => data.startsWith(selector))?.[0] ?? ''
      const question = `${to === SPACE_ID_REGISTRY.toLowerCase() ? 'registry' : to} ${asked}`
      const answer = answers[question]
      if (answer !== undefined) return typeof answer === 'function' ? answer(params) : answer
      return replies.get(`${to} ${asked} 0x${data.slice(10)}`) ?? address(NOBODY)
    },
  })
}

describe('namehash', () => {
  test.each([
    ['', '0x0000000000000000000000000000000000000000000000000000000000000000'],
    ['eth', '0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae'],
    ['foo.eth', '0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f'],
    ['addr.reverse', '0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2'],
  ])('behavior: of "%s" matches EIP-137 and EIP-181', (name, node) => {
    expect(namehash(name)).toBe(node)
  })

  test('behavior: of any plain name matches viem’s', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/)
    fc.assert(
      fc.property(fc.array(label, { maxLength: 5 }), (labels) => {
        expect(namehash(labels.join('.'))).toBe(ensNamehash(labels.join('.')))
      }),
      propertyRuns(100),
    )
  })
})

describe('readName', () => {
  test('behavior: returns a name that resolves back to its address', async () => {
    expect(await readName(chain(), DANA)).toBe('dana.bnb')
    expect(await readName(chain({ name: 'pay.dana.bnb' }), DANA)).toBe('pay.dana.bnb')
  })

  test('behavior: an address without a record has no name', async () => {
    expect(await readName(chain(), OTHER)).toBeNull()
    expect(await readName(chain({ name: '' }), DANA)).toBeNull()
  })

  test('error: ignores a name that resolves to another address, to the zero address, or not at all', async () => {
    expect(await readName(chain({ owner: OTHER }), DANA)).toBeNull()
    expect(await readName(chain({ owner: NOBODY }), DANA)).toBeNull()
    const nowhere = chain()
    const forgetful: Rpc = (method, params = []) =>
      callOf(params).data.endsWith(namehash('dana.bnb').slice(2))
        ? Promise.resolve(address(NOBODY))
        : nowhere(method, params)
    expect(await readName(forgetful, DANA)).toBeNull()
  })

  test.each(['Dana.bnb', 'd\u0430na.bnb', 'dana.eth', `${'a'.repeat(252)}.bnb`, '[93cd].bnb', 'dana.bnb '])(
    'error: ignores "%s" even if it resolves back, and does not resolve it',
    async (name) => {
      const answers = { [`${RESOLVER} addr`]: () => expect.unreachable('asked where it leads') }
      expect(await readName(chain({ name, answers }), DANA)).toBeNull()
    },
  )

  test.each([
    ['no registry', 'registry resolver', '0x'],
    ['a registry that reverts', 'registry resolver', revert],
    ['a registry that answers too little', 'registry resolver', '0x01'],
    ['a resolver without code', `${NAMER} name`, '0x'],
    ['a resolver that reverts', `${NAMER} name`, revert],
    ['a text that ends before its length', `${NAMER} name`, text('dana.bnb').slice(0, -64)],
    ['an answer that is not hex', `${NAMER} name`, 'dana.bnb'],
    ['an answer that is not a text', `${NAMER} name`, 7],
    ['a resolver without addresses', `${RESOLVER} addr`, revert],
    ['an address of too few bytes', `${RESOLVER} addr`, DANA],
  ])('error: throws for %s', async (_, question, answer) => {
    await expect(readName(chain({ answers: { [question]: answer } }), DANA)).rejects.toThrow()
  })

  test('error: for any answers of the contracts, the only name is one that resolves back', async () => {
    const hostile = fc.oneof(
      anyBytes,
      anyAddress.map(address),
      fc.string({ unit: 'grapheme' }).map(text),
      fc.constantFrom(text('dana.bnb'), address(DANA), address(NAMER), '0x', null, 7, {}),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 4, maxLength: 4 }), async (replies) => {
        let asked = 0
        const rpc: Rpc = async () => replies[asked++]
        const name = await readName(rpc, DANA).catch(() => null)
        if (name === null) return
        expect(name).toMatch(/^[a-z0-9.-]+\.bnb$/)
        expect(replies[3]).toBe(address(DANA))
      }),
      propertyRuns(150),
    )
  })
})
