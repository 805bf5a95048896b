import { describe, expect, test } from 'vitest'
import { ADDRESS, account, facts, ok } from '#tests/support/diagnosticsFacts.ts'
import { reportText } from './Diagnostics.tsx'

describe('the report', () => {
  test('behavior: contains everything on the page in plain lines', () => {
    expect(
      reportText(facts, { addresses: false }),
    ).toBe(`Influencer Portal, diagnostics, 2026-01-02T03:04:05.000Z

Network
Payments: Asking who can confirm them…
Endpoint: 1 | 2 | 3 | 4
serves chain 56: yes, 1 ms | yes, 1 ms | no: is on chain 1 | not asked
final block: yes, 2 ms | yes, 2 ms | not asked | not asked
receipt: yes, 3 ms | yes, 3 ms | not asked | not asked
logs of 1 block: yes, 4 ms | yes, 4 ms | not asked | not asked
logs of 50 blocks: yes, 5 ms | yes, 5 ms | not asked | not asked
logs of 500 blocks: yes, 6 ms | yes, 6 ms | not asked | not asked
logs of 5,000 blocks: yes, 7 ms | no: refuses: “limit exceeded” (-32005) | not asked | not asked
batch of 3 eth_call: yes, 8 ms | yes, 8 ms | not asked | not asked
batch of 10 eth_call: yes, 9 ms | yes, 9 ms | not asked | not asked
batch of 25 eth_call: yes, 10 ms | yes, 10 ms | not asked | not asked
eth_call: yes, 11 ms | yes, 11 ms | not asked | not asked
eth_getCode: yes, 12 ms | yes, 12 ms | not asked | not asked
- 1. a.example
  State: OK
  Operator: a.example
  Chain id: 56, BNB Smart Chain
  Newest block: 1,000, 1 s old
  Finalized block: 998, 2 blocks before the newest
  Response time: 1 ms
- 2. b.example
  State: Behind
  Operator: b.example
  Note: Serves logs of 500 blocks at most
  Note: Is 100 blocks behind another RPC
  Chain id: 56, BNB Smart Chain
  Newest block: 900, behind: 45 s old
  Finalized block: 898, 2 blocks before the newest
  Response time: 1 ms
- 3. c.example
  State: Is on chain 1
  Operator: c.example
  Chain id: 1, wrong: it must be 56
- 4. d.example
  State: Asking…

Safe service
- Safe gateway
  State: Answers HTTP 503
  Host: gateway.example
  HTTP status: 503
  Response time: 5 ms
- Transaction service
  State: Not configured

This browser
Portal: 0.1.0
Browser: Agent/1
Viewport: 360 × 780 px
Languages: en
Time zone: Europe/Berlin
Clock: 1 s after the newest block
- Storage
  Storage: In this browser
  portal.sent.0x…: 1,234 characters
  Other keys here: 2, of wallets or other pages
  Space: 12.3 kB of 2.1 GB used

This page
Opened: In a Safe frame (safe mode)
Safe host: https://app.safe.global
Framing: Only the Safe hosts of this portal may show it in a frame
Account: A Safe
Address: 0x…
Chain id: 56, supported
- Handshake with the Safe host
  0 ms: parent https://app.safe.global
  1,250 ms: asked
`)
  })

  test('behavior: contains the addresses on request', () => {
    const text = reportText(facts, { addresses: true })
    expect(text).toContain(`Address: ${ADDRESS}`)
    expect(text).toContain(`portal.sent.${ADDRESS.toLowerCase()}: `)
  })

  test('behavior: reports a wrong chain, a slow clock and blocked storage', () => {
    const text = reportText(
      {
        ...facts,
        checkedAt: null,
        connection: {
          status: 'connected',
          account: { ...account, kind: 'eoa' },
          chainId: 1,
          unsupported: true,
        },
        handshake: [],
        keeping: 'page',
        endpoints: [
          { url: 'https://a.example', operator: 'a.example', reading: ok(5, { age: -90 }) },
          { url: 'https://b.example', operator: 'b.example', reading: null },
        ],
        storage: { keys: [], others: 0, readable: false, usage: null, quota: null },
      },
      { addresses: false },
    )
    expect(text).toContain('diagnostics, still checking')
    expect(text).toContain(
      'Opened: In a tab of its own (wallet mode)\nFraming: Only the Safe hosts of this portal may show it in a frame\nAccount: A wallet',
    )
    expect(text).toContain('Chain id: 1, unsupported: it must be 56')
    expect(text).toContain('Log: Not framed: no handshake')
    expect(text).toContain('Newest block: 5, 90 s ahead of this clock\n')
    expect(text).toContain('Clock: 90 s before the newest block: the clock is slow')
    expect(text).toContain('Storage: Only for this page')
  })
})
