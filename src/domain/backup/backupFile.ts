import * as v from 'valibot'
import { cleanLabel } from '#chain/text/label.ts'
import type { KeptList } from '#domain/shared/keptList.ts'
import { fromBase64Url, toBase64Url } from '#domain/shared/labelText.ts'
import { parseJson } from '#storage/persisted.ts'

/** The kinds of entries in a backup. Other names in a file are reported and skipped. */
export const kindNames = [
  'people',
  'requests',
  'proofs',
  'codeAnswers',
  'watchedSafes',
  'payouts',
  'attempts',
  'drafts',
  'templates',
  'budgets',
  'ownDetails',
] as const
export type KindName = (typeof kindNames)[number]

/** The entries of each kind, unparsed. */
export type Contents = Readonly<Record<KindName, readonly unknown[]>>

export const noContents: Contents = {
  people: [],
  requests: [],
  proofs: [],
  codeAnswers: [],
  watchedSafes: [],
  payouts: [],
  attempts: [],
  drafts: [],
  templates: [],
  budgets: [],
  ownDetails: [],
}

export type Backup = {
  /** ms since the epoch, by the clock of the device that wrote it; null if the file does not say. */
  readonly savedAt: number | null
  readonly contents: Contents
  /** Names in the file that are no kind of this portal, shortened and without control characters. */
  readonly unknown: readonly string[]
}

/** A backup that only its passphrase opens. */
export type LockedBackup = { readonly encryption: Encryption; readonly data: Uint8Array<ArrayBuffer> }

type BackupFault =
  | 'too-large'
  | 'not-a-backup'
  | 'newer'
  | 'other-network'
  | 'encryption'
  | 'damaged'
  | 'too-many'
  | 'wrong-passphrase'

export type OpenedBackup =
  | { readonly kind: 'open'; readonly backup: Backup }
  | { readonly kind: 'locked'; readonly locked: LockedBackup }
  | { readonly kind: 'refused'; readonly fault: BackupFault }

/** Characters of a document: browsers keep five million. Encrypted, it is a third longer. */
const LARGEST = 16_000_000
/** Bytes: larger files are not read. */
export const LARGEST_FILE = 32_000_000
/** Entries of one kind; people have the highest limit, ten thousand. */
const MOST_ENTRIES = 50_000

const KIND = 'influencer-portal-backup'
const head = v.object({ kind: v.literal(KIND), version: v.pipe(v.number(), v.integer(), v.minValue(1)) })
const hasData = v.object({ data: v.unknown() })

/** Rounds of PBKDF2 with SHA-256 in new files (OWASP, 2023). */
const ITERATIONS = 600_000
/** A file that asks for more would keep the page busy for many seconds. */
const MOST_ITERATIONS = 5_000_000
const [SALT_BYTES, IV_BYTES] = [16, 12]

const bytes = (length: number) =>
  v.pipe(
    v.string(),
    v.maxLength(64),
    v.transform((text) => fromBase64Url(text)),
    v.check((read) => read?.length === length),
    v.transform((read) => new Uint8Array(read ?? [])),
  )

/** How a file is encrypted; everything but the passphrase is in the file. */
export const encryption = v.object({
  kdf: v.literal('PBKDF2-SHA-256'),
  iterations: v.pipe(v.number(), v.safeInteger(), v.minValue(ITERATIONS), v.maxValue(MOST_ITERATIONS)),
  salt: bytes(SALT_BYTES),
  cipher: v.literal('AES-256-GCM'),
  iv: bytes(IV_BYTES),
})

const locked = v.object({ encryption, data: v.string() })
const open = v.object({
  savedAt: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  chainId: v.pipe(v.number(), v.integer()),
  contents: v.unknown(),
})

/**
 * The text of a backup file.
 * @param passphrase null for a file that anyone can read
 */
export async function formatBackup(
  contents: Contents,
  now: number,
  passphrase: string | null,
): Promise<string> {
  const first = { kind: KIND, version: 1 }
  const text = JSON.stringify({ ...first, savedAt: now, chainId: 56, contents })
  return passphrase === null ? text : JSON.stringify({ ...first, ...(await encrypt(text, passphrase)) })
}

/** Reads the text of a file, as untrusted input. */
export function openBackup(text: string): OpenedBackup {
  const refused = (fault: BackupFault) => ({ kind: 'refused', fault }) as const
  if (text.length > LARGEST_FILE) return refused('too-large')
  const found = parseJson(text, v.unknown())
  const first = v.safeParse(head, found)
  if (!first.success) return refused('not-a-backup')
  if (first.output.version > 1) return refused('newer')
  if (!v.is(hasData, found)) return openContents(text.length, found)
  const read = v.safeParse(locked, found)
  if (!read.success) return refused('encryption')
  const data = fromBase64Url(read.output.data)
  if (!data) return refused('damaged')
  return { kind: 'locked', locked: { encryption: read.output.encryption, data: new Uint8Array(data) } }
}

