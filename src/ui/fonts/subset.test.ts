import { readdirSync, readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { fontFiles, makeFont } from './subset.ts'

const files = fontFiles()
const committed = (name: string) => readFileSync(`src/ui/fonts/${name}`)
/** Read by another library than the one that makes them. */
const read = (name: string): Font => create(committed(name))
const widthOf = (font: Font, text: string, features = {}) => font.layout(text, features).advanceWidth

test('behavior: fonts.css names every font file, and no other', () => {
  const present = readdirSync('src/ui/fonts').filter((name) => name.endsWith('.woff2'))
  expect(files.map(({ name }) => name).sort()).toEqual(present.sort())
})

describe.each(files)('$name', (file) => {
  test('behavior: is what the script makes', async () => {
    expect((await makeFont(file)).equals(committed(file.name))).toBe(true)
  })

  test('behavior: has a glyph for each promised character, and for nothing else', () => {
    const font = read(file.name)
    const codes = [...file.text].map((one) => one.codePointAt(0) ?? 0)
    // The last one only ends the font's table.
    const listed = font.characterSet.filter((code) => code !== 0xffff)
    expect([...listed].sort((a, b) => a - b)).toEqual(codes.sort((a, b) => a - b))
    for (const code of codes) {
      const glyph = font.glyphForCodePoint(code)
      const isSpace = /\s/.test(String.fromCodePoint(code))
      expect([code, glyph.id > 0, glyph.path.commands.length > 0]).toEqual([code, true, !isSpace])
    }
  })

  test('behavior: draws the promised weights and has no other axis', () => {
    expect(read(file.name).variationAxes).toEqual({ wght: expect.objectContaining(file.weights) })
  })

  test('behavior: names its authors', () => {
    expect(read(file.name).copyright).toMatch(/The (Inter|Geist) Project Authors/)
  })
})

describe('Inter', () => {
  const inter = read('inter.woff2')

  test('behavior: has the words and signs of the portal', () => {
    const words = 'Pay 1,250.00 USDT to @dana · “paid” → 3 of 5 ✓ ≈ €20 − £1, 2 × 40 — don’t… ← ↓ • © –'
    expect([...words].filter((one) => !inter.characterSet.includes(one.codePointAt(0) ?? 0))).toEqual([])
  })

  test('behavior: kerns', () => {
    expect(widthOf(inter, 'AV')).toBeLessThan(widthOf(inter, 'A') + widthOf(inter, 'V'))
  })

  test('behavior: has figures of one width for columns', () => {
    expect(widthOf(inter, '1111')).toBeLessThan(widthOf(inter, '0000'))
    const widths = [...'0123456789'].map((digit) => widthOf(inter, digit.repeat(4), { tnum: true }))
    expect(new Set(widths).size).toBe(1)
  })

  test('behavior: draws no other characters than the text has', () => {
    expect(inter.availableFeatures).not.toContain('calt')
  })

  test('behavior: is as high as the fallback of fonts.css', () => {
    const css = readFileSync('src/ui/fonts/fonts.css', 'utf8')
    const percent = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(css)?.[1]) / 100
    const { ascent, descent, unitsPerEm } = inter
    const adjust = percent('size-adjust')
    expect(percent('ascent-override') * adjust).toBeCloseTo(ascent / unitsPerEm, 3)
    expect(percent('descent-override') * adjust).toBeCloseTo(-descent / unitsPerEm, 3)
  })
})

test('behavior: an address has digits of one width', () => {
  const { text } = files.find(({ family }) => family === 'Portal Hex') ?? { text: '' }
  expect([...text].sort().join('')).toBe('0123456789ABCDEFabcdefx…')
  const hex = read('hex.woff2')
  expect(new Set([...text].map((one) => widthOf(hex, one))).size).toBe(1)
})

test('behavior: what the first screen loads of fonts is under 24 KB', () => {
  const sizes = ['inter.woff2', 'hex.woff2'].map((name) => committed(name).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(24_000)
})
