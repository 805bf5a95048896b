import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { everyPage, pages } from '../../src/app/routes.tsx'
import { startModules } from '../../src/hosting/startLists.ts'

const waiting = readFileSync('src/app/WaitingPages.module.css', 'utf8')
const shell = readFileSync('src/ui/shell.css', 'utf8')

describe.each(everyPage.map(({ path }) => path))('the page %s', (path) => {
  const name = path.slice(1)

  test('behavior: its skeleton is shown before any code is there', () => {
    expect(waiting).toContain(`[data-page="${name}"] .waiting[data-waiting="${name}"]`)
  })

  test('behavior: its files are started by the page itself', () => {
    if (path === '/') expect(startModules.frame).toContain('src/features/overview/AccountOverview.tsx')
    else expect(startModules[path]).toHaveLength(1)
  })
})

test('behavior: every page of the navigation is marked there from the first paint on', () => {
  for (const { path } of pages) {
    expect(shell).toContain(`:root[data-page="${path.slice(1)}"] .shell-nav a[href="#${path}"]`)
  }
})

test('behavior: no list of files is left over from a page that is gone', () => {
  const paths = everyPage.map(({ path }) => path as string)
  expect(Object.keys(startModules).filter((list) => list.startsWith('/') && !paths.includes(list))).toEqual(
    [],
  )
})
