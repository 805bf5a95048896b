import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, expect } from 'vitest'
import { setConnection } from '#account/connection.ts'
import { bareTexts } from './bareTexts.ts'
import { answerNodes } from './fakeNodes.ts'
import { renewPayees } from './payeeAt.ts'

/** The height of every element (px). */
const LINE = 76

configure({
  // A busy machine takes its time; a test that passes never waits for it.
  asyncUtilTimeout: 20_000,
  // The words on the page are more helpful than its markup.
  getElementError: (message) => {
    const [what = ''] = (message ?? '').split('\n\n')
    return new Error(`${what}\nThe page says: ${document.body.textContent}`)
  },
})

// Nothing is laid out here, and a long list shows as many lines as fit.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => LINE })

// React's development build notes for its first 10,000 elements of every second where each was made, for its warnings.
// That took a fifth of the processor's time, so here it has always made that many.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set: () => {},
})

// Each file gets a new window, whose own `fetch` would send the open requests of the last file's page to the network.
answerNodes(null)

renewPayees(expect.getState().testPath?.split('/src/').at(-1) ?? '')

beforeEach(() => {
  window.location.hash = ''
  answerNodes(null)
  setConnection({ status: 'disconnected' })
})

afterEach(() => {
  const bare = bareTexts()
  cleanup()
  // A poll that is still under way must not reach the network.
  answerNodes(null)
  // See `src/ui/jsx.ts`.
  expect(bare).toEqual([])
})
