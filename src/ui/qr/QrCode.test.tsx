import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { paintSvg, readQr } from '#tests/support/readQr.ts'
import { QrCode } from './QrCode.tsx'
import { qrSvgText } from './QrDownloads.tsx'

const drawn = (text: string) => renderToStaticMarkup(<QrCode text={text} label="A code" />)
const sideOf = (svg: string) => Number(/width="(\d+)"/.exec(svg)?.[1])

/** Greys of the page in the dark and in the light theme. */
const pages = [15, 246] as const

const anyText = fc.oneof(
  fc
    .tuple(fc.webUrl(), fc.string({ unit: 'grapheme-ascii', maxLength: 1_000 }))
    .map(([url, rest]) => `${url}#/${encodeURIComponent(rest)}`.slice(0, 1_100)),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1_100, size: 'max' }),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 400, size: 'max' })
    .filter((text) => Buffer.byteLength(text) <= 1_100),
  fc.stringMatching(/^[0-9]{1,1100}$/),
)

test('behavior: an independent decoder reads every drawn code as its text', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...pages), (text, page) => {
      const svg = drawn(text)
      expect(readQr(paintSvg(svg, sideOf(svg), page))).toBe(text)
    }),
    propertyRuns(75, 3_000),
  )
}, 600_000)

describe('a link', () => {
  const link = (length: number) =>
    'https://portal.example/#/r?'.padEnd(length, 'pay=0x55d398326f99059fF775485246999027B3197955&')

  test.each(
    Array.from({ length: 19 }, (_, index) => 60 + 20 * index).flatMap((length) =>
      pages.map((page) => [length, page] as const),
    ),
  )(
    'behavior: of %i characters is readable at 160 pixels on a page of grey %i, also on dense screens',
    (length, page) => {
      const svg = drawn(link(length))
      expect(sideOf(svg)).toBeLessThanOrEqual(160)
      expect(sideOf(svg)).toBeGreaterThan(140)
      for (const density of [1, 2]) {
        expect(readQr(paintSvg(svg, density * sideOf(svg), page))).toBe(link(length))
      }
    },
  )

  test('behavior: gets a larger code if it is too long for 160 pixels', () => {
    const svg = drawn(link(1_100))
    expect(sideOf(svg)).toBeGreaterThan(160)
    expect(readQr(paintSvg(svg, sideOf(svg), 15))).toBe(link(1_100))
  })
})

test('behavior: a code is dark on white, has a name and no own style', () => {
  const svg = drawn('0x55d398326f99059fF775485246999027B3197955')
  expect(svg).toContain('role="img" aria-label="A code"')
  expect(svg).toContain('shape-rendering="crispEdges"')
  expect(svg).not.toContain('style')
  expect(svg.match(/<path /g)).toHaveLength(1)
})

test('behavior: a code has a white border of four modules', () => {
  for (const length of [1, 42, 300, 400, 1_100, 2_900]) {
    const svg = drawn('a'.repeat(length))
    const units = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
    const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((run) => run.slice(1).map(Number))
    for (const [x = 0, y = 0, width = 0] of runs) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4)
      expect(Math.max(x + width, y + 1)).toBeLessThanOrEqual(units - 4)
    }
    expect(runs.length).toBeGreaterThan(20)
  }
})

test('behavior: the longest possible text is readable from its file', () => {
  const text = 'a'.repeat(2_953)
  expect(readQr(paintSvg(qrSvgText(text) ?? '', 370, 246))).toBe(text)
})

test.each(['', 'a'.repeat(2_954), '\ud800', 'é'.repeat(1_500)])(
  'error: a text too long or unencodable for a code shows a message',
  (text) => {
    expect(drawn(text)).toContain('No QR code can hold this text.')
    expect(qrSvgText(text)).toBeNull()
  },
)
