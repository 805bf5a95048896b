import { screen, within } from '@testing-library/react'
import { encodeAbiParameters } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HandshakeEvent } from '#account/connection.ts'
import { type Rpc, RpcError } from '#chain/rpc/Rpc.ts'
import { componentEnv } from '#tests/support/componentEnv.ts'
import { fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { callOf, fakeRpc, quantity, word } from '#tests/support/fakeRpc.ts'
import { startFastTime } from '#tests/support/fastTime.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SAFE } from '#tests/support/safeExamples.ts'
import { Diagnostics } from './Diagnostics.tsx'

const ANY_ADDRESS = /[0-9a-f]{40}/i
const symbol = encodeAbiParameters([{ type: 'string' }], ['USDT'])

const HEAD = 1_000

/** A node that serves everything the portal needs, except for the changes by `bend`. `behind` in blocks. */
function node(bend: (method: string) => unknown = () => undefined, behind = 0): Rpc {
  const numbers: Readonly<Record<string, number>> = { latest: HEAD - behind, finalized: HEAD - behind - 2 }
  const honest = fakeRpc({
    eth_blockNumber: () => quantity(HEAD - behind),
    eth_getBlockByNumber([tag]) {
      const number = numbers[`${tag}`] ?? Number(tag)
      return {
        number: quantity(number),
        timestamp: quantity(Math.floor(Date.now() / 1_000) - HEAD + number),
        transactions: [word(number)],
      }
    },
    eth_getTransactionReceipt: ([hash]) => ({
      status: '0x1',
      blockNumber: quantity(Number(hash)),
      transactionHash: hash,
      logs: [],
    }),
    eth_getLogs: () => [],
    eth_getCode: () => '0x6000',
    eth_call: (params) => (callOf(params).data === '0x313ce567' ? word(18) : symbol),
  })
  return async (method, params = []) => bend(method) ?? honest(method, params)
}

const indexed = () => Response.json({ synced: true })
const card = (name: string) => screen.getByRole('region', { name })
const checked = () => screen.findByText(/^(All systems OK|\d+ problems?) · \d\d:\d\d$/)
const button = (name: string) => screen.getByRole('button', { name })
const report = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Preview of the report', hidden: true }).value

let usualTime = () => {}
beforeEach(() => {
  usualTime = startFastTime()
})
afterEach(() => usualTime())

async function openDiagnostics(around: Parameters<typeof renderInPortal>[1] = {}) {
  const page = renderInPortal(<Diagnostics />, around)
  await checked()
  return page
}

test('it says how the portal runs, what answers and who confirms “Paid”', async () => {
  answerNodes(node(), indexed)
  await openDiagnostics()
  const endpoints = card('Network')
  expect(card('This page').textContent).toContain('In a tab of its own (wallet mode)')
  expect(card('This page').textContent).toContain('Not framed: no handshake')
  expect(
    within(endpoints)
      .getAllByRole('heading', { level: 4 })
      .map(({ textContent }) => textContent),
  ).toEqual(['1. rpc.first.invalid', '2. rpc.second.invalid'])
  expect(endpoints.textContent).toContain('56, BNB Smart Chain')
  expect(endpoints.textContent).toMatch(/Finalized block\s*[\d,]+, \d+ blocks? before the newest/)
  expect(endpoints.textContent).toContain('“Paid” can be confirmed by 2 operators, with none to spare.')
  const logs = within(endpoints).getByRole('row', { name: /^logs of 5,000 blocks/ })
  expect(
    within(logs)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['yes', 'yes'])
  expect(card('Safe service').textContent).toContain('gateway.invalid')
  expect(card('Safe service').textContent).toContain('HTTP status200')
  expect(card('Safe service').textContent).toContain('It has read every block')
  expect(card('Safe service').textContent).toContain('Not configured')
  expect(card('This browser').textContent).toContain('StorageIn this browser')
  expect(card('This browser').textContent).toContain('Portal0.0.0')
})

test('in a Safe the page names the frame and its host', async () => {
  answerNodes(node(), indexed)
  const handshake: readonly HandshakeEvent[] = [{ at: 0, what: 'parent https://app.safe.global' }]
  await openDiagnostics({ account: fakeSafeAccount(), handshake })
  const mode = card('This page').textContent
  expect(mode).toContain('In a Safe frame (safe mode)')
  expect(mode).toContain('https://app.safe.global')
  expect(mode).toContain('A Safe')
})

describe('a failing part is named, and the rest stays', () => {
  test('for a gateway that answers an error, until it is well and checked again', async () => {
    answerNodes(node(), () => new Response('', { status: 503 }))
    const { user } = await openDiagnostics()
    expect(card('Safe service').textContent).toContain('Answers HTTP 503')
    expect(card('Network').textContent).toContain('56, BNB Smart Chain')
    answerNodes(node(), indexed)
    await user.click(button('Check again'))
    expect(await within(card('Safe service')).findAllByText('It has read every block.')).toHaveLength(2)
    expect(card('Safe service').textContent).not.toContain('503')
  })

  test('in the banner and in their rows, all folded, because a row that opens by itself moves the page', async () => {
    answerNodes(node(), () => new Response('', { status: 503 }))
    await openDiagnostics()
    expect(screen.getByText(/^2 problems/)).toBeTruthy()
    const isOpen = (name: string) => card(name).querySelector('details')?.open
    expect(['Network', 'Safe service', 'This browser', 'This page'].map(isOpen)).toEqual(Array(4).fill(false))
    expect(card('Network').textContent).toContain('1 problem')
    expect(card('Safe service').textContent).toContain('Safe gateway: Answers HTTP 503')
    expect(card('This browser').textContent).toContain('It stores your data, and its clock is right.OK')
  })

  test('for nodes that were down, until they are well and checked again at once', async () => {
    answerNodes(async () => {
      throw new TypeError('Failed to fetch')
    }, indexed)
    const { user } = await openDiagnostics()
    expect(card('Network').textContent).toContain('Is unreachable')
    answerNodes(node(), indexed)
    await user.click(button('Check again'))
    await within(card('Network')).findAllByText('56, BNB Smart Chain')
    await checked()
    expect(card('Network').textContent).toContain('“Paid” can be confirmed by 2 operators')
  })

  test('for an older gateway, which is asked only whether it knows the chain', async () => {
    answerNodes(node(), (path) =>
      path.endsWith('/about/indexing') ? new Response('', { status: 404 }) : Response.json({ chainId: '56' }),
    )
    await openDiagnostics()
    expect(card('Safe service').textContent).toContain('It knows BNB Smart Chain')
  })

  test('for an endpoint of another chain', async () => {
    answerNodes([node((method) => (method === 'eth_chainId' ? '0x1' : undefined)), node()], indexed)
    await openDiagnostics()
    expect(card('Network').textContent).toContain('Is on chain 1')
    expect(card('Network').textContent).toContain('56, BNB Smart Chain')
  })

  test('for endpoints that serve no logs, in the table and with their words in the report', async () => {
    const refusing = node((method) => {
      if (method === 'eth_getLogs') throw new RpcError(-32005, 'limit\nexceeded')
    })
    answerNodes(refusing, indexed)
    await openDiagnostics()
    const endpoints = card('Network')
    const rows = within(endpoints).getAllByRole('row', { name: /^logs of/ })
    const cells = rows.flatMap((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    expect(cells).toEqual(Array(2 * rows.length).fill('no'))
    expect(rows).toHaveLength(4)
    expect(endpoints.textContent).toContain('Serves no logs')
    expect(endpoints.textContent).toContain('56, BNB Smart Chain')
    expect(report()).toContain('logs of 50 blocks: no: refuses: “limit exceeded” (-32005)')
  })

  test('for a browser that stores nothing', async () => {
    answerNodes(node(), indexed)
    await openDiagnostics({ storage: browserStorage(false) })
    expect(card('This browser').textContent).toContain('Only for this page')
  })
})

test('an endpoint that lags is compared with the other one', async () => {
  answerNodes([node(), node(undefined, 50)], indexed)
  await openDiagnostics()
  expect(card('Network').textContent).toMatch(/Behind.*Is \d\d blocks behind another RPC/)
})

test('addresses are on the page and in the report only when they are asked for', async () => {
  answerNodes(node(), indexed)
  const { user, container } = await openDiagnostics({ account: fakeSafeAccount() })
  expect(card('This page').textContent).toContain('Address0x…')
  expect(container.textContent).not.toMatch(ANY_ADDRESS)
  expect(report()).toContain('rpc.first.invalid')
  expect(report()).not.toMatch(ANY_ADDRESS)
  await user.click(screen.getByRole('checkbox', { name: 'Include addresses' }))
  expect(card('This page').textContent).toContain(SAFE)
  expect(report()).toContain(SAFE)
})

test('the key in the path of an endpoint is shown nowhere, whatever the endpoint says', async () => {
  const telling = node((method) => {
    if (method === 'eth_getLogs') throw new RpcError(-32005, `no logs for ${componentEnv.rpcUrls[1]}`)
  })
  answerNodes([node(), telling], indexed)
  const { user, container } = await openDiagnostics()
  await user.click(screen.getByRole('checkbox', { name: 'Include addresses' }))
  expect(report()).toContain('refuses: “no logs for https://rpc.second.invalid” (-32005)')
  expect(report()).not.toContain('SECRET')
  expect(container.innerHTML).not.toContain('SECRET')
})

test('a visitor asks each endpoint a few questions and the gateway one', async () => {
  const sent = answerNodes(node(), indexed)
  await openDiagnostics()
  const to = (host: string) => sent.filter((text) => text.startsWith(`https://${host}`)).length
  for (const host of ['rpc.first.invalid', 'rpc.second.invalid']) {
    expect(to(host)).toBeGreaterThan(5)
    expect(to(host)).toBeLessThanOrEqual(20)
  }
  expect(to('gateway.invalid')).toBe(1)
})
