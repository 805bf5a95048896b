import { describe, expect, test } from 'vitest'
import { ADDRESS, account, facts, ok } from '../../../tests/support/diagnosticsFacts.ts'
import { reportText } from './reportText.ts'

describe('the report', () => {
  test('behavior: says everything of the page in plain lines', () => {
    expect(
      reportText(facts, { addresses: false }),
    ).toBe(`Influencer Portal, diagnostics, 2026-01-02T03:04:05.000Z

How the portal runs
Opened: In a Safe frame (safe mode)
Safe host: https://app.safe.global
Account: A Safe
Address: 0x…
Chain id: 56, supported
- Handshake with the Safe host
  0 ms: parent https://app.safe.global
  1,250 ms: asked

RPC endpoints
- a.example
  State: Answers
  Chain id: 56, BNB Smart Chain
  Newest block: 1,000, 1 s old, none is further
  Finalized block: 998, 2 blocks before the newest
  Round trip: 12 ms
  Log range: At least 50,000 blocks
- b.example
  State: Behind
  Chain id: 56, BNB Smart Chain
  Newest block: 900, behind: 45 s old, 100 blocks behind the best of the others
  Finalized block: 898, 2 blocks before the newest
  Round trip: 12 ms
  Log range: Disabled: for 10 blocks it refuses: “limit exceeded” (-32005)
- c.example
  State: Is on chain 1
  Chain id: 1, wrong: it must be 56
  Round trip: 7 ms
  Log range: At least 1,000 blocks; for 5,000 blocks it answers HTTP 413
- d.example
  State: Asking…
  Log range: Measuring…

Safe services
- Safe gateway
  State: Answers HTTP 503
  Host: gateway.example
  HTTP status: 503
  Round trip: 5 ms
- Transaction service
  State: Not configured

Storage
Kept: In this browser
portal.sent.0x…: 1,234 characters
Other keys here: 2, of wallets or other pages
Room: 12.3 kB of 2.1 GB used

Version and browser
Portal: 0.1.0
Browser: Agent/1
Viewport: 360 × 780 px
Languages: en
Time zone: Europe/Berlin
Clock: 1 s after the newest block
`)
  })

  test('behavior: has the addresses once they are asked for', () => {
    const text = reportText(facts, { addresses: true })
    expect(text).toContain(`Address: ${ADDRESS}`)
    expect(text).toContain(`portal.sent.${ADDRESS.toLowerCase()}: `)
  })

  test('behavior: a wrong chain, a slow clock and blocked storage are said', () => {
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
          {
            host: 'a.example',
            reading: ok('a.example', 5, -90),
            logs: { atLeast: 0, refused: { blocks: 10, byNode: false, words: 'answers HTTP 403' } },
          },
          {
            host: 'b.example',
            reading: null,
            logs: { atLeast: 0, refused: { blocks: 0, byNode: false, words: 'is on chain 1' } },
          },
        ],
        storage: { keys: [], others: 0, readable: false, usage: null, quota: null },
      },
      { addresses: false },
    )
    expect(text).toContain('diagnostics, still checking')
    expect(text).toContain('Opened: In a tab of its own (wallet mode)\nAccount: A wallet')
    expect(text).toContain('Chain id: 1, unsupported: it must be 56')
    expect(text).toContain('Log: Not framed: no handshake')
    expect(text).toContain('Log range: Not measured: it is on chain 1')
    expect(text).toContain('Log range: None: for 10 blocks it answers HTTP 403')
    expect(text).toContain('Newest block: 5, 90 s ahead of this clock\n')
    expect(text).toContain('Clock: 90 s before the newest block: the clock is slow')
    expect(text).toContain('Kept: Only for this page')
  })
})
