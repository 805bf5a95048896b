import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guardStorage } from '#boot/storage.ts'
import { BackupReminder } from '#components/backup/BackupReminder.tsx'
import { formatBackup } from '#domain/backup/backupFile.ts'
import { readContents } from '#domain/backup/restore.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { keptPeople } from '#domain/people/Person.ts'
import { keptReminders } from '#domain/reminders/Reminder.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'
import { hashOf, memoryStorage, requested, threeRows } from '#tests/support/backupWorld.ts'
import { personAt } from '#tests/support/personAt.ts'
import { reminderAt } from '#tests/support/reminderAt.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { SAFE } from '#tests/support/safeExamples.ts'
import { keepSavedFiles } from '#tests/support/savedFiles.ts'
import { DataCard } from './DataCard.tsx'

let saved: ReturnType<typeof keepSavedFiles> = []
beforeEach(() => {
  localStorage.clear()
  saved = keepSavedFiles()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** This browser, with its real localStorage, so that its keys can be listed. */
const browser = () => guardStorage(() => localStorage)

async function fileOf(
  fill: (storage: ReturnType<typeof memoryStorage>['storage']) => void,
  passphrase: string | null = null,
) {
  const { storage } = memoryStorage()
  fill(storage)
  return new File([await formatBackup(readContents(storage).contents, 5, passphrase)], 'backup.json', {
    type: 'application/json',
  })
}

const chooser = () => screen.getByLabelText<HTMLInputElement>('Restore a file')
const everything = (storage: GuardedStorage) =>
  Object.keys(localStorage).map((key) => [key, storage.getItem(key)])
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the card of this browser’s data', () => {
  test('says what is here, and saves it as a readable file when that is chosen', async () => {
    const storage = browser()
    keptPeople.keep(storage, [personAt(1), personAt(2)])
    payoutStore(storage, SAFE).write(threeRows('p-1'))
    const { user } = renderInPortal(<DataCard />, { storage })
    expect(screen.getByText('2 people and 1 payout.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Encrypt it with a passphrase' }))
    expect(screen.getByText('Anyone who gets the file can read it.')).toBeTruthy()
    await user.click(button('Back up'))
    expect(await screen.findByText(/If it didn’t, take the file here/)).toBeTruthy()
    expect(screen.getByText(/^Never backed up from here\./)).toBeTruthy()
    await user.click(button('I have the file'))
    const [file] = saved
    expect(file?.name).toMatch(/^portal-backup-\d{4}-\d\d-\d\d\.json$/)
    const { contents } = JSON.parse((await file?.content.text()) ?? '')
    expect(contents.people).toHaveLength(2)
    expect(contents.payouts).toHaveLength(1)
    expect(screen.getByText(/^Last backup: /)).toBeTruthy()
  })

  test('encrypts only with a long passphrase that was typed twice', async () => {
    const { user } = renderInPortal(<DataCard />, { storage: browser() })
    const type = async (first: string, again: string) => {
      await user.clear(screen.getByLabelText('Passphrase'))
      await user.clear(screen.getByLabelText('Passphrase again'))
      await user.type(screen.getByLabelText('Passphrase'), first)
      await user.type(screen.getByLabelText('Passphrase again'), again)
      await user.click(button('Back up'))
    }
    await type('short', 'short')
    expect(screen.getByText('Use at least 12 characters.')).toBeTruthy()
    await type('correct horse', 'correct house')
    expect(screen.getByText('The two don’t match.')).toBeTruthy()
    expect(saved).toEqual([])
    await type('correct horse', 'correct horse')
    expect(await screen.findByText(/If it didn’t, take the file here/)).toBeTruthy()
    const text = (await saved[0]?.content.text()) ?? ''
    expect(JSON.parse(text)).toMatchObject({ encryption: { iterations: 600_000 } })
    expect(text).not.toContain('contents')
  })

  test('shows what a file would do, and writes nothing before Restore is pressed', async () => {
    const storage = browser()
    keptPeople.keep(storage, [personAt(1)])
    const before = everything(storage)
    const { user } = renderInPortal(<DataCard />, { storage })
    const file = await fileOf((other) => {
      keptPeople.keep(other, [personAt(1, { name: 'Dana', note: 'pays late' }), personAt(2)])
      payoutStore(other, SAFE).write(requested(threeRows('p-1'), 0, { at: 10, hash: hashOf('1') }))
    })
    await user.upload(chooser(), file)
    expect(await screen.findByText('1 new · 1 gets more')).toBeTruthy()
    expect(screen.getByText(/Nothing is written yet/)).toBeTruthy()
    expect(screen.getByText(/reviewed again/)).toBeTruthy()
    expect(everything(storage)).toEqual(before)
    await user.click(button('Cancel'))
    expect(everything(storage)).toEqual(before)
    await user.upload(chooser(), file)
    await user.click(await screen.findByRole('button', { name: 'Restore 3 entries' }))
    expect(await screen.findByText('The backup is restored.')).toBeTruthy()
    expect(
      keptPeople
        .read(storage)
        .items.map(({ name }) => name)
        .sort(),
    ).toEqual(['Person 1', 'Person 2'])
    expect(payoutStore(storage, SAFE).read('p-1')).toMatchObject({ restored: true })
    expect(screen.getByText('2 people and 1 payout.')).toBeTruthy()
    await user.upload(chooser(), file)
    expect(
      (await screen.findByRole<HTMLButtonElement>('button', { name: 'Nothing to restore' })).disabled,
    ).toBe(true)
  })

  test('asks for the passphrase, says when it is wrong, and opens with the right one', async () => {
    const { user } = renderInPortal(<DataCard />, { storage: browser() })
    await user.upload(
      chooser(),
      await fileOf((other) => keptPeople.keep(other, [personAt(1)]), 'correct horse'),
    )
    await user.type(await screen.findByLabelText('Passphrase of this backup'), 'wrong horse')
    await user.click(button('Open'))
    expect(await screen.findByText(/That passphrase doesn’t open this file/)).toBeTruthy()
    await user.clear(screen.getByLabelText('Passphrase of this backup'))
    await user.type(screen.getByLabelText('Passphrase of this backup'), 'correct horse')
    await user.click(button('Open'))
    expect(await screen.findByRole('button', { name: 'Restore 1 entry' })).toBeTruthy()
  })

  test('refuses other files with a reason', async () => {
    const { user } = renderInPortal(<DataCard />, { storage: browser() })
    await user.upload(chooser(), new File(['{}'], 'other.json', { type: 'application/json' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'That’s not a backup of this portal, or it was cut short. Nothing was changed.',
    )
  })

  test('shows the new state instead of writing when something changed meanwhile', async () => {
    const storage = browser()
    const { user } = renderInPortal(<DataCard />, { storage })
    await user.upload(chooser(), await fileOf((other) => keptPeople.keep(other, [personAt(1)])))
    const restore = await screen.findByRole('button', { name: 'Restore 1 entry' })
    keptPeople.keep(storage, [personAt(1)])
    await user.click(restore)
    expect(await screen.findByText(/Something here changed meanwhile/)).toBeTruthy()
    expect(button('Nothing to restore').disabled).toBe(true)
  })

  test('writes nothing when the browser has no room', async () => {
    const storage = browser()
    const { user } = renderInPortal(<DataCard />, { storage })
    await user.upload(chooser(), await fileOf((other) => keptPeople.keep(other, [personAt(1)])))
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Restore 1 entry' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/no room.* Nothing was changed\.$/)
    expect(keptPeople.read(storage).items).toEqual([])
    expect(storage.keeping()).toBe('browser')
  })

  test.each([
    [async () => true, 'It answered: kept, until you clear it yourself.'],
    [async () => false, 'It answered: this data may be cleared when space is short. Keep a backup.'],
    [() => Promise.reject(new Error('no')), 'This browser can’t say. Keep a backup.'],
    [undefined, 'This browser can’t say. Keep a backup.'],
  ])(
    'asks the browser to keep the data only when told to, and says its answer (%#)',
    async (persist, answer) => {
      const asked = persist && vi.fn(persist)
      vi.stubGlobal(
        'navigator',
        Object.assign(Object.create(navigator), { storage: asked && { persist: asked } }),
      )
      const { user } = renderInPortal(<DataCard />, { storage: browser() })
      if (asked) expect(asked).not.toHaveBeenCalled()
      await user.click(button('Ask the browser to keep this data'))
      expect(await screen.findByText(answer)).toBeTruthy()
    },
  )

  test('without encryption says why, and saves a readable file', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues, randomUUID: () => 'a' })
    const { user } = renderInPortal(<DataCard />, { storage: browser() })
    expect(screen.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
    expect(screen.getByText(/Browsers encrypt only on https pages/)).toBeTruthy()
    await user.click(button('Back up'))
    expect(await screen.findByText(/If it didn’t, take the file here/)).toBeTruthy()
    vi.unstubAllGlobals()
    const locked = await fileOf(() => {}, 'correct horse')
    vi.stubGlobal('crypto', {})
    await user.upload(chooser(), locked)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/only on https pages/))
  })
})

