import { afterEach, expect, test, vi } from 'vitest'
import { exclusive } from '#account/exclusive.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  document.body.innerHTML = ''
  delete document.documentElement.dataset.page
})

test('behavior: a new release takes the place of an old page, but not of one that shares what was typed', async () => {
  document.body.innerHTML = `<script id="files" type="application/json">{"entry":"./assets/old.js"}</script>
    <nav class="shell-nav"><a href="#/pay" aria-current="page">Pay</a></nav><input>`
  vi.stubGlobal('fetch', async () => new Response('{"entry":"./assets/new.js"}'))
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  // Another test may have loaded it in a page without files.
  vi.resetModules()
  const { reloadIfOutdated } = await import('./newRelease.ts')
  document.documentElement.dataset.page = 'pay'
  document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
  // People, beside Pay.
  document.documentElement.dataset.page = 'people'
  await reloadIfOutdated()
  expect(reload).not.toHaveBeenCalled()
  // Settings, which the navigation does not have.
  document.documentElement.dataset.page = 'settings'
  document.querySelector('a')?.removeAttribute('aria-current')
  await reloadIfOutdated()
  expect(reload).toHaveBeenCalledOnce()
})

test('error: a new release does not replace a page that waits for the answer of a wallet', async () => {
  document.body.innerHTML = '<script id="files" type="application/json">{"entry":"./assets/old.js"}</script>'
  document.documentElement.dataset.page = 'pay'
  vi.stubGlobal('fetch', async () => new Response('{"entry":"./assets/new.js"}'))
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  vi.resetModules()
  const { reloadIfOutdated } = await import('./newRelease.ts')
  const stop = new AbortController()
  let answer = () => {}
  const asked = exclusive('your wallet')((markAsked) => {
    markAsked()
    return new Promise<void>((resolve) => {
      answer = resolve
    })
  }, stop.signal)
  await reloadIfOutdated()
  // The wallet may still answer.
  stop.abort()
  await expect(asked).rejects.toMatchObject({ kind: 'unknown-result' })
  await reloadIfOutdated()
  expect(reload).not.toHaveBeenCalled()
  answer()
  await reloadIfOutdated()
  expect(reload).toHaveBeenCalledOnce()
})
