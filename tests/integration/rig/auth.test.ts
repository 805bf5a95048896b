import { type Address, concat, encodeAbiParameters, type Hex, hashMessage } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Auth, startAuth } from '../../../rig/auth/startAuth.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { owners, type Persona, stranger } from '../../../safe-app/accounts.ts'
import { borrowRig } from './borrowRig.ts'

const SITE = 'https://portal.example'
const MINUTE = 60_000
const [ada, ben, cleo] = owners

let rig: Rig
let auth: Auth
let skew = 0

beforeAll(async () => {
  rig = await borrowRig()
  auth = await startAuth({
    port: 0,
    rpcUrl: rig.chain.rpcUrl,
    origins: [SITE],
    now: () => Date.now() + skew,
  })
})
afterEach(() => {
  skew = 0
  auth.faults.reset()
})
afterAll(async () => {
  await auth.stop()
  await rig.stop()
})

type Fields = Partial<Parameters<typeof createSiweMessage>[0]>

/** Sends a browser's request with its cookie. */
async function ask(
  path: string,
  body?: object,
  { cookie, origin = SITE }: { cookie?: string; origin?: string } = {},
) {
  const response = await fetch(`${auth.url}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { origin, 'content-type': 'application/json', ...(cookie && { cookie }) },
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    headers: response.headers,
    cookie: response.headers.get('set-cookie')?.split(';')[0],
  }
}

async function message(address: Address, fields: Fields = {}): Promise<string> {
  const { nonce } = (await ask('/nonce')).body
  const issuedAt = new Date(Date.now() + skew)
  return createSiweMessage({
    domain: 'portal.example',
    address,
    uri: SITE,
    version: '1',
    chainId: 56,
    nonce,
    issuedAt,
    expirationTime: new Date(issuedAt.getTime() + 10 * MINUTE),
    ...fields,
  })
}

const verify = (text: string, signature: string) => ask('/verify', { message: text, signature })
const sign = ({ account }: Persona, text: string) => account.signMessage({ message: text })

/**
 * The Safe handler's format: owners' signatures of the EIP-712 message over the text's hash, sorted by
 * address.
 */
async function signAsTreasury(signers: readonly Persona[], text: string): Promise<Hex> {
  const typed = {
    domain: { chainId: 56, verifyingContract: TREASURY },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage' as const,
    message: { message: encodeAbiParameters([{ type: 'bytes32' }], [hashMessage(text)]) },
  }
  const sorted = signers.toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  return concat(await Promise.all(sorted.map(({ account }) => account.signTypedData(typed))))
}

describe('an account with a key', () => {
  test('behavior: signs in, is recognised by its cookie, and signs out', async () => {
    const text = await message(ada.address)
    const signedIn = await verify(text, await sign(ada, text))
    expect(signedIn).toMatchObject({ status: 200, body: { address: ada.address } })
    const cookie = signedIn.cookie ?? ''
    expect(signedIn.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
    expect((await ask('/session', undefined, { cookie })).body).toEqual({ address: ada.address })
    expect((await ask('/session')).body).toEqual({ address: null })
    expect((await ask('/logout', {}, { cookie })).status).toBe(204)
    expect((await ask('/session', undefined, { cookie })).body).toEqual({ address: null })
  })

  test('error: a nonce is valid for one attempt', async () => {
    const text = await message(ada.address)
    const signature = await sign(ada, text)
    expect((await verify(text, signature)).status).toBe(200)
    expect((await verify(text, signature)).status).toBe(401)
  })

  test('error: a failed attempt also uses up the nonce', async () => {
    const text = await message(ada.address)
    expect((await verify(text, await sign(stranger, text))).status).toBe(401)
    expect((await verify(text, await sign(ada, text))).status).toBe(401)
  })

  test.each<[string, Fields]>([
    ['another site', { domain: 'evil.example' }],
    ['another address of the site', { uri: 'https://evil.example' }],
    ['another network', { chainId: 1 }],
    ['its own nonce', { nonce: 'made0up0by0nobody' }],
    ['no expiry', { expirationTime: undefined }],
    ['an expiry too far away', { expirationTime: new Date(Date.now() + 24 * 60 * MINUTE) }],
    ['an expiry in the past', { expirationTime: new Date(Date.now() - MINUTE) }],
    ['a start in the future', { notBefore: new Date(Date.now() + 5 * MINUTE) }],
    ['an issue in the future', { issuedAt: new Date(Date.now() + 5 * MINUTE) }],
  ])('error: refuses a message with %s', async (_, fields) => {
    const text = await message(ada.address, fields)
    expect((await verify(text, await sign(ada, text))).status).toBe(401)
  })

  test('error: refuses an expired nonce', async () => {
    const { nonce } = (await ask('/nonce')).body
    skew = 11 * MINUTE
    const text = await message(ada.address, { nonce })
    expect((await verify(text, await sign(ada, text))).status).toBe(401)
  })

  test('error: refuses a message with any altered byte', async () => {
    for (const at of [0, 20, 60, 120, -1]) {
      const text = await message(ada.address)
      const signature = await sign(ada, text)
      const index = (at + text.length) % text.length
      const altered = `${text.slice(0, index)}${text[index] === 'x' ? 'y' : 'x'}${text.slice(index + 1)}`
      expect((await verify(altered, signature)).status).toBeGreaterThanOrEqual(401)
    }
  })

  test('error: refuses text outside the message’s fields, because no wallet shows it', async () => {
    const text = `${await message(ada.address)}\nResources:\n- https://evil.example\nmore`
    expect((await verify(text, await sign(ada, text))).status).toBe(401)
  })

  test.each(['0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, '0x1', 'signature', ''])(
    'error: refuses %j as a signature',
    async (signature) => {
      expect((await verify(await message(ada.address), signature)).status).toBeGreaterThanOrEqual(401)
    },
  )
})

describe('a 2-of-3 Safe', () => {
  test('behavior: signs in with two owners, checked by its contract', async () => {
    const text = await message(TREASURY)
    expect(await verify(text, await signAsTreasury([ada, cleo], text))).toMatchObject({
      status: 200,
      body: { address: TREASURY },
    })
  })

  test.each<[string, readonly Persona[]]>([
    ['one owner', [ben]],
    ['an owner and a stranger', [ben, stranger]],
  ])('error: does not sign in with %s', async (_, signers) => {
    const text = await message(TREASURY)
    expect((await verify(text, await signAsTreasury(signers, text))).status).toBe(401)
  })

  test('error: does not sign in with an owner’s plain signature or without one', async () => {
    for (const signature of ['0x', undefined]) {
      const text = await message(TREASURY)
      expect((await verify(text, signature ?? (await sign(ada, text)))).status).toBe(401)
    }
  })
})

describe('requests', () => {
  test('error: from another site get no answer and change nothing', async () => {
    const text = await message(ada.address)
    const body = { message: text, signature: await sign(ada, text) }
    const foreign = await ask('/verify', body, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    expect((await ask('/verify', body)).status).toBe(200)
  })

  test.each([[{}], [{ message: 7, signature: '0x' }], [{ message: 'x'.repeat(5_000), signature: '0x' }]])(
    'error: with another shape (%#) are refused',
    async (body) => {
      expect((await ask('/verify', body)).status).toBe(422)
    },
  )

  test('error: faults can be switched on and off', async () => {
    auth.faults.set({ status: 503, match: '/nonce' })
    expect((await ask('/nonce')).status).toBe(503)
    auth.faults.reset()
    auth.faults.set({ refuse: true })
    const text = await message(ada.address)
    expect((await verify(text, await sign(ada, text))).status).toBe(401)
  })
})
