import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyThings, keepThings, memoryStorage } from '#tests/support/backupWorld.ts'
import { hostileTexts } from '#tests/support/hostileTexts.ts'
import { propertyRuns } from '#tests/support/propertyRuns.ts'
import { PAYEE, SAFE } from '#tests/support/safeExamples.ts'
import {
  type Backup,
  backupFaultText,
  formatBackup,
  noContents,
  openBackup,
  unlockBackup,
} from './backupFile.ts'
import { readContents } from './restore.ts'

/** Decrypts a file without any code of the portal. */
function decryptByNode(text: string, passphrase: string): string {
  const { encryption, data, ...head } = JSON.parse(text)
  expect(head).toEqual({ kind: 'influencer-portal-backup', version: 1 })
  expect(encryption).toMatchObject({ kdf: 'PBKDF2-SHA-256', cipher: 'AES-256-GCM' })
  expect(encryption.iterations).toBeGreaterThanOrEqual(600_000)
  const bytes = (part: string) => Buffer.from(part, 'base64url')
  const key = pbkdf2Sync(
    passphrase.normalize('NFKC'),
    bytes(encryption.salt),
    encryption.iterations,
    32,
    'sha256',
  )
  const sealed = bytes(data)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes(encryption.iv))
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8')
}

/** The entries of every kind, read from the texts in storage without any code of the portal. */
function storedByKind(kept: ReadonlyMap<string, string>) {
  const json = (key: string) => JSON.parse(kept.get(key) ?? 'null')
  const keys = [...kept.keys()]
  const attempts: readonly {
    readonly payout: string | null
    readonly kind: string
    readonly calls: unknown
  }[] = keys.filter((key) => key.startsWith('portal.ledger.56.')).flatMap((key) => json(key).entries)
  /** Without the fields that the payout's list already has. */
  const ownOf = (id: string) =>
    attempts.flatMap(({ payout, kind: _, calls: __, ...rest }) => (payout === id ? [rest] : []))
  return {
    people: json('portal.people.56')?.people ?? [],
    requests: json('portal.requests.56')?.requests ?? [],
    proofs: json('portal.proofs.56')?.proofs ?? [],
    codeAnswers: json('portal.codeAnswers.56')?.['code-answers'] ?? [],
    watchedSafes: json('portal.watched.56')?.safes ?? [],
    payouts: keys
      .filter((key) => key.startsWith('portal.payout.56.') && key.endsWith('.parts'))
      .map((key) => {
        const list = json(key.replace(/\.parts$/, ''))
        return { list, batches: json(key), attempts: ownOf(list.id) }
      }),
    attempts: attempts.flatMap(({ payout, ...rest }) =>
      payout === null ? [{ account: PAYEE, payout, ...rest }] : [],
    ),
    drafts: kept.has(`portal.draft.56.${SAFE.toLowerCase()}`)
      ? [{ account: SAFE, draft: json(`portal.draft.56.${SAFE.toLowerCase()}`) }]
      : [],
    templates: json('portal.templates.56')?.templates ?? [],
    budgets: json('portal.budgets.56')?.budgets ?? [],
    ownDetails: [json('portal.details')].flatMap((kept) =>
      kept ? [{ name: kept.name, text: kept.text }] : [],
    ),
  }
}

