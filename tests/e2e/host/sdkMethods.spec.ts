import { Methods } from '@safe-global/safe-apps-sdk'
import { expect, type Frame } from 'playwright/test'
import { serveSdkApp } from '#tests/fixtures/sdk-app/serveSdkApp.ts'
import { withApps } from '#tests/support/withApps.ts'
import { influencers } from '../../../safe-app/accounts.ts'
import { type HostPage, withLocalSafe } from '../../../safe-app/local/playwright.ts'

const [dana] = influencers

const test = withLocalSafe(withApps(serveSdkApp), { safes: [{ name: 'Solo', owners: ['Ada'] }] })

/** The host's reply, as it comes out of the frame's window. */
type Reply = { readonly success: boolean; readonly data?: unknown; readonly error?: string }

/** One method: what the app asks with, what the person does, and the reply that Safe{Wallet} gives. */
type Case = {
  readonly params?: unknown
  readonly person?: (host: HostPage) => Promise<void>
  readonly reply: unknown
}

const HASH = /^0x[0-9a-f]{64}$/
const typedData = {
  domain: { name: 'Test', chainId: 1 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'words' },
}
const txs = [{ to: dana.address, value: '1', data: '0x' }]
const signed = {
  messageHash: expect.stringMatching(HASH),
  signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
}

async function signAndClose(host: HostPage): Promise<void> {
  await host.sign()
  await host.done()
}

const discard = (host: HostPage) => host.discard()

const granted = [{ parentCapability: 'requestAddressBook', invoker: expect.any(String), caveats: [] }]

/**
 * In the order in which they are asked: a signed message is read again, and a permission is used. The type needs a
 * row for every method of the SDK, and the test compares them with its list.
 */
const answered: Readonly<Record<Methods, (before: ReadonlyMap<Methods, Reply>) => Case>> = {
  [Methods.getSafeInfo]: () => ({ reply: { chainId: 1, threshold: 1, isReadOnly: false } }),
  [Methods.getChainInfo]: () => ({ reply: { chainId: '1', shortName: 'eth' } }),
  [Methods.getEnvironmentInfo]: () => ({ reply: { origin: expect.stringMatching(/^http:\/\/localhost:/) } }),
  [Methods.getSafeBalances]: () => ({
    params: { currency: 'usd' },
    reply: { fiatTotal: expect.any(String), items: expect.any(Array) },
  }),
  [Methods.rpcCall]: () => ({ params: { call: 'eth_chainId', params: [] }, reply: '0x1' }),
  [Methods.sendTransactions]: () => ({
    params: { txs },
    person: signAndClose,
    reply: { safeTxHash: expect.stringMatching(HASH) },
  }),
  [Methods.getTxBySafeTxHash]: (before) => ({
    params: before.get(Methods.sendTransactions)?.data,
    reply: { txStatus: 'AWAITING_EXECUTION', txHash: null },
  }),
  [Methods.signMessage]: () => ({ params: { message: 'words' }, person: signAndClose, reply: signed }),
  [Methods.signTypedMessage]: () => ({ params: { typedData }, person: signAndClose, reply: signed }),
  [Methods.getOffChainSignature]: (before) => {
    const signing = before.get(Methods.signMessage)?.data as typeof signed | undefined
    return { params: signing?.messageHash, reply: signing?.signature }
  },
  [Methods.wallet_requestPermissions]: () => ({
    params: [{ requestAddressBook: {} }],
    person: (host) => host.answerPermissions('Accept'),
    reply: expect.arrayContaining([expect.objectContaining(granted[0] ?? {})]),
  }),
  [Methods.wallet_getPermissions]: () => ({
    reply: expect.arrayContaining([expect.objectContaining(granted[0] ?? {})]),
  }),
  [Methods.requestAddressBook]: () => ({
    reply: expect.arrayContaining([{ address: dana.address, chainId: '1', name: dana.name }]),
  }),
}

const failed = 'Request failed'
const nowhere = `0x${'1'.repeat(64)}`

