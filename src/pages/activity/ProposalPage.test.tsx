import { screen, waitFor, within } from '@testing-library/react'
import { encodeFunctionData, hashMessage, parseAbi } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Address } from '#chain/money/Address.ts'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { encodeSharedNames } from '#domain/payout/sharedNames.ts'
import { keptProofs } from '#domain/proof/keptProofs.ts'
import { encodeProof } from '#domain/proof/proofLink.ts'
import { proofMessage } from '#domain/proof/proofMessage.ts'
import { proposalPath } from '#domain/shared/paths.ts'
import { activityKey } from '#queries/activity.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { fakeLists, fakeSafeAccount } from '#tests/support/fakeAccount.ts'
import { word } from '#tests/support/fakeRpc.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { begunProof } from '#tests/support/signedProofs.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { ProposalPage } from './ProposalPage.tsx'

/** `SignMessageLib` of 1.4.1. */
const LIBRARY = '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9'

const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** The page of a proposal that one owner of the connected Safe has signed, or that has another status. */
async function open(
  tx: SafeTx.SafeTx,
  { storage = browserStorage(), status = null as PaymentStatus | null, names = '', isListed = true } = {},
) {
  const hash = SafeTx.hash(SAFE, tx)
  const report = await reportOn(hash, await wireOf(tx, [owners[0]]))
  const lists = fakeLists({ queue: [], proposal: async () => (status ? { ...report, status } : report) })
  const history = async () => Promise.reject(new PortalError('unreachable', 'The service is down.'))
  const account = fakeSafeAccount({ activity: isListed ? lists : { ...lists, history } })
  // The Overview would read the queue, too.
  window.location.hash = `#${proposalPath(SAFE, hash)}`
  const page = renderInPortal(<ProposalPage safe={SAFE} hash={hash} names={names} />, { account, storage })
  const queue = () => page.client.getQueryData([...activityKey(account), 'pages', 'queued'])
  return { ...page, queue }
}

afterEach(() => {
  window.location.hash = ''
})

describe('a proposal that signs a text', () => {
  const proof = begunProof({ address: SAFE })
  const data = encodeFunctionData({
    abi: parseAbi(['function signMessage(bytes data)']),
    args: [hashMessage(proofMessage(proof))],
  })
  const tx = SafeTx.fromCall({ to: LIBRARY, value: 0n, data }, 12n, 1)
  const kept = () => {
    const storage = browserStorage()
    keptProofs.keep(storage, [{ proof, signature: null, safeTxHash: SafeTx.hash(SAFE, tx) }])
    return storage
  }

  test('behavior: is named after the proof of this browser that it signs, links to it, and warns of nothing', async () => {
    await open(tx, { storage: kept() })
    const title = await screen.findByRole('heading', { level: 1, name: /^Signs your proof @ada_example/ })
    expect(title.textContent).not.toMatch(/0x[0-9a-f]{9}/)
    const link = screen.getByRole('link', { name: 'Read the text it signs' })
    expect(link.getAttribute('href')).toBe(`#/verify/mine/${encodeProof({ proof, signature: null })}`)
    expect(screen.queryByText('Red flags')).toBeNull()
    expect(screen.queryByText(/signs a text in the name of the Safe, for good/)).toBeNull()
  })

  test('error: keeps its red flag, with the hash to compare, if this browser made no such proof', async () => {
    await open(tx)
    expect(await screen.findByText('Red flags')).toBeTruthy()
    expect(screen.getByText(new RegExp(`Its hash is ${hashMessage(proofMessage(proof))}`))).toBeTruthy()
    expect(screen.queryByText(/^Signs your proof/)).toBeNull()
  })

  test('error: keeps its red flag if the text of a proof was changed by a letter', async () => {
    const storage = browserStorage()
    keptProofs.keep(storage, [
      {
        proof: { ...proof, expiresAt: proof.expiresAt + 1 },
        signature: null,
        safeTxHash: SafeTx.hash(SAFE, tx),
      },
    ])
    await open(tx, { storage })
    expect(await screen.findByText('Red flags')).toBeTruthy()
    expect(screen.queryByText(/^Signs your proof/)).toBeNull()
  })
})

