import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyUnicode } from '#tests/support/arbitraries.ts'
import { account, broken, facts, no, ok } from '#tests/support/diagnosticsFacts.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { reportText } from './Diagnostics.tsx'
import type { DiagnosticFacts } from './facts.ts'

/** Facts with every external text replaced by `text`. */
function filledWith(text: string): DiagnosticFacts {
  return {
    ...facts,
    version: text,
    connection: {
      status: 'connected',
      account: { ...account, address: text as `0x${string}` },
      chainId: 56,
      unsupported: false,
    },
    handshake: [
      { at: 0, what: `parent ${text}` },
      { at: 1, what: text },
    ],
    endpoints: [
      { url: `https://a.example/${text}`, operator: text, reading: ok(5, { logs1: no(text) }) },
      { url: text, operator: text, reading: broken(text) },
    ],
    gateway: { host: text, reading: { host: text, ms: 1, status: 200, fault: text, about: text } },
    txService: { host: text, reading: { host: text, ms: 1, status: 200, fault: null, about: text } },
    storage: { keys: [{ key: text, characters: 1 }], others: 1, readable: true, usage: 1, quota: 1 },
    browser: { userAgent: text, viewport: text, languages: text, timeZone: text },
  }
}

describe('without addresses', () => {
  const around = fc.oneof(anyUnicode(), fc.string(), fc.stringMatching(/^[0-9a-fA-Fx]*$/))
  const written = anyAddress.chain((address) =>
    fc.constantFrom(
      address,
      address.toLowerCase(),
      address.toUpperCase(),
      address.slice(2),
      address.slice(2).toUpperCase(),
      `0x${'0'.repeat(24)}${address.slice(2)}`,
      // An invisible character in the middle.
      `${address.slice(0, 20)}\u200b${address.slice(20)}`,
    ),
  )

  test('behavior: no address appears, wherever and in whatever form it occurs', () => {
    fc.assert(
      fc.property(around, written, around, (before, address, after) => {
        const text = reportText(filledWith(`${before}${address}${after}`), { addresses: false })
        expect(text).not.toMatch(/[0-9a-f]{40}/i)
      }),
      propertyRuns(150),
    )
  })

  test('behavior: no path or query of a URL appears, with or without addresses', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/).map((text) => `Zq9${text}`)
    const url = fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'wss://', 'HTTPS://', ''),
        fc.domain(),
        fc.constantFrom('', ':8545'),
        secret,
        fc.constantFrom('/', '/v3/', '/?key=', '?key=', '/v1/x?a=b&token='),
      )
      .map(([scheme, host, port, key, path]) => ({ url: `${scheme}${host}${port}${path}${key}`, key }))
    fc.assert(
      fc.property(
        fc.string(),
        url,
        fc.string(),
        fc.boolean(),
        (before, { url: full, key }, after, addresses) => {
          const text = reportText(filledWith(`${before} ${full} ${after}`), { addresses })
          expect(text).not.toContain(key)
        },
      ),
      propertyRuns(150),
    )
  })
})