/** The same entries in any order, and their fields in any order. */
const inAnyOrder = (contents: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(
    Object.entries(contents).map(([kind, list]) => [
      kind,
      list.map((one) => JSON.stringify(one, sorted)).sort(),
    ]),
  )

const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const opened = (text: string): Backup => {
  const found = openBackup(text)
  if (found.kind !== 'open') throw new Error(`It is ${found.kind}`)
  return found.backup
}

describe('a backup file', () => {
  test('behavior: holds what is stored, as an independent reader reads it', async () => {
    await fc.assert(
      fc.asyncProperty(anyThings, fc.nat(), async (things, now) => {
        const { storage, kept } = memoryStorage()
        keepThings(storage, things)
        const { contents, unreadable } = readContents(storage)
        const file = JSON.parse(await formatBackup(contents, now, null))
        expect(unreadable).toBe(0)
        expect(file).toMatchObject({
          kind: 'influencer-portal-backup',
          version: 1,
          savedAt: now,
          chainId: 56,
        })
        expect(inAnyOrder(file.contents)).toEqual(inAnyOrder(storedByKind(kept)))
      }),
      propertyRuns(30),
    )
  })

  test('behavior: holds the same when encrypted, and only its passphrase opens it', async () => {
    const anyPassphrase = fc.string({ unit: 'grapheme', minLength: 12, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(anyThings, anyPassphrase, async (things, passphrase) => {
        const { storage } = memoryStorage()
        keepThings(storage, things)
        const { contents } = readContents(storage)
        const text = await formatBackup(contents, 5, passphrase)
        expect(JSON.parse(decryptByNode(text, passphrase)).contents).toEqual(
          JSON.parse(JSON.stringify(contents)),
        )
        const locked = openBackup(text)
        if (locked.kind !== 'locked') throw new Error('It is not encrypted')
        expect(await unlockBackup(locked.locked, `${passphrase}x`)).toEqual({
          kind: 'refused',
          fault: 'wrong-passphrase',
        })
        // The letter é as two code points is the same passphrase as é as one.
        const unlocked = await unlockBackup(locked.locked, passphrase.normalize('NFD').normalize('NFKC'))
        if (unlocked.kind !== 'open') throw new Error(`It is ${unlocked.kind}`)
        expect(unlocked.backup).toEqual(opened(decryptByNode(text, passphrase)))
      }),
      propertyRuns(2, 120),
    )
  })

  test('behavior: never uses the same salt or start twice', async () => {
    const texts = await Promise.all([1, 2].map(() => formatBackup(noContents, 5, 'correct horse battery')))
    const [first, second] = texts.map((text) => JSON.parse(text).encryption)
    expect(first.salt).not.toBe(second.salt)
    expect(first.iv).not.toBe(second.iv)
  })

  test('error: one changed bit of the data opens nothing', async () => {
    const file = JSON.parse(await formatBackup(noContents, 5, 'correct horse battery'))
    const data = Buffer.from(file.data, 'base64url')
    data[3] = (data[3] ?? 0) ^ 1
    const locked = openBackup(JSON.stringify({ ...file, data: data.toString('base64url') }))
    if (locked.kind !== 'locked') throw new Error('It is not encrypted')
    expect(await unlockBackup(locked.locked, 'correct horse battery')).toMatchObject({
      fault: 'wrong-passphrase',
    })
  })
})

describe('hostile files', () => {
  const head = { kind: 'influencer-portal-backup', version: 1, savedAt: 5, chainId: 56 }
  const text = (some: object) => JSON.stringify({ ...head, contents: {}, ...some })
  const encryption = {
    kdf: 'PBKDF2-SHA-256',
    iterations: 600_000,
    salt: 'A'.repeat(22),
    cipher: 'AES-256-GCM',
    iv: 'A'.repeat(16),
  }
  const locked = (some: object) =>
    JSON.stringify({ kind: head.kind, version: 1, encryption: { ...encryption, ...some }, data: 'AAAA' })

  test.each([
    ['nothing', '', 'not-a-backup'],
    ['no JSON', '{"kind":', 'not-a-backup'],
    ['another file', '{"kind":"influencer-portal-people","version":1,"people":[]}', 'not-a-backup'],
    ['version 0', text({ version: 0 }), 'not-a-backup'],
    ['version 2', text({ version: 2 }), 'newer'],
    ['another network', text({ chainId: 1 }), 'other-network'],
    ['no date', text({ savedAt: 'x' }), 'damaged'],
    ['contents as a list', text({ contents: [] }), 'damaged'],
    ['a kind that is no list', text({ contents: { people: {} } }), 'damaged'],
    ['a huge list', text({ contents: { budgets: Array(50_001).fill(0) } }), 'too-many'],
    ['more text than a browser keeps', text({ contents: { more: 'x'.repeat(16_000_001) } }), 'too-large'],
    ['deep nesting', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`, 'not-a-backup'],
    ['fewer rounds than today', locked({ iterations: 599_999 }), 'encryption'],
    ['rounds that hang the page', locked({ iterations: 5_000_001 }), 'encryption'],
    ['another derivation', locked({ kdf: 'none' }), 'encryption'],
    ['another cipher', locked({ cipher: 'AES-256-CTR' }), 'encryption'],
    ['a short salt', locked({ salt: 'AAAA' }), 'encryption'],
    ['a short start', locked({ iv: '' }), 'encryption'],
    ['data that is no base64', locked({}).replace('"AAAA"', '"!!!!"'), 'damaged'],
  ])('error: %s is refused with its reason', (_, file, fault) => {
    expect(openBackup(file)).toEqual({ kind: 'refused', fault })
    expect(backupFaultText(openBackup(file).kind === 'refused' ? (fault as 'damaged') : 'damaged')).toMatch(
      /\.$/,
    )
  })

  test.each(hostileTexts)('error: %s is refused', (_, file) => {
    expect(openBackup(file)).toEqual({ kind: 'refused', fault: 'not-a-backup' })
  })

  test('error: an encrypted file inside an encrypted file is refused', async () => {
    const inner = await formatBackup(noContents, 5, 'correct horse battery')
    const { encrypt } = await import('./backupFile.ts')
    const outer = JSON.stringify({ kind: head.kind, version: 1, ...(await encrypt(inner, 'correct horse')) })
    const found = openBackup(outer)
    if (found.kind !== 'locked') throw new Error('It is not encrypted')
    expect(await unlockBackup(found.locked, 'correct horse')).toEqual({ kind: 'refused', fault: 'damaged' })
  })

  test('error: unknown kinds are named, short and few, and never written', () => {
    const contents = `{"__proto__":[1],"portal.people.56":[1],"constructor":[],"${'x'.repeat(99)}":[],"a\\u202eb":[],"f":[],"g":[]}`
    const file = `${JSON.stringify(head).slice(0, -1)},"contents":${contents}}`
    const backup = opened(file)
    expect(backup.contents).toEqual(noContents)
    expect(backup.unknown).toEqual([
      ...['__proto__', 'portal.people.56', 'constructor', 'x'.repeat(40), 'ab', '2 more'],
    ])
  })
})
