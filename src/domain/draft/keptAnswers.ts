import * as v from 'valibot'
import type { LeftoverAnswers } from '#domain/draft/import/leftovers.ts'
import type { ReadRows } from '#domain/draft/import/readRows.ts'
import type { KeyValueStore } from '#storage/KeyValueStore.ts'
import { browserKey } from '#storage/keys.ts'
import { persisted } from '#storage/persisted.ts'
import { plainTitle } from './import/columnTitles.ts'
import { leftoverAnswers } from './keptDraft.ts'

/** Shapes of lists whose answers are kept. */
const MOST = 30
/** Characters of the answers about one list. Longer ones are of a list that comes once. */
const LONGEST = 5_000

const stored = (storage: KeyValueStore) =>
  persisted(storage, browserKey('answers'), v.array(v.strictTuple([v.string(), leftoverAnswers])))

/** Equal for lists with the same columns, as one has every month. */
function shapeOf({ header, columns, separator }: ReadRows): string {
  if (separator.state !== 'ambiguous' && separator.separator === 'text') return 'text'
  return header === null ? `${columns.length}` : header.map(plainTitle).join('\n')
}

/** The answers about the last list of this shape, as far as this one has the same questions. */
export function readAnswers(storage: KeyValueStore, read: ReadRows): LeftoverAnswers {
  const shape = shapeOf(read)
  const [, answers = {}] =
    stored(storage)
      .read()
      ?.find(([kept]) => kept === shape) ?? []
  const ids = new Set(read.leftovers.flatMap(({ id, isAsked }) => (isAsked ? [id] : [])))
  return Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)))
}

/** Keeps the answers about a list for the next one of its shape. */
export function keepAnswers(storage: KeyValueStore, read: ReadRows, answers: LeftoverAnswers): void {
  const shape = shapeOf(read)
  const others = (stored(storage).read() ?? []).filter(([kept]) => kept !== shape)
  // Marks and hidden rows belong to this list alone.
  const columns = new Set(read.header?.map((title) => `column/${plainTitle(title)}`))
  const lasting = Object.fromEntries(
    Object.entries(answers).filter(([id]) => columns.has(id) || id.startsWith('before/')),
  )
  const isKept = Object.keys(lasting).length > 0 && JSON.stringify(lasting).length <= LONGEST
  if (isKept) stored(storage).write([[shape, lasting] as [string, LeftoverAnswers], ...others].slice(0, MOST))
}