describe('the reminder', () => {
  const people = (count: number) => Array.from({ length: count }, (_, index) => personAt(index))

  test('comes with the tenth thing, goes when put off, and comes again after ten more', async () => {
    const storage = browser()
    keptPeople.keep(storage, people(9))
    const first = renderInPortal(<BackupReminder />, { storage })
    expect(screen.queryByRole('status')).toBeNull()
    first.unmount()
    payoutStore(storage, SAFE).write(threeRows('p-1'))
    const second = renderInPortal(<BackupReminder />, { storage })
    expect(screen.getByText(/^10 entries without a backup/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back up' }).getAttribute('href')).toBe('#/settings')
    await second.user.click(button('Not now'))
    expect(screen.queryByText(/without a backup/)).toBeNull()
    second.unmount()
    keptPeople.keep(storage, people(18))
    const third = renderInPortal(<BackupReminder />, { storage })
    expect(screen.queryByText(/without a backup/)).toBeNull()
    third.unmount()
    keptPeople.keep(storage, people(19))
    renderInPortal(<BackupReminder />, { storage })
    expect(screen.getByText(/^10 entries without a backup/)).toBeTruthy()
  })

  test('stays when a backup is made, and goes when the person says that they have the file', async () => {
    const storage = browser()
    keptPeople.keep(storage, people(12))
    const { user } = renderInPortal(<DataCard />, { storage })
    expect(screen.getByText(/^12 entries without a backup/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox'))
    await user.click(button('Back up'))
    await user.click(await screen.findByText('Show the file'))
    const shown = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The file as text' }).value
    expect(JSON.parse(shown).contents.people).toHaveLength(12)
    expect(screen.getByText(/^12 entries without a backup/)).toBeTruthy()
    await user.click(button('I have the file'))
    expect(screen.queryByText(/without a backup/)).toBeNull()
  })

  test('counts the reminders to pay, too', () => {
    const storage = browser()
    keptReminders.keep(storage, [reminderAt(1), reminderAt(2)])
    keptPeople.keep(storage, people(8))
    renderInPortal(<BackupReminder />, { storage })
    expect(screen.getByText(/^10 entries without a backup/)).toBeTruthy()
  })

  test('goes when a backup was restored', async () => {
    const storage = browser()
    keptPeople.keep(storage, people(12))
    const { user } = renderInPortal(<DataCard />, { storage })
    const file = await fileOf((other) => void keptPeople.keep(other, people(13)))
    await user.upload(chooser(), file)
    await user.click(await screen.findByRole('button', { name: /^Restore / }))
    await waitFor(() => expect(screen.queryByText(/without a backup/)).toBeNull())
  })

  test('error: stays when a file was restored that has nothing of what is here', async () => {
    const storage = browser()
    keptPeople.keep(storage, people(12))
    const { user } = renderInPortal(<DataCard />, { storage })
    const file = await fileOf((other) => void keptReminders.keep(other, [reminderAt(1)]))
    await user.upload(chooser(), file)
    await user.click(await screen.findByRole('button', { name: /^Restore / }))
    expect(await screen.findByText(/ is restored\./)).toBeTruthy()
    expect(screen.getByText(/^12 entries without a backup/)).toBeTruthy()
  })

  test('survives a damaged record of itself and damaged lists', () => {
    const storage = browser()
    storage.setItem('portal.people.56', '{"people":7')
    storage.setItem('portal.requests.56', '[1')
    storage.setItem('portal.backup', '{"version":1,"savedAt":null,"count":-1}')
    keptPeople.keep(storage, people(10))
    renderInPortal(<BackupReminder />, { storage })
    expect(screen.getByText(/^10 entries without a backup/)).toBeTruthy()
  })
})
