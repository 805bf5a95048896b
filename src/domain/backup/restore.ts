import type { Address } from '#chain/money/Address.ts'
import { inSlices, type Slices, startSlices } from '#domain/draft/import/slices.ts'
import { payoutLock } from '#domain/payout/payoutRuns.ts'
import { type FieldChanges, fieldChanges, fieldsText } from '#domain/shared/fieldChanges.ts'
import type { BrowserStorage } from '#storage/KeyValueStore.ts'
import { storedChanged } from '#storage/persisted.ts'
import { type Backup, type Contents, type KindName, kindNames, noContents } from './backupFile.ts'
import type { BackupKind } from './Kind.ts'
import { withKind } from './kinds.ts'

/** Everything that this browser keeps, for a backup. `unreadable` entries are not in it. */
export function readContents(storage: BrowserStorage): {
  readonly contents: Contents
  readonly unreadable: number
} {
  const contents: Record<KindName, readonly unknown[]> = { ...noContents }
  let unreadable = 0
  for (const name of kindNames) {
    withKind(name, (kind) => {
      const found = kind.read(storage)
      unreadable += found.unreadable
      contents[name] = found.items.map(kind.format)
    })
  }
  return { contents, unreadable }
}

/** A known entry, and its changes by the file. */
type EntryChange = FieldChanges & { readonly label: string }

/** The effect of restoring a file on the entries of one kind, in words. */
export type KindPlan = {
  readonly name: KindName
  /** Not in this browser yet: each with its fields. */
  readonly added: readonly string[]
  /** In this browser, and the file has more: the fields that would be filled in. */
  readonly changed: readonly EntryChange[]
  /** Nothing new in the file. */
  readonly same: number
  /** The file differs, so the one here is kept: the values that are not taken. */
  readonly kept: readonly EntryChange[]
  /** Skipped, with the reason. */
  readonly left: readonly { readonly label: string; readonly reason: string }[]
}

/** The effect of restoring a file. Nothing is written before a person has seen it. */
type RestorePlan = { readonly kinds: readonly KindPlan[]; readonly unknown: readonly string[] }

/** Compares a backup with the stored data, in slices, so that a large one does not stop the page. */
export async function planRestore(storage: BrowserStorage, backup: Backup): Promise<RestorePlan> {
  const slices = startSlices()
  const kinds: KindPlan[] = []
  for (const name of kindNames) {
    kinds.push(
      await withKind(name, async (kind) => (await planKind(name, kind, storage, backup, slices)).plan),
    )
  }
  return { kinds, unknown: backup.unknown }
}

/** True if confirming the plan would write anything. */
export function changesAnything({ kinds }: RestorePlan): boolean {
  return kinds.some(({ added, changed }) => added.length + changed.length > 0)
}

/** `changed`: something here changed after the plan was shown, so nothing was written. */
type Restored = { readonly kind: 'restored'; readonly failed: number } | { readonly kind: 'changed' }

/**
 * Carries out a plan that a person has confirmed.
 * @throws PortalError `busy` while a payment is being requested from one of the accounts, here or in another tab
 */
export async function restore(
  storage: BrowserStorage,
  backup: Backup,
  confirmed: RestorePlan,
): Promise<Restored> {
  const work = async (): Promise<Restored> => {
    const now = await planRestore(storage, backup)
    if (JSON.stringify(now) !== JSON.stringify(confirmed)) return { kind: 'changed' }
    const slices = startSlices()
    let failed = 0
    for (const name of kindNames) {
      failed += await withKind(name, async (kind) => {
        const { writes } = await planKind(name, kind, storage, backup, slices)
        return writeAll(kind, storage, writes, slices)
      })
    }
    storedChanged()
    return { kind: 'restored', failed }
  }
  // No payment may begin between the comparison and the writing.
  return (await payingAccounts(backup)).reduceRight<() => Promise<Restored>>(
    (inner, account) => () => payoutLock(account)(inner),
    work,
  )()
}

