import type { Address } from '#chain/money/Address.ts'
import { payoutLock } from '#domain/payout/payoutRuns.ts'
import { type FieldChanges, fieldChanges, fieldsText } from '#domain/shared/fieldChanges.ts'
import type { BrowserStorage } from '#storage/browserStorage.ts'
import { type Backup, type Contents, type KindName, kindNames, noContents } from './backupFile.ts'
import { type Kind, withKind } from './kinds.ts'

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

/** An entry that is known here, and what the file says about it. */
export type EntryChange = FieldChanges & { readonly label: string }

/** What restoring a file would do with the entries of one kind, in words. */
export type KindPlan = {
  readonly name: KindName
  /** Not known here: each with its fields. */
  readonly added: readonly string[]
  /** Known here, and the file knows more: the fields that would be filled in. */
  readonly changed: readonly EntryChange[]
  /** Nothing new in the file. */
  readonly same: number
  /** The file says something else, so the one here is kept: what is not taken. */
  readonly kept: readonly EntryChange[]
  /** Left out, with the reason. */
  readonly left: readonly { readonly label: string; readonly reason: string }[]
}

/** What restoring a file would do. Nothing is written before a person has seen it. */
export type RestorePlan = { readonly kinds: readonly KindPlan[]; readonly unknown: readonly string[] }

/** Compares a backup with what is kept here. */
export function planRestore(storage: BrowserStorage, backup: Backup): RestorePlan {
  const kinds = kindNames.map((name) =>
    withKind(name, (kind) => planKind(name, kind, storage, backup.contents[name]).plan),
  )
  return { kinds, unknown: backup.unknown }
}

/** True if confirming the plan would write anything. */
export function changesAnything({ kinds }: RestorePlan): boolean {
  return kinds.some(({ added, changed }) => added.length + changed.length > 0)
}

/** `changed`: something here is not as it was when the plan was shown, so nothing was written. */
export type Restored = { readonly kind: 'restored'; readonly failed: number } | { readonly kind: 'changed' }

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
    const now = planRestore(storage, backup)
    if (JSON.stringify(now) !== JSON.stringify(confirmed)) return { kind: 'changed' }
    const failed = kindNames.map((name) =>
      withKind(name, (kind) => {
        const { writes } = planKind(name, kind, storage, backup.contents[name])
        return writes.length === 0 ? 0 : kind.write(storage, writes)
      }),
    )
    return { kind: 'restored', failed: failed.reduce((sum, one) => sum + one, 0) }
  }
  // No payment may begin between the comparison and the writing.
  return payingAccounts(backup).reduceRight<() => Promise<Restored>>(
    (inner, account) => () => payoutLock(account)(inner),
    work,
  )()
}

function payingAccounts({ contents }: Backup): readonly Address[] {
  const of = (name: 'payouts' | 'attempts') =>
    withKind(name, (kind) =>
      contents[name].flatMap((raw) => {
        const item = kind.parse(raw)
        return item === null ? [] : (kind.accountOf?.(item) ?? [])
      }),
    )
  return [...new Set([...of('payouts'), ...of('attempts')])]
}

/** Compares the entries of one kind, and collects what would be written. */
function planKind<T>(
  name: KindName,
  kind: Kind<T>,
  storage: BrowserStorage,
  raws: readonly unknown[],
): { readonly plan: KindPlan; readonly writes: readonly T[] } {
  const mine = kind.read(storage).items
  const known = new Map(mine.map((item) => [kind.idOf(item), item]))
  const left: { label: string; reason: string }[] = []
  const theirs = new Map<string, T>()
  for (const raw of raws) {
    const item = kind.parse(raw)
    if (item === null) left.push({ label: 'An entry', reason: 'can’t be read' })
    else if (theirs.has(kind.idOf(item)))
      left.push({ label: kind.label(item), reason: 'is in the file twice' })
    else theirs.set(kind.idOf(item), item)
  }
  const refused = kind.screen?.(mine, [...theirs.values()], storage) ?? new Map<string, string>()
  const added: T[] = []
  const changed: { after: T; words: EntryChange }[] = []
  const kept: EntryChange[] = []
  const fieldsOf = (item: T) => kind.fields?.(item) ?? []
  const wordsOf = (before: T, after: T, file: T): EntryChange => ({
    label: kind.label(before),
    ...fieldChanges(fieldsOf(before), fieldsOf(after), fieldsOf(file)),
  })
  let same = 0
  for (const [id, item] of theirs) {
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
  }
  return {
    plan: {
      name,
      added: added.map((item) => [kind.label(item), fieldsText(fieldsOf(item))].filter(Boolean).join(' · ')),
      changed: changed.map(({ words }) => words),
      same,
      kept,
      left,
    },
    writes: [...added, ...changed.map(({ after }) => after)],
  }
}