function openContents(length: number, found: unknown): OpenedBackup {
  const refused = (fault: BackupFault) => ({ kind: 'refused', fault }) as const
  if (length > LARGEST) return refused('too-large')
  const read = v.safeParse(open, found)
  if (!read.success) return refused('damaged')
  if (read.output.chainId !== 56) return refused('other-network')
  const { contents: all } = read.output
  if (typeof all !== 'object' || all === null || Array.isArray(all)) return refused('damaged')
  // As a map, because a file may name `__proto__`.
  const named = new Map<string, unknown>(Object.entries(all))
  const lists = kindNames.map((name) => [name, named.get(name) ?? []] as const)
  const contents = Object.fromEntries(lists)
  if (!isContents(contents)) return refused('damaged')
  if (kindNames.some((name) => contents[name].length > MOST_ENTRIES)) return refused('too-many')
  const unknown = [...named.keys()].filter((name) => !v.is(v.picklist(kindNames), name))
  return { kind: 'open', backup: { savedAt: read.output.savedAt, contents, unknown: shown(unknown) } }
}

/**
 * Reads the file of one list, as untrusted input: a backup with only that list. Null if it is another file, or has
 * more entries than the portal can have written.
 */
export function openList<T>(
  text: string,
  name: KindName,
  list: Pick<KeptList<T>, 'parseRaw'>,
): Backup | null {
  const entries = text.length > LARGEST ? null : list.parseRaw(text)
  if (!entries || entries.length > MOST_ENTRIES) return null
  return { savedAt: null, contents: { ...noContents, [name]: entries }, unknown: [] }
}

function isContents(raw: Readonly<Record<string, unknown>>): raw is Contents {
  return kindNames.every((name) => Array.isArray(raw[name]))
}

function shown(names: readonly string[]): readonly string[] {
  const first = names.slice(0, 5).map((name) => cleanLabel(name.slice(0, 40)) || 'a nameless kind')
  return names.length > first.length ? [...first, `${names.length - first.length} more`] : first
}

/** Opens an encrypted backup. Its content is untrusted, too. */
export async function unlockBackup(
  { encryption: how, data }: LockedBackup,
  passphrase: string,
): Promise<Exclude<OpenedBackup, { kind: 'locked' }>> {
  const text = await decrypt(how, data, passphrase)
  if (text === null) return { kind: 'refused', fault: 'wrong-passphrase' }
  const opened = openBackup(text)
  return opened.kind === 'locked' ? { kind: 'refused', fault: 'damaged' } : opened
}

/** Why a file was refused, and what to do. */
export function backupFaultText(fault: BackupFault): string {
  switch (fault) {
    case 'too-large':
      return 'This file is larger than anything a browser keeps for this portal.'
    case 'not-a-backup':
      return 'That’s not a backup of this portal, or it was cut short.'
    case 'newer':
      return 'This backup is from a newer version of the portal. Reload this page and try again.'
    case 'other-network':
      return 'This backup is from another network. The portal works on BNB Smart Chain only.'
    case 'encryption':
      return 'This backup is encrypted in a way the portal doesn’t accept: too weak, too slow or unknown.'
    case 'damaged':
      return 'This backup is damaged.'
    case 'too-many':
      return 'This backup has more entries than the portal can have written.'
    case 'wrong-passphrase':
      return 'That passphrase doesn’t open this file. Check it and try again.'
  }
}

/** Characters: against somebody who has the file, nothing but the passphrase limits the guesses. */
export const SHORTEST_PASSPHRASE = 12

type Encryption = v.InferOutput<typeof encryption>

/** Browsers encrypt on https and on this computer only. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** Encrypts a text: the parameters and the data, as in the file. */
export async function encrypt(text: string, passphrase: string) {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await keyOf(passphrase, salt, ITERATIONS)
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return {
    encryption: {
      kdf: 'PBKDF2-SHA-256',
      iterations: ITERATIONS,
      salt: toBase64Url(salt),
      cipher: 'AES-256-GCM',
      iv: toBase64Url(iv),
    },
    data: toBase64Url(new Uint8Array(data)),
  } as const
}

/** Decrypts; null if the passphrase is wrong or the data was changed, which look the same. */
async function decrypt(
  { iterations, salt, iv }: Encryption,
  data: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<string | null> {
  const key = await keyOf(passphrase, salt, iterations)
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)
  } catch {
    return null
  }
}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number) {
  // Keyboards write the same letter as one code point or as two.
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const secret = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(how, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
