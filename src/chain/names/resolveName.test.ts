import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { anyAddress, anyBytes } from '#tests/support/arbitraries.ts'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { encoded, nameNode } from '#tests/support/nameNode.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { resolveName } from './resolveName.ts'

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
      propertyRuns(300),
    )
  })
})
