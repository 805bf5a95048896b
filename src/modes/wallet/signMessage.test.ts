import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { exclusive } from '#account/exclusive.ts'
import type { Rpc } from '#chain/rpc/Rpc.ts'
import { fakeRpc, quantity } from '#tests/support/fakeRpc.ts'
import { brand, stranger } from '../../../safe-app/accounts.ts'
import { eoaAccount } from './eoaAccount.ts'

const TEXT = 'This account is mine.'
const bare = fakeRpc({ eth_blockNumber: quantity(7), eth_getCode: '0x', eth_call: '0x' })
const away: Rpc = async () => {
  throw new TypeError('Failed to fetch')
}

function account(sign: (text: string) => Promise<unknown>, rpc: Rpc = bare) {
  const unasked = () => Promise.reject(new Error('not asked for'))
  return eoaAccount({
    address: brand.address,
    rpc,
    sign,
    send: unasked,
    request: () => Promise.reject(new Error('not asked for')),
    exclusive: exclusive('your wallet'),
  })
}
const honest = (text: string) => brand.account.signMessage({ message: text })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('behavior: signs a text without reading the chain', async () => {
  expect(await account(honest, away).signMessage(TEXT)).toEqual({
    kind: 'signed',
    signature: await honest(TEXT),
  })
})

test('behavior: normalises a hardware wallet’s signature whose v is 0 or 1', async () => {
  const signature = await honest(TEXT)
  const low = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`
  expect(await account(async () => low).signMessage(TEXT)).toEqual({ kind: 'signed', signature })
})

test('behavior: a key’s signatures are not stored', async () => {
  expect(await account(honest).messageSignature(TEXT, new AbortController().signal)).toBeNull()
})

describe('a lying wallet', () => {
  test.each<[string, () => Promise<Hex>]>([
    ['signs with another account', () => stranger.account.signMessage({ message: TEXT })],
    ['signs another text', () => honest(`${TEXT} All of it.`)],
    ['gives an empty signature', async () => '0x'],
    ['gives a hash', async () => `0x${'11'.repeat(32)}`],
  ])('error: that %s is refused, and the error names the account', async (_, sign) => {
    const error = await failure(account(sign).signMessage(TEXT))
    expect(error).toMatchObject({ name: 'PortalError', kind: 'refused' })
    expect((error as Error).message).toContain(brand.address)
  })

  test.each([[null], [undefined], [7], [''], ['0x1'], ['signed'], [{}], [['0x11']]])(
    'error: %j is malformed',
    async (answer) => {
      const error = await failure(account(async () => answer).signMessage(TEXT))
      expect(error).toMatchObject({ name: 'PortalError', kind: 'malformed' })
    },
  )
})

test('error: an unchecked signature is not accepted', async () => {
  const error = await failure(account(async () => '0x1234', away).signMessage(TEXT))
  expect(error).toMatchObject({ name: 'PortalError', kind: 'unreachable' })
})

test('error: a text of half characters is refused before the wallet is asked', async () => {
  let asked = 0
  const error = await failure(account(async () => asked++).signMessage('\ud800'))
  expect(error).toMatchObject({ name: 'PortalError', kind: 'refused' })
  expect(asked).toBe(0)
})

test('error: a second request is refused while a text is open in the wallet', async () => {
  let answer = (_: unknown) => {}
  const wallet = account(() => new Promise((resolve) => (answer = resolve)))
  const first = wallet.signMessage(TEXT)
  expect(await failure(wallet.signMessage('Another'))).toMatchObject({ kind: 'busy' })
  expect(await failure(wallet.submit([], { id: '0x', since: null }))).toMatchObject({ kind: 'busy' })
  answer(await honest(TEXT))
  expect(await first).toMatchObject({ kind: 'signed' })
})
