import { screen, waitFor } from '@testing-library/react'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Account } from '#account/Account.ts'
import * as Call from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { formatBackup, openBackup } from '#domain/backup/backupFile.ts'
import { planRestore, readContents, restore } from '#domain/backup/restore.ts'
import { payeeDoubts } from '#domain/payee/checkPayee.ts'
import { type Payment, type Payout, planPayout } from '#domain/payout/Payout.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { browserStorage as listable } from '#storage/KeyValueStore.ts'
import { anAttempt, withBatch } from '#tests/support/attempts.ts'
import { hashOf, memoryStorage, requested } from '#tests/support/backupWorld.ts'
import { fakeSafeAccount, fakeWallet } from '#tests/support/fakeAccount.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { personAt } from '#tests/support/personAt.ts'
import { browserStorage, renderInPortal } from '#tests/support/renderInPortal.tsx'
import { useKnownPayees } from './usePeople.ts'

const usdt = Token.pinned.find(({ symbol }) => symbol === 'USDT') ?? Token.BNB
const dana = payeeAt(5)
/** Begins and ends like Dana's address. */
const thief = getAddress(`${dana.slice(0, 8)}${payeeAt(6).slice(8, 36)}${dana.slice(36)}`.toLowerCase())
const row = (payee: typeof dana): Payment => ({
  payee,
  amount: { token: usdt, value: 250n },
  note: null,
  reference: null,
})
const hash = hashOf('a')

function Doubts({ account }: { account: Account }) {
  const { known, state } = useKnownPayees(account)
  const doubts = payeeDoubts([{ payee: thief, hasChecksum: true }], known, new Set())
  return <p role="note">{`${state}: ${doubts.map(({ kind }) => kind).join() || 'no doubt'}`}</p>
}

/** Returns the doubts about a payee who looks like the saved Dana. */
async function doubtsOf(
  account: Account,
  fill: (storage: ReturnType<typeof browserStorage>) => void | Promise<void>,
) {
  const storage = browserStorage()
  keptPeople.keep(storage, [personAt(5, { name: 'Dana' })])
  await fill(storage)
  renderInPortal(<Doubts account={account} />, { account, storage })
  await waitFor(() => expect(screen.getByRole('note').textContent).toMatch(/^read:/))
  return screen.getByRole('note').textContent
}

/** Restores the backup of another browser. */
async function restoreInto(
  storage: ReturnType<typeof browserStorage>,
  account: Account,
  fill: (storage: ReturnType<typeof memoryStorage>['storage']) => void,
) {
  const other = memoryStorage()
  fill(other.storage)
  const opened = openBackup(await formatBackup(readContents(other.storage).contents, 5, null))
  if (opened.kind !== 'open') throw new Error(opened.kind)
  const here = listable(storage, account.address)
  const plan = await planRestore(here, opened.backup)
  expect(plan.kinds.some(({ added }) => added.length > 0)).toBe(true)
  await restore(here, opened.backup, plan)
}

const always =
  (status: PaymentStatus): Account['status'] =>
  async ({ calls }) =>
    calls.map(() => status)
const toThief = (account: Account): Payout => planPayout(account, [row(thief)], 1, Date.now())

describe('the look-alike of someone who is saved has to be entered again', () => {
  test('behavior: where nothing else is known', async () => {
    expect(await doubtsOf(fakeSafeAccount(), () => {})).toBe('read: look-alike')
  })

  test('error: also after a backup with an open payout to it', async () => {
    const account = fakeSafeAccount()
    const doubts = await doubtsOf(account, (storage) =>
      restoreInto(
        storage,
        account,
        (other) => void payoutStore(other, account.address).write(toThief(account)),
      ),
    )
    expect(doubts).toBe('read: look-alike')
  })

  test('error: also after a backup with an attempt of a wallet to pay it', async () => {
    const account = fakeWallet()
    const calls = [Call.transfer(thief, { token: usdt, value: 250n })]
    const attempt = anAttempt({ account: account.address, kind: 'eoa', calls, at: Date.now() })
    const doubts = await doubtsOf(account, (storage) =>
      restoreInto(storage, account, (other) => payoutStore(other, account.address).ledger.append([attempt])),
    )
    expect(doubts).toBe('read: look-alike')
  })

  test.each([
    ['it is planned', (payout: Payout) => payout],
    [
      'it was rejected',
      (payout: Payout) =>
        withBatch(payout, 0, {
          rejected: { at: Date.now(), position: { block: 9n, nonce: 1n }, known: [], submission: null },
        }),
    ],
  ] as const)('error: also if a payout to it is stored here, and %s', async (_, change) => {
    const account = fakeSafeAccount()
    const doubts = await doubtsOf(account, (storage) => {
      payoutStore(storage, account.address).write(change(toThief(account)))
    })
    expect(doubts).toBe('read: look-alike')
  })

  test('error: also if it was paid, because known addresses are compared with each other', async () => {
    const account = fakeWallet({ status: always({ kind: 'paid', hash }) })
    const doubts = await doubtsOf(account, (storage) => {
      payoutStore(storage, account.address).write(requested(toThief(account), 0, { at: Date.now(), hash }))
    })
    expect(doubts).toBe('read: look-alike')
  })
})

describe('a payee of a month ago', () => {
  test.each<[string, PaymentStatus, string]>([
    ['makes nobody a look-alike if it was not paid', { kind: 'not-paid', why: 'failed', hash }, 'no doubt'],
    ['makes nobody a look-alike if it is unknown', { kind: 'unknown', why: 'not-visible', hash }, 'no doubt'],
    ['is known if it is proven paid', { kind: 'paid', hash }, 'look-alike'],
  ])('behavior: %s', async (_, status, doubt) => {
    const account = fakeWallet({ status: always(status) })
    const toDana = planPayout(account, [row(dana)], 1, Date.now())
    const long = Date.now() - 30 * 86_400_000
    const storage = browserStorage()
    payoutStore(storage, account.address).write(requested(toDana, 0, { at: long, hash }))
    renderInPortal(<Doubts account={account} />, { account, storage })
    await waitFor(() => expect(screen.getByRole('note').textContent).toBe(`read: ${doubt}`))
  })
})
