import { expect, type Frame, type FrameLocator, type Locator, type Page } from 'playwright/test'

/** The deep link of the local Safe host: Safe, acting owner, app, and any fault by its query name. */
export type HostLink = {
  readonly appUrl: string
  readonly safe?: string
  /** The acting persona's index, or `none` for no wallet; Ada (0) by default. */
  readonly owner?: number | 'none'
  readonly theme?: 'dark' | 'light'
  /** Faults and settings by query name: `delay`, `drop`, `silent`, `fail`, `lieTx`, `chain`, `listed`, … */
  readonly [name: string]: string | number | undefined
}

/** The host's URL with these settings. */
export function hostLink(hostUrl: string, link: HostLink): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(link)) {
    if (value !== undefined) query.set(name, name === 'safe' ? `bnb:${value}` : String(value))
  }
  return `${hostUrl}/?${query}`
}

/** Opens the host and waits until the app's frame is shown. */
export async function openHost(page: Page, hostUrl: string, link: HostLink): Promise<void> {
  await page.goto(hostLink(hostUrl, link))
  await expect(frameElement(page)).toBeVisible()
}

/** The iframe that holds the app. */
export function frameElement(page: Page): Locator {
  return page.getByRole('region', { name: 'App' }).locator('iframe').first()
}

/** The content of the app's frame, by role and name. */
export function app(page: Page): FrameLocator {
  return frameElement(page).contentFrame()
}

/** The app's frame, to run code in it; waits for it. */
export async function appFrame(page: Page): Promise<Frame> {
  const handle = await frameElement(page).elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('The host shows no app.')
  return frame
}

/**
 * The host's dialog by (part of) its title: `Send`, `Sign a message`, `Reject nonce`, `Proposed`, `Executed`.
 */
export function dialog(page: Page, title: string | RegExp): Locator {
  return page.getByRole('dialog', { name: title })
}

/** Connects another wallet to the host: `Ada (treasurer)`, `Stranger`, `Nobody (no wallet)`. */
export async function actAs(page: Page, name: string): Promise<void> {
  const open = page.getByRole('dialog')
  const scope = (await open.count()) > 0 ? open.last() : page.getByRole('banner')
  await scope.getByRole('combobox', { name: 'Acting as' }).selectOption({ label: name })
}

/** Chooses another Safe by name. */
export async function chooseSafe(page: Page, name: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('combobox', { name: 'Safe', exact: true })
    .selectOption({ label: name })
}

/** Signs the open dialog and closes the result, if there is one. */
export async function sign(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
}

/** Signs and executes (in a Safe with one owner) and waits for the result. */
export async function signAndExecute(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Sign and execute' }).click()
  await expect(dialog(page, 'Executed')).toBeVisible()
}

/** Adds the open dialog's calls to the host's batch. The app never gets an answer. */
export async function addToBatch(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Add to batch' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Opens the host's batch, proposes it with the acting owner's signature, and closes the result. */
export async function proposeBatch(page: Page): Promise<void> {
  const panel = await openPanel(page, 'Batch')
  await panel.getByRole('button', { name: 'Propose the batch' }).click()
  // Signing the batch is offered directly, even if "Add to batch" was the last action.
  await sign(page)
  await expect(dialog(page, 'Proposed')).toBeVisible()
  await done(page)
}

/** Closes the result dialog. */
export async function done(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Done' }).click()
}

/** Closes the open dialog and confirms with "Discard". */
export async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await answerDiscard(page, 'Discard')
}

/** Answers the host's "Discard this?" dialog. */
export async function answerDiscard(page: Page, answer: 'Discard' | 'Keep'): Promise<void> {
  await page.getByRole('alertdialog', { name: 'Discard this?' }).getByRole('button', { name: answer }).click()
}

/** Opens one of the host's panels. */
export async function openPanel(
  page: Page,
  name: 'Queue' | 'Batch' | 'History' | 'Messages' | 'App' | 'Faults' | 'Traffic',
): Promise<Locator> {
  await page.getByRole('tab', { name }).click()
  return page.getByRole('tabpanel', { name })
}

/** A row of the queue, by part of `Nonce <n>: <its effect>`. Opens the queue. */
export async function queueRow(page: Page, name: string | RegExp): Promise<Locator> {
  const panel = await openPanel(page, 'Queue')
  return panel.getByRole('listitem', { name })
}