async function writeAll<T>(
  kind: BackupKind<T>,
  storage: BrowserStorage,
  items: readonly T[],
  slices: Slices,
): Promise<number> {
  const { perWrite = items.length } = kind
  const ordered = kind.order ? items.toSorted(kind.order) : items
  let failed = 0
  for (let at = 0; at < ordered.length; at += perWrite) {
    failed += kind.write(storage, ordered.slice(at, at + perWrite))
    if (slices.isOver()) await slices.pause()
  }
  return failed
}

async function payingAccounts(backup: Backup): Promise<readonly Address[]> {
  const slices = startSlices()
  const of = (name: 'payouts' | 'attempts') =>
    withKind(name, async (kind) =>
      (await parsedOf(name, kind, backup, slices)).flatMap((item) =>
        item === null ? [] : (kind.accountOf?.(item) ?? []),
      ),
    )
  return [...new Set([...(await of('payouts')), ...(await of('attempts'))])]
}

/** The content of a file, parsed once: null for entries that cannot be read. */
const parsed = new WeakMap<Backup, Map<KindName, readonly unknown[]>>()

async function parsedOf<T>(
  name: KindName,
  kind: BackupKind<T>,
  backup: Backup,
  slices: Slices,
): Promise<readonly (T | null)[]> {
  const all = parsed.get(backup) ?? new Map<KindName, readonly unknown[]>()
  parsed.set(backup, all)
  const known = all.get(name)
  // Only this function writes the map, each kind with its own items.
  if (known) return known as readonly (T | null)[]
  const items: (T | null)[] = []
  await inSlices(backup.contents[name], slices, (raw) => void items.push(kind.parse(raw)))
  all.set(name, items)
  return items
}

const noReasons: ReadonlyMap<string, string> = new Map()

/** Compares the entries of one kind, and collects the entries that would be written. */
async function planKind<T>(
  name: KindName,
  kind: BackupKind<T>,
  storage: BrowserStorage,
  backup: Backup,
  slices: Slices,
): Promise<{ readonly plan: KindPlan; readonly writes: readonly T[] }> {
  const mine = kind.read(storage).items
  const known = new Map(mine.map((item) => [kind.idOf(item), item]))
  const left: { label: string; reason: string }[] = []
  const theirs = new Map<string, T>()
  await inSlices(await parsedOf(name, kind, backup, slices), slices, (item) => {
    if (item === null) left.push({ label: 'An entry', reason: 'can’t be read' })
    else if (theirs.has(kind.idOf(item)))
      left.push({ label: kind.label(item), reason: 'is in the file twice' })
    else theirs.set(kind.idOf(item), item)
  })
  const refused = (await kind.screen?.(mine, [...theirs.values()], storage, slices)) ?? noReasons
  const added: T[] = []
  const changed: { after: T; words: EntryChange }[] = []
  const kept: EntryChange[] = []
  const fieldsOf = (item: T) => kind.fields?.(item) ?? []
  const wordsOf = (before: T, after: T, file: T): EntryChange => ({
    label: kind.label(before),
    ...fieldChanges(fieldsOf(before), fieldsOf(after), fieldsOf(file)),
  })
  let same = 0
  await inSlices(theirs, slices, ([id, item]) => {
    const reason = refused.get(id)
    const before = known.get(id)
    if (reason !== undefined) left.push({ label: kind.label(item), reason })
    else if (before === undefined) {
      if (mine.length + added.length < kind.max) added.push(item)
      else left.push({ label: kind.label(item), reason: `doesn’t fit: at most ${kind.max} are kept` })
    } else {
      const after = kind.join(before, item)
      const words = wordsOf(before, after ?? before, item)
      const isSame = after && JSON.stringify(kind.format(after)) === JSON.stringify(kind.format(before))
      if (after && !isSame) changed.push({ after, words })
      else if (after === null || words.ignored !== '') kept.push(words)
      else same++
    }
  })
  const addedWords: string[] = []
  await inSlices(added, slices, (item) => {
    addedWords.push([kind.label(item), fieldsText(fieldsOf(item))].filter(Boolean).join(' · '))
  })
  return {
    plan: {
      name,
      added: addedWords,
      changed: changed.map(({ words }) => words),
      same,
      kept,
      left,
    },
    writes: [...added, ...changed.map(({ after }) => after)],
  }
}
