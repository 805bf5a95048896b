import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadChunk } from './loadChunk.ts'

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const files = { 'core-1.js': 'core', 'pay-2.js': 'pay' } as const
type File = keyof typeof files
const urlOf = (name: string) => `https://portal.example/assets/${name}`

/** The copy for visits without a network, by URL. */
let kept: Map<string, string>
/** What the server answers for a file; null while it is out. */
let serve: (name: File) => string | null

beforeEach(() => {
  kept = new Map([
    ['https://portal.example/index.html', '<html>'],
    ...Object.entries(files).map(([name, text]): [string, string] => [urlOf(name), text]),
  ])
  serve = () => null
  const integrity = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`./assets/${name}`, hashOf(text)]),
  )
  document.head.innerHTML = `<script type="importmap">${JSON.stringify({ integrity })}</script>`
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async ({ url }: { url: string }) => new Response(kept.get(url)),
    put: async ({ url }: { url: string }, response: Response) => void kept.set(url, await response.text()),
    delete: async ({ url }: { url: string }) => kept.delete(url),
  }
  vi.stubGlobal('caches', { keys: async () => ['precache'], open: async () => cache })
  vi.stubGlobal('fetch', async (url: string, { integrity }: { integrity?: string } = {}) => {
    const text = serve(url.slice(url.lastIndexOf('/') + 1) as File)
    if (text === null || (integrity && hashOf(text) !== integrity)) throw new TypeError('Failed to fetch')
    return new Response(text)
  })
  // A release that is still the running one.
  sessionStorage.setItem('portal.reloaded-from', 'loadChunk.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  document.head.innerHTML = ''
})

const fail = () => expect(loadChunk(() => Promise.reject(new Error('no')))).rejects.toThrow('no')

test('error: an outage of the server deletes nothing of the copy for visits without a network', async () => {
  const before = [...kept]
  await fail()
  expect([...kept]).toEqual(before)
})

test('error: while the server is out, only a file with a wrong hash is deleted', async () => {
  kept.set(urlOf('pay-2.js'), 'damaged')
  await fail()
  expect([...kept.keys()]).toEqual(['https://portal.example/index.html', urlOf('core-1.js')])
})

test('behavior: a file with a wrong hash is replaced by the one that the server has', async () => {
  kept.set(urlOf('pay-2.js'), 'damaged')
  serve = (name) => files[name]
  await fail()
  expect(kept.get(urlOf('pay-2.js'))).toBe('pay')
  expect(kept.get(urlOf('core-1.js'))).toBe('core')
})

test('error: a file of the server with another hash is not kept', async () => {
  kept.set(urlOf('pay-2.js'), 'damaged')
  serve = () => 'also damaged'
  await fail()
  expect(kept.has(urlOf('pay-2.js'))).toBe(false)
})
