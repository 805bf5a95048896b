import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { keepSavedFiles } from '#tests/support/savedFiles.ts'
import { copyWay, ExportMenu } from './FileButton.tsx'

afterEach(() => vi.restoreAllMocks())

const content = new Blob(['payee,amount'], { type: 'text/csv' })
const press = (name: string) => screen.getByRole('button', { name })

type Made = { readonly name: string; readonly content: Blob; readonly about: string }

/** Opens a menu with a page and a file, of which each is made when the test says so. */
function open() {
  const saved = keepSavedFiles()
  const making: { resolve: (file: Made) => void; reject: (reason: Error) => void }[] = []
  const make = () => new Promise<Made>((resolve, reject) => making.push({ resolve, reject }))
  const csv = { icon: 'table-2', label: 'CSV', make } as const
  const { user } = renderInPortal(
    <ExportMenu ways={[{ label: 'Statement', href: '/statement' }, csv, copyWay(csv)]} />,
  )
  const finish = () => making.at(-1)?.resolve({ name: 'a.csv', content, about: '2 were left out.' })
  return { user, saved, making, finish }
}

test('behavior: a file is made once, when it is asked for, and stays in the menu with what to know about it', async () => {
  const { user, saved, making, finish } = open()
  expect(making).toHaveLength(0)
  await user.click(press('CSV'))
  await user.click(press('Making the file…'))
  expect(making).toHaveLength(1)
  finish()
  const given = await screen.findByRole('region', { name: 'a.csv' })
  expect(given.textContent).toContain('We asked your browser to save a.csv.')
  expect(given.textContent).toContain('2 were left out.')
  expect(saved.map(({ name }) => name)).toEqual(['a.csv'])
})

test('behavior: a file as text is copied and not saved', async () => {
  const { user, saved, finish } = open()
  await user.click(press('Copy as text'))
  finish()
  expect((await screen.findByRole('region', { name: 'a.csv' })).textContent).toContain('Copied!')
  expect(await navigator.clipboard.readText()).toBe('payee,amount')
  expect(saved).toHaveLength(0)
})

test('error: a text that cannot be copied is on the page, and nobody reads that it was', async () => {
  const { user, finish } = open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('blocked'))
  document.execCommand = () => false
  await user.click(press('Copy as text'))
  finish()
  const given = await screen.findByRole('region', { name: 'a.csv' })
  expect(given.textContent).toContain('Your browser doesn’t let us copy. Take the text here.')
  expect(given.textContent).not.toContain('Copied!')
})

test('error: a file that cannot be made says so, and can be asked for again', async () => {
  const { user, making, finish } = open()
  await user.click(press('CSV'))
  making[0]?.reject(new Error('no node'))
  expect((await screen.findByRole('alert')).textContent).toBe('The file could not be made. Try again.')
  await user.click(press('CSV'))
  finish()
  expect(await screen.findByRole('region', { name: 'a.csv' })).toBeTruthy()
})

test('behavior: a link in the menu closes it', async () => {
  const hide = vi.fn()
  HTMLElement.prototype.hidePopover = hide
  const { user } = open()
  await user.click(screen.getByRole('link', { name: 'Statement' }))
  expect(hide).toHaveBeenCalledTimes(1)
  expect(window.location.hash).toBe('#/statement')
})
