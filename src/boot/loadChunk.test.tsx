import { afterEach, expect, test } from 'vitest'
import { loadChunk } from './loadChunk.ts'

const BASE = 'https://portal.example/assets/'

afterEach(() => {
  document.head.innerHTML = ''
})

const links = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => [rel, href])
const style = () => document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]')

test('behavior: starts the modules of a chunk and waits for its styles', async () => {
  const loaded = loadChunk(async () => 'page', ['core.js', 'page.css'], BASE)
  expect(links()).toEqual([
    ['modulepreload', `${BASE}core.js`],
    ['stylesheet', `${BASE}page.css`],
  ])
  style()?.dispatchEvent(new Event('load'))
  expect(await loaded).toBe('page')
})

test('behavior: asks for nothing that was started already, nor for styles that stand in the page', async () => {
  document.head.innerHTML = `<style data-files="first.css other.css"></style><link rel="modulepreload" href="./assets/core.js">`
  expect(await loadChunk(async () => 'page', ['core.js', 'other.css'], BASE)).toBe('page')
  expect(links()).toHaveLength(1)
})

test('behavior: leaves a module without further files to its import', async () => {
  expect(await loadChunk(async () => 'icon', ['icon.js'], BASE)).toBe('icon')
  expect(links()).toEqual([])
})

test('error: a stylesheet that does not arrive keeps the chunk away, and is asked for again by the next attempt', async () => {
  const first = loadChunk(async () => 'page', ['page.css'], BASE)
  style()?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('page.css did not load')
  expect(style()).toBeNull()
  const second = loadChunk(async () => 'page', ['page.css'], BASE)
  style()?.dispatchEvent(new Event('load'))
  expect(await second).toBe('page')
})
