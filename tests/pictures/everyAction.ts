import type { Frame, Page } from 'playwright'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { pasteInto } from '#tests/support/payPage.ts'
import { fillPayment, goTo } from '#tests/support/portalPage.ts'
import { requestText, signedText } from '#tests/support/requestPage.ts'
import { begunProof, signatureBy, signedBy } from '#tests/support/signedProofs.ts'
import { approve, refuse } from '#tests/support/walletPage.ts'
import { solo } from '../../rig/seed/safes.ts'
import { influencers } from '../../safe-app/accounts.ts'
import { hostPageOf } from '../../safe-app/local/playwright.ts'
import type { Shot } from './takePictures.ts'

/** Goes to a page by its path after the hash. */
type Go = (path: string) => Promise<void>

const [dana, eli, fay] = influencers

/** A request as strangers find it: unsigned, signed, wrongly signed, overdue, for another payer. */
export async function strangersRequests(page: Page, go: Go, shot: Shot): Promise<void> {
  const states: readonly (readonly [string, string])[] = [
    ['request-unsigned', requestText('250', 'USDT')],
    ['request-signed', await signedText(dana, '250', 'USDT')],
    ['request-wrong', await signedText(eli, '250', 'USDT')],
    ['request-overdue', requestText('0.25', 'BNB', { dueOn: '2026-01-31', memo: '', reference: '' })],
    ['request-for-another', requestText('1234567.123456', 'USDC', { payer: solo.address })],
  ]
  for (const [name, text] of states) {
    await go(`/r/${text}`)
    await page.getByRole('region', { name: 'Request' }).waitFor()
    await settled(page)
    await shot(name)
  }
  await go(`/r/${requestText('1', 'USDT').slice(0, -9)}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await shot('request-broken')
}

/** A proof as its reader finds it, before and after the answer about the code, and one that is wrong. */
export async function readersProof(page: Page, go: Go, shot: Shot): Promise<void> {
  await go('/verify')
  await page.getByRole('textbox').first().waitFor()
  await shot('verify')
  const uri = new URL('/', page.url()).href
  await go(`/verify/${await signedBy(dana, begunProof(dana, { uri, name: 'dana_hikes' }))}`)
  await page
    .getByText(/^Signed by this address/)
    .first()
    .waitFor()
  await shot('proof-half')
  await page.getByRole('button', { name: 'I see the code' }).click()
  await shot('proof-confirmed')
  const proof = begunProof(dana, { uri })
  await go(`/verify/${encodeProof({ proof, signature: await signatureBy(eli, proof) })}`)
  await page.getByText('The address in this claim').waitFor()
  await shot('proof-wrong')
}

/** A wallet asks for money: form, link, code, the page of the maker of a paid request. */
export async function asking(page: Page, shot: Shot): Promise<void> {
  await goTo(page, 'Get paid')
  await page.getByLabel('Amount', { exact: true }).waitFor()
  await shot('get-paid')
  await page.getByLabel('Amount', { exact: true }).fill('250')
  await page.getByLabel(/^What is it for/).fill('Reel for the autumn campaign')
  await page.getByText('More options').click()
  await shot('get-paid-filled')
  await page.getByRole('button', { name: 'Create request' }).click()
  await refuse(page)
  await page.getByText(/^The request isn’t created yet\./).waitFor()
  await shot('get-paid-rejected')
  await page.getByRole('button', { name: 'Create request' }).click()
  await approve(page)
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  await settled(page)
  await shot('share')
  await goTo(page, 'Get paid')
  await page.getByRole('region', { name: 'Your requests' }).getByRole('listitem').first().waitFor()
  await shot('get-paid-list')
}

/**
 * One payment from a wallet: form, mistakes, recipients, review, waiting, paid. `turn` makes it differ from the
 * others on the same chain, which would be asked about as a repetition.
 */
export async function payingOne(page: Page, shot: Shot, turn: number): Promise<void> {
  await goTo(page, 'Pay')
  await shot('pay')
  await page.getByRole('button', { name: 'Review payment' }).click()
  await shot('pay-mistakes')
  await fillPayment(page, { payee: eli.address, amount: `${turn}.5`, token: 'USDT' })
  const pay = page.getByRole('button', { name: /^Pay \d/ })
  await ready(page, /^Pay \d/)
  await shot('review-one')
  await pay.click()
  await page.getByRole('dialog', { name: 'Sandbox Wallet' }).waitFor()
  await shot('paying-one')
  await approve(page)
  await page.getByRole('main').getByText('Paid', { exact: true }).first().waitFor()
  await shot('paid-one')
  await goTo(page, 'Pay')
  await page.getByRole('button', { name: 'Choose a recipient' }).click()
  await page.getByRole('option').first().waitFor()
  await shot('pay-recipients')
  await page.keyboard.press('Escape')
}

/** A list: the pasted text, the question about its numbers, its mistakes, its review. */
export async function payingMany(portal: Page | Frame, shot: Shot, turn: number): Promise<void> {
  await goTo(portal as Page, 'Pay')
  await portal.getByRole('link', { name: 'Enter a list' }).click()
  await shot('list')
  await enter(
    portal,
    listOf(3, (index) => `1.${index}00`),
  )
  await portal.getByRole('group', { name: /^How are the amounts/ }).waitFor()
  await shot('list-question')
  await anotherList(portal)
  await enter(
    portal,
    listOf(12, (index) => (index % 4 === 1 ? 'x' : `${index + 1}.5`)),
  )
  await portal.getByText(/rows to fix or skip/).waitFor()
  await shot('list-fix')
  await portal.getByRole('button', { name: /^Fix \d+ rows/ }).click()
  await shot('list-fixing')
  await anotherList(portal)
  await enter(
    portal,
    listOf(12, (index) => `0.${turn}${index + 1}5`),
  )
  await ready(portal, /^Review 12/)
  await shot('list-ready')
  await portal.getByRole('button', { name: /^Review 12/ }).click()
  await ready(portal, /^(Pay|Propose) (?!anyway)\S/)
  await shot('review-many')
}

/** A request that is paid from its page, and the pages of its readers and its maker from then on. */
export async function payingRequest(page: Page, go: Go, shot: Shot, turn: number): Promise<void> {
  const text = await signedText(fay, `${turn}.25`, 'USDT', { payee: fay.address })
  await go(`/r/${text}`)
  await settled(page)
  await shot('request-connected')
  await page.getByRole('region', { name: 'Pay' }).getByRole('link', { name: /^Pay / }).click()
  await ready(page, /^Pay \d/)
  await page.getByRole('button', { name: /^Pay \d/ }).click()
  await approve(page)
  await page.getByRole('main').getByText('Paid', { exact: true }).first().waitFor()
  await go(`/r/${text}`)
  await page.getByText('This request is already paid').waitFor()
  await shot('request-paid')
  await go(`/get-paid/${text}`)
  await settled(page)
  await shot('share-paid')
}

/** Collected requests, and the review of two of them. */
export async function payingRequests(page: Page, shot: Shot): Promise<void> {
  await goTo(page, 'Pay')
  const link = (text: string) => new URL(`#/r/${text}`, page.url()).href
  const links = [await signedText(dana, '1.5', 'USDT'), requestText('0.5', 'USDC', { payee: eli.address })]
  await pasteInto(page.getByLabel('To', { exact: true }), links.map(link).join('\n'))
  await page.getByRole('button', { name: /^Review 2/ }).waitFor()
  await shot('requests-collected')
}

/** The proposal of the review that is shown, signed in the host, and the payout that waits for the others. */
export async function proposing(host: Page, frame: Frame, shot: Shot): Promise<void> {
  await frame.getByRole('button', { name: /^Propose 12/ }).click()
  await host.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).waitFor()
  await shot('proposing')
  await hostPageOf(host).sign()
  await hostPageOf(host).done()
  await frame.getByText('Proposed, needs 1 more signature').waitFor()
  await shot('proposed')
}

