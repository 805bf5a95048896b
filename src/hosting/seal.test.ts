import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '#parseEnv.ts'
import { propertyRuns } from '../../tests/support/propertyRuns.ts'
import { listFiles, readList } from './offline.ts'
import { inlineHashes, sealedPaths, sealPage } from './seal.ts'

const parsed = parseEnv({})
if (!parsed.ok) throw new Error(parsed.fault)
const { env } = parsed

const page = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <script data-lists="tab 3" data-entry="./assets/a.js">{let e=1}</script>
    <style data-files="a.css">p{color:red}</style>
  </head>
  <body><div id="root"></div></body>
</html>`

/** What a browser compares, computed by another implementation of SHA-256. */
async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

function integrityOf(html: string): Record<string, string> {
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'
  return JSON.parse(map).integrity
}

const name = fc.stringMatching(/^assets\/[\w-]{1,12}\.(js|css)$/)
const files = fc.uniqueArray(fc.tuple(name, fc.string()), { selector: ([path]) => path, maxLength: 12 })

describe('a sealed page', () => {
  test('behavior: names the hash of every script and stylesheet, and of nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (built) => {
        const others: [string, string][] = [
          ['logo.svg', '<svg/>'],
          ['assets/picture.png', 'x'],
        ]
        const integrity = integrityOf(sealPage(page, new Map([...built, ...others]), env))
        const expected = await Promise.all(
          built.map(async ([path, text]) => [`./${path}`, await hashOf(text)]),
        )
        expect(integrity).toEqual(Object.fromEntries(expected))
      }),
      propertyRuns(50),
    )
  })

  test('behavior: sealed again it stays the same; with another file only that hash and the policy change', () => {
    fc.assert(
      fc.property(files, fc.string(), (built, text) => {
        const once = sealPage(page, new Map(built), env)
        expect(sealPage(once, new Map(built), env)).toBe(once)
        const [first] = built
        if (!first) return
        const changed = new Map(built).set(first[0], `${first[1]}${text}!`)
        const again = sealPage(once, changed, env)
        expect(Object.keys(integrityOf(again))).toEqual(Object.keys(integrityOf(once)))
        expect(integrityOf(again)[`./${first[0]}`]).not.toBe(integrityOf(once)[`./${first[0]}`])
      }),
      propertyRuns(50),
    )
  })

  test('behavior: its policy allows what stands in it and says nothing that a meta element cannot', async () => {
    const sealed = sealPage(page, new Map([['assets/a.js', '1']]), env)
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(sealed)?.[1] ?? ''
    const map = /<script type="importmap">(.*?)<\/script>/.exec(sealed)?.[1] ?? ''
    for (const script of [map, '{let e=1}']) expect(policy).toContain(`'${await hashOf(script)}'`)
    expect(policy).toContain(`style-src 'self' '${await hashOf('p{color:red}')}'`)
    expect(policy).not.toContain('frame-ancestors')
    expect(inlineHashes(sealed).scripts).toHaveLength(2)
  })

  test('behavior: the map comes before every script, the policy before everything', () => {
    const sealed = sealPage(page, new Map([['assets/a.js', '1']]), env)
    const at = (text: string) => sealed.indexOf(text)
    expect(at('Content-Security-Policy')).toBeLessThan(at('<script'))
    expect(at('type="importmap"')).toBeLessThan(at('data-lists'))
  })
})

test('behavior: the largest files come first, in an order that depends on nothing else', () => {
  const built = new Map([
    ['assets/b.js', 'xx'],
    ['assets/a.css', 'xx'],
    ['assets/c.js', 'xxx'],
  ])
  const expected = ['assets/c.js', 'assets/a.css', 'assets/b.js']
  expect(sealedPaths(built)).toEqual(expected)
  expect(sealedPaths(new Map([...built].reverse()))).toEqual(expected)
})

test('behavior: the service worker lists the page and its files with their hashes, and can be listed anew', async () => {
  const built = new Map([
    ['index.html', page],
    ['assets/a.js', '1'],
  ])
  const listed = listFiles('work()', ['assets/a.js'], built)
  const [first = '', ...rest] = listed.split('\n')
  expect(rest.join('\n')).toBe('work()')
  expect(JSON.parse(/=(.*);$/.exec(first)?.[1] ?? '')).toEqual([
    { url: 'index.html', revision: await hashOf(page) },
    { url: 'assets/a.js', revision: null, integrity: await hashOf('1') },
  ])
  expect(readList(listed)).toEqual({ worker: 'work()', names: ['assets/a.js'] })
})
