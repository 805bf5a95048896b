import type { Frame, FrameLocator, Locator, Page } from 'playwright/test'

// This file is published as the package's types, so it imports types of Playwright and nothing else.

/** The tabs of the host. */
export type HostPanel = 'Queue' | 'Batch' | 'History' | 'Messages' | 'App' | 'Faults' | 'Traffic'

/** The host around an app: what a person sees in it and presses. Methods wait until they can act, as Playwright does. */
export type HostPage = {
  /** The iframe that holds the app. */
  readonly iframe: Locator
  /** The content of the app's frame, by role and name. */
  readonly app: FrameLocator
  /** The app's frame, to run code in it; waits for it. */
  appFrame(): Promise<Frame>
  /** The host's dialog, or the one with (part of) this title: `Send`, `Sign a message`, `Proposed`, `Executed`, … */
  dialog(title?: string | RegExp): Locator
  /** The text or typed data that the dialog asks to sign. */
  readonly message: Locator
  /** Changes the nonce in the dialog of a transaction. */
  fillNonce(nonce: number | bigint): Promise<void>
  /** Signs what the app asks for. The app is answered, and the dialog shows the result until `done`. */
  sign(): Promise<void>
  /** Signs and executes, where one signature is enough, and waits for the result. */
  signAndExecute(): Promise<void>
  /** The safeTxHash in the dialog with the result. */
  safeTxHash(): Promise<`0x${string}`>
  /** Closes the dialog with the result. */
  done(): Promise<void>
  /** Rejects what the app asks for: closes the dialog, and says that it may be discarded. */
  discard(): Promise<void>
  /** Answers the question whether an open dialog may be discarded. */
  answerDiscard(answer: 'Discard' | 'Keep'): Promise<void>
  /** Answers an app that asks for permissions. */
  answerPermissions(answer: 'Accept' | 'Reject'): Promise<void>
  /** Adds the calls of the open dialog to the batch. The app never gets an answer. */
  addToBatch(): Promise<void>
  /** Opens the batch, proposes it with the acting person's signature, and closes the result. */
  proposeBatch(): Promise<void>
  /** Chooses who acts, by the name in the host: `Ada (treasurer)`, `Stranger`, `Nobody (no wallet)`. */
  actAs(name: string): Promise<void>
  /** Chooses another Safe by name. */
  chooseSafe(name: string): Promise<void>
  /** Opens a tab of the host. */
  openPanel(name: HostPanel): Promise<Locator>
  /** Opens the queue; returns its rows with part of `Nonce <n>: <its effect>`. */
  queueRow(name: string | RegExp): Promise<Locator>
}

/** The host in a page of Playwright that `openApp` or `link` has opened. */
export function hostPageOf(page: Page): HostPage {
  const iframe = page.getByRole('region', { name: 'App' }).locator('iframe').first()
  const banner = page.getByRole('banner')
  const dialog = (title?: string | RegExp) =>
    page.getByRole('dialog', title === undefined ? {} : { name: title })
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const host: HostPage = {
    iframe,
    app: iframe.contentFrame(),
    async appFrame() {
      const handle = await iframe.elementHandle()
      const frame = await handle?.contentFrame()
      if (!frame) throw new Error('The host shows no app.')
      return frame
    },
    dialog,
    message: dialog().locator('pre'),
    fillNonce: (nonce) => dialog().getByLabel('Nonce').fill(`${nonce}`),
    sign: () => press('Sign'),
    async signAndExecute() {
      await press('Sign and execute')
      await dialog('Executed').waitFor()
    },
    async safeTxHash() {
      const shown = dialog(/Proposed|Executed/).locator('dt:text-is("safeTxHash") + dd')
      return (await shown.innerText()) as `0x${string}`
    },
    done: () => page.getByRole('button', { name: 'Done' }).click(),
    async discard() {
      await press('Reject')
      await host.answerDiscard('Discard')
    },
    answerDiscard: (name) =>
      page.getByRole('alertdialog', { name: 'Discard this?' }).getByRole('button', { name }).click(),
    answerPermissions: (name) => dialog('Permissions request').getByRole('button', { name }).click(),
    async addToBatch() {
      await press('Add to batch')
      await dialog().waitFor({ state: 'hidden' })
    },
    async proposeBatch() {
      const panel = await host.openPanel('Batch')
      await panel.getByRole('button', { name: 'Propose the batch' }).click()
      // Signing the batch is offered directly, even if "Add to batch" was the last action.
      await host.sign()
      await dialog('Proposed').waitFor()
      await host.done()
    },
    async actAs(label) {
      const scope = (await dialog().count()) > 0 ? dialog().last() : banner
      await scope.getByRole('combobox', { name: 'Acting as' }).selectOption({ label })
    },
    async chooseSafe(label) {
      await banner.getByRole('combobox', { name: 'Safe', exact: true }).selectOption({ label })
    },
    async openPanel(name) {
      await page.getByRole('tab', { name }).click()
      return page.getByRole('tabpanel', { name })
    },
    async queueRow(name) {
      const queue = await host.openPanel('Queue')
      return queue.getByRole('listitem', { name })
    },
  }
  return host
}