/** People: none, a person being added, and the list. */
export async function naming(page: Page, go: Go, shot: Shot): Promise<void> {
  await go('/people')
  await page.getByText('No one yet').waitFor()
  await shot('people-empty')
  for (const [index, name] of ['Dana Dances', 'Eli Eats'].entries()) {
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Address', { exact: true }).fill(payeeAt(800 + index))
    await page.getByLabel('Tags (optional)').fill('autumn')
    if (index === 0) await shot('people-adding')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${name} is saved.`).waitFor()
  }
  await shot('people')
}

/** A proof of the wallet's own address: form, code to post, signed. */
export async function proving(page: Page, go: Go, shot: Shot): Promise<void> {
  await go('/get-paid/you')
  await page.getByRole('button', { name: 'Sign proof' }).waitFor()
  await page.getByRole('textbox', { name: 'Your handle' }).fill('@dana_hikes')
  await shot('prove')
  await page.getByRole('button', { name: 'Sign proof' }).click()
  await approve(page)
  await page
    .getByText(/^Signed by this address/)
    .first()
    .waitFor()
  await shot('prove-signed')
}

/** A list with names; every payee is another account. */
function listOf(count: number, amount: (index: number) => string): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `Name ${index + 1},${payeeAt(900 + index)},${amount(index)},USDT,INV-${index + 1}`,
  )
  return ['Name,Wallet,Amount,Token,Invoice', ...rows].join('\n')
}

/** Gives up the list that is open. */
async function anotherList(portal: Page | Frame): Promise<void> {
  await portal.getByRole('button', { name: 'Delete', exact: true }).click()
  await portal.getByRole('button', { name: 'Delete draft' }).click()
}

async function enter(portal: Page | Frame, text: string): Promise<void> {
  await portal.getByRole('textbox', { name: 'Paste your list', exact: true }).fill(text)
  await portal.getByRole('button', { name: 'Check list' }).click()
}

/** Waits until nothing is being read or checked. */
async function settled(portal: Page | Frame): Promise<void> {
  const busy = portal.getByText(/^(Reading|Loading|Looking|Checking) /).first()
  await busy.waitFor({ state: 'detached', timeout: 45_000 })
}

/** Waits until a button can be pressed. */
async function ready(portal: Page | Frame, name: string | RegExp): Promise<void> {
  await portal.getByRole('button', { name, disabled: false }).waitFor({ timeout: 45_000 })
}