/** How the host refuses a method, as Safe{Wallet} does; null for the methods that it can't refuse. */
const refused: Readonly<Record<Methods, (Omit<Case, 'reply'> & { readonly error: string }) | null>> = {
  [Methods.getSafeInfo]: null,
  [Methods.getChainInfo]: null,
  [Methods.getEnvironmentInfo]: null,
  [Methods.getSafeBalances]: { error: failed },
  [Methods.rpcCall]: { params: { call: 'eth_nothing', params: [] }, error: failed },
  [Methods.sendTransactions]: { params: { txs }, person: discard, error: 'Transaction was rejected' },
  [Methods.getTxBySafeTxHash]: { params: { safeTxHash: nowhere }, error: failed },
  [Methods.signMessage]: {
    params: { message: 'words' },
    person: discard,
    error: 'Transaction was rejected',
  },
  [Methods.signTypedMessage]: {
    params: { typedData },
    person: discard,
    error: 'Transaction was rejected',
  },
  // An unknown signature is never answered, and an address book without a permission is an empty one.
  [Methods.getOffChainSignature]: null,
  [Methods.requestAddressBook]: null,
  [Methods.wallet_getPermissions]: null,
  [Methods.wallet_requestPermissions]: {
    params: [{ requestAddressBook: {} }],
    person: (host) => host.answerPermissions('Reject'),
    error: 'Permissions were rejected',
  },
}

/** Posts a request as the SDK does, and returns its id. */
function post(frame: Frame, method: string, params: unknown): Promise<string> {
  return frame.evaluate(
    ([name, given]) => {
      const id = `${name}-${window.sdkApp.heard.length}`
      window.parent.postMessage({ id, method: name, params: given, env: { sdkVersion: '9.1.0' } }, '*')
      return id
    },
    [method, params] as const,
  )
}

async function replyTo(frame: Frame, id: string): Promise<Reply> {
  const reply = await frame.waitForFunction(
    (wanted) =>
      window.sdkApp.heard
        .map(({ data }) => data as Reply & { id?: string })
        .find((each) => each?.id === wanted),
    id,
  )
  return (await reply.jsonValue()) as Reply
}

test('behavior: the host answers each method of the SDK’s own list', async ({ page, safe, apps, host }) => {
  await safe.openApp(page, `${apps}/`)
  const frame = await host.appFrame()
  await frame.waitForFunction(() => 'sdkApp' in window)
  const replies = new Map<Methods, Reply>()
  for (const [method, toCase] of Object.entries(answered) as [Methods, (typeof answered)[Methods]][]) {
    await test.step(method, async () => {
      const { params, person, reply } = toCase(replies)
      const id = await post(frame, method, params)
      await person?.(host)
      const got = await replyTo(frame, id)
      expect(got).toMatchObject({ success: true, version: '9.1.0', data: reply })
      replies.set(method, got)
    })
  }
  expect([...replies.keys()].sort()).toEqual(Object.values(Methods).sort())
})

test('error: the host refuses each method of the SDK’s own list with Safe’s text, or never answers', async ({
  page,
  safe,
  apps,
  host,
}) => {
  await safe.openApp(page, `${apps}/`)
  const frame = await host.appFrame()
  await frame.waitForFunction(() => 'sdkApp' in window)
  for (const [method, given] of Object.entries(refused)) {
    if (given === null) continue
    await test.step(method, async () => {
      const id = await post(frame, method, given.params)
      await given.person?.(host)
      expect(await replyTo(frame, id)).toEqual({ id, success: false, version: '9.1.0', error: given.error })
    })
  }
  const unknown = await post(frame, Methods.getOffChainSignature, nowhere)
  const book = await replyTo(frame, await post(frame, Methods.requestAddressBook, undefined))
  expect(book).toMatchObject({ success: true, data: [] })
  expect(Object.keys(refused).sort()).toEqual(Object.values(Methods).sort())
  // The address book was asked for later, and its reply is here.
  expect(await frame.evaluate((id) => JSON.stringify(window.sdkApp.heard).includes(id), unknown)).toBe(false)
})
