import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as Token from '#chain/money/Token.ts'
import { readPayer } from '#components/account/PayFrom.tsx'
import {
  setDollars,
  setEarlyChecks,
  setFirstSteps,
  setNotifications,
  setTechnicalDetails,
} from '#components/settings/switches.ts'
import { readAccounting } from '#domain/accounting/readAccounting.ts'
import { accountingText } from '#domain/accounting/writeAccounting.ts'
import { lastBackup } from '#domain/backup/reminder.ts'
import { readAnswers } from '#domain/draft/keptDraft.ts'
import { readDraftRows } from '#domain/draft/parsedDraft.ts'
import { newDraft } from '#domain/draft/payoutDraft.ts'
import { decodeSharedNames } from '#domain/payout/sharedNames.ts'
import { decodeProof, encodeProof } from '#domain/proof/proofLink.ts'
import { decodeReceipt, encodeReceipt } from '#domain/receipt/receiptLink.ts'
import { firstOpenedAt } from '#domain/request/keptRequests.ts'
import { decodeRequest, encodeRequest } from '#domain/request/requestLink.ts'
import { memoryStorage } from '#tests/support/backupWorld.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { readLastToken } from '../../pages/pay/PayPage.tsx'
import { openBackup, unlockBackup } from './backupFile.ts'

// Promised from the first release on: each link, file and stored text of it is read as it was meant, and written
// as it was. A text of the fixture never changes; a new form of a format adds an entry.

/** A text in a format, and what it says; a bigint is written as `12n`. */
type Golden = { readonly text: string; readonly says: unknown }

const golden: {
  readonly requests: readonly Golden[]
  readonly proofs: readonly Golden[]
  readonly receipts: readonly Golden[]
  readonly sharedNames: readonly (Golden & { readonly payments: Shared })[]
  /** The oldest first. A file with a further column adds one, and only the last is still written. */
  readonly accounting: readonly Golden[]
  readonly encryptedBackup: Golden & { readonly passphrase: string }
  readonly storage: Readonly<Record<string, string>>
  readonly switches: Readonly<Record<string, string>>
} = JSON.parse(readFileSync('tests/fixtures/formats.json', 'utf8'), (_, value) =>
  typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
)
type Shared = Parameters<typeof decodeSharedNames>[1]

/** Next month's list of the shape whose answers are kept. */
const list = ['Open', 'Done'].reduce(
  (text, status, index) => `${text}\n${payeeAt(index)},${index + 1},USDT,${status}`,
  'Wallet,Amount,Token,Status',
)

const memory = () => {
  const { storage, kept } = memoryStorage()
  for (const [key, value] of Object.entries(golden.storage)) kept.set(key, value)
  return storage
}

describe('of the first release', () => {
  test.each(golden.requests)('behavior: the request link $# is read and written', ({ text, says }) => {
    const read = decodeRequest(text)
    expect(read).toEqual(says)
    if (read.ok) expect(encodeRequest(read)).toBe(text)
  })

  test.each(golden.proofs)('behavior: the proof link $# is read and written', ({ text, says }) => {
    const read = decodeProof(text)
    expect(read).toEqual(says)
    if (read.ok) expect(encodeProof(read.signed)).toBe(text)
  })

  test.each(golden.receipts)('behavior: the receipt $# is read and written', ({ text, says }) => {
    const read = decodeReceipt(text)
    expect(read).toEqual(says)
    if (read.ok) expect(encodeReceipt(read)).toBe(text)
  })

  test.each(golden.sharedNames)(
    'behavior: the names of a co-signer’s link are read',
    ({ text, payments, says }) => {
      expect(decodeSharedNames(text, payments)).toEqual(says)
    },
  )

  test('behavior: every accounting file is read, and the last is written', () => {
    const read = golden.accounting.map(({ text }) => readAccounting(text))
    expect(read).toEqual(golden.accounting.map(({ says }) => says))
    const last = read.at(-1)
    expect(last?.ok && accountingText(last.file)).toBe(golden.accounting.at(-1)?.text)
  })

  test('behavior: the encrypted backup opens with its passphrase', async () => {
    const { text, passphrase, says } = golden.encryptedBackup
    const opened = openBackup(text)
    if (opened.kind !== 'locked') throw new Error(opened.kind)
    expect(await unlockBackup(opened.locked, passphrase)).toEqual(says)
  })

  // Lists, payouts and drafts: `storedBrowser.test.ts`.
  test('behavior: the small things that a browser keeps are read', async () => {
    const storage = memory()
    expect(readLastToken(storage)).toBe(Token.pinned.find(({ symbol }) => symbol === 'USDC'))
    expect(readPayer(storage, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(
      '0x1dCaE246787fe93CC4c57FAA9C0a4F83C5113fB4',
    )
    expect(lastBackup(storage)).toBe(1_795_000_000_000)
    expect(firstOpenedAt(storage, '0123456789abcdef0123456789abcdef', 1_795_000_009_000)).toBe(
      1_795_000_000_000,
    )
    const { read } = await readDraftRows(newDraft(list), payeeAt(50))
    if (!read) throw new Error('The list has no text')
    expect(readAnswers(storage, read)).toEqual({ 'column/status': { open: 'pay', done: 'leave' } })
  })
  test('behavior: the switches of Settings are under the same keys, with the same words', () => {
    const { storage, kept } = memoryStorage()
    setEarlyChecks(storage, false)
    setDollars(storage, false)
    setFirstSteps(storage, false)
    setNotifications(storage, true)
    setTechnicalDetails(storage, true)
    expect(Object.fromEntries(kept)).toEqual(golden.switches)
  })
})
