import { type DraftSource, newDraft, type PayoutDraft } from './payoutDraft.ts'

/** Physical lines of a text, as the reader counts them. */
function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/**
 * For each line of the old text, the same line of the new one: the second `0x…,5` belongs to the second one. A line that
 * was changed or removed has none.
 */
function sameLines(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<string, number[]>()
  after.forEach((line, index) => {
    const found = places.get(line)
    if (found) found.push(index + 1)
    else places.set(line, [index + 1])
  })
  const taken = new Map<string, number>()
  return new Map(
    before.flatMap((line, index) => {
      const turn = taken.get(line) ?? 0
      taken.set(line, turn + 1)
      const place = places.get(line)?.[turn]
      return place === undefined ? [] : [[index + 1, place] as const]
    }),
  )
}

/** A skip of a row over several lines: what it skipped may be cut anew. */
const SEVERAL_LINES = /^\(Lines /

/**
 * The draft with another text: what a person did to a line stays with that line, answers about the whole text stay while
 * its first line does, and rows added by hand stay behind the last line.
 */
export function withChangedText(
  draft: PayoutDraft,
  change: Extract<DraftSource, { kind: 'text' }>,
): PayoutDraft {
  const { text, source } = change
  const [before, after] = [linesOf(draft.text), linesOf(text)]
  const same = sameLines(before, after)
  const added = draft.added.map((_, index) => after.length + index + 1)
  const places = new Map([
    ...same,
    ...draft.added.map((line, index) => [line, added[index] ?? line] as const),
  ])
  const moved = <T>(kept: ReadonlyMap<number, T>) =>
    new Map(
      [...kept].flatMap(([line, value]) => {
        const place = places.get(line)
        return place === undefined ? [] : [[place, value] as const]
      }),
    )
  const isSameTable = before[0] !== undefined && before[0] === after[0]
  const { token, currencies } = draft.options
  return {
    ...draft,
    text,
    source,
    added,
    before: null,
    options: isSameTable ? draft.options : { ...newDraft('').options, token, currencies },
    fill: moved(draft.fill),
    edits: moved(draft.edits),
    skips: moved(new Map([...draft.skips].filter(([, reason]) => !SEVERAL_LINES.test(reason)))),
  }
}