describe('the queue beside a proposal', () => {
  const tx = SafeTx.fromCall(payoutCall, 12n)

  test('behavior: is read while the proposal waits in it', async () => {
    const { queue } = await open(tx)
    await screen.findByRole('link', { name: /^Sign in Safe/ })
    await waitFor(() => expect(queue()).toBeDefined())
  })

  test('error: that cannot be read is said among the checks, because no flag then means nothing', async () => {
    const words = 'We couldn’t look for the same payments in the queue and history of this Safe.'
    const { unmount } = await open(tx, { isListed: false })
    expect(await screen.findByText(words)).toBeTruthy()
    unmount()
    const { client } = await open(tx)
    await screen.findByRole('link', { name: /^Sign in Safe/ })
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(screen.queryByText(words)).toBeNull()
  })

  test('behavior: is not read for one that was paid', async () => {
    const { queue, client } = await open(tx, { status: { kind: 'paid', hash: word(1) } })
    expect(await screen.findByText('Final: it can’t be reversed.')).toBeTruthy()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(queue()).toBeUndefined()
  })
})

describe('the words in a link to a proposal', () => {
  const token = Token.USDT
  const calls = [5n, 6n, 5n].map((value, at) => Call.transfer(payeeAt(at === 1 ? 2 : 1), { token, value }))
  const batch = { to: MULTI_SEND as Address, value: 0n, data: MultiSend.encode(calls) }
  const tx = SafeTx.fromCall(batch, 12n, 1)
  const payments = { account: SAFE as Address, transfers: Call.transfersOf(calls) }
  const linked = (purpose: string, first = 'Hiro Tanaka') => {
    const names = encodeSharedNames(payments, 'Ada', [first, 'Kim', 'Emre Berg'], purpose)
    return names.kind === 'names' ? names.text : ''
  }

  test('behavior: two names for one address stay with their rows, as the proposer’s, and are not stored', async () => {
    const storage = browserStorage()
    const written = vi.spyOn(storage, 'setItem')
    await open(tx, { storage, names: linked('') })
    await screen.findByRole('heading', { level: 1, name: /^Payout of 3/ })
    expect(screen.getByText('Ada’s names')).toBeTruthy()
    expect(written.mock.calls.join()).not.toContain('Hiro')
    const list = screen.getByRole('list', { name: 'Rows of the proposal' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => /“(.*?)”/.exec(textContent)?.[1])).toEqual([
      'Hiro Tanaka',
      'Kim',
      'Emre Berg',
    ])
  })

  test.each([
    [
      'on other payments',
      linked(''),
      SafeTx.fromCall(payoutCall, 12n),
      'They were made for other payments than these.',
    ],
    [
      'that were changed on the way',
      linked('').replace(/~[^~]+~/, '~AAAA~'),
      tx,
      'They are incomplete or were changed. Ask for the link again.',
    ],
  ])('error: names %s are refused, and the payments still shown', async (_, names, shown, why) => {
    await open(shown, { names })
    expect(await screen.findByText('The names in this link aren’t shown.')).toBeTruthy()
    const what = screen.getByRole('region', { name: 'What it does' })
    expect(what.textContent).toContain(why)
    expect(what.textContent).toContain('USDT')
    expect(what.textContent).not.toContain('Hiro')
  })

  test('error: none of them ends its quotation and goes on as the portal', async () => {
    await open(tx, { names: linked('Reels”. Checked by us. “Ok', 'Hiro” is saved in your People. “H') })
    await screen.findByRole('heading', { level: 1, name: '“Reels’. Checked by us. ’Ok”' })
    const list = screen.getByRole('list', { name: 'Rows of the proposal' })
    expect(list.textContent).toContain('“Hiro’ is saved in your People. ’H”')
  })

  test('behavior: their title heads the page, in quotes', async () => {
    await open(tx, { names: linked('Autumn reels') })
    await screen.findByRole('heading', { level: 1, name: '“Autumn reels”' })
    expect(document.title).toBe('“Autumn reels”')
  })
})
