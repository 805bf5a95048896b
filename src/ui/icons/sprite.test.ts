import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames, tokenLogos } from './names.ts'
import { spriteText } from './sprite.ts'

const sprite = readFileSync('src/ui/icons/icons.svg', 'utf8')

test('behavior: icons.svg is what the script makes', () => {
  expect(sprite).toBe(spriteText())
})

test('behavior: icons.svg has each name once, and no other', () => {
  const ids = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...iconNames, ...tokenLogos.map((symbol) => `token-${symbol}`)])
  expect([...iconNames]).toEqual([...new Set(iconNames)].sort())
})

test('behavior: an icon has lines only, in the colour of the text around it', () => {
  for (const [, id = '', shapes] of sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*)<\/symbol>/g)) {
    if (!id.startsWith('token-')) expect([id, shapes]).toEqual([id, expect.not.stringMatching(/fill|stroke/)])
  }
})

test('behavior: icons.svg has neither scripts nor styles nor references', () => {
  expect(sprite).not.toMatch(/<(script|style|image|foreignObject|use)|href|style=| on\w+=|url\(/i)
})

test('behavior: the logo of each token shows its own colour', () => {
  const colours = tokenLogos.map(
    (symbol) => new RegExp(`id="token-${symbol}".*fill="(#[0-9A-F]{3,6})".*</symbol>`).exec(sprite)?.[1],
  )
  expect(colours).not.toContain(undefined)
})
