import type { Page } from 'playwright/test'
import type { World } from '#tests/support/portalFixture.ts'

/** A page, or a state of one, that is looked at. */
export type View<Visit> = {
  readonly name: string
  /** True for those that `npm test` looks at; each can be opened without the others between. */
  readonly isSample?: boolean
  /** Opens it and waits until it is complete. It may go on from the view before. */
  readonly open: (visit: Visit) => Promise<void>
  /** Closes what would cover the next view. */
  readonly close?: (visit: Visit) => Promise<void>
}

/** The portal in a tab. */
export type TabVisit = { readonly tab: Page; readonly world: World }

export const closeWithEscape = ({ tab }: TabVisit): Promise<void> => tab.keyboard.press('Escape')
