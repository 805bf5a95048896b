import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { usePortal } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { useNameLookUps } from '#components/payee/NameOffer.tsx'
import { usePayeeFacts } from '#components/payee/usePayeeChecks.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useLedger, usePayoutContext } from '#components/payout/usePayouts.ts'
import { type DraftView, nextError, type OpenCells, unskipped, viewDraft } from '#domain/draft/draftView.ts'
import { checkRows } from '#domain/draft/import/checkRows.ts'
import type { Mapping } from '#domain/draft/import/mapColumns.ts'
import type { PayoutRow } from '#domain/draft/import/PayoutRow.ts'
import type { ReadRows, TotalLine } from '#domain/draft/import/readRows.ts'
import { forgetDraft, keepAnswers, keepDraft, readAnswers } from '#domain/draft/keptDraft.ts'
import { countAsked, type ParsedDraft, readDraftRows } from '#domain/draft/parsedDraft.ts'
import {
  type LeftoverAnswers,
  openLeftovers,
  type PayoutDraft,
  type RowEdit,
  skipReason,
  withColumn,
  withEdit,
  withLine,
  withOptions,
  withoutRow,
  withRow,
  withSkip,
} from '#domain/draft/payoutDraft.ts'
import { compareTotals, type Doubt, linesToConfirm } from '#domain/draft/reportWords.ts'
import { paidAsMuch } from '#domain/ledger/Attempt.ts'
import {
  contractDoubt,
  type KnownPayees,
  MOST_NAMES,
  withLookUp,
  withTicks,
} from '#domain/payee/checkPayee.ts'
import { findByName } from '#domain/people/Person.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'

/** A list that is being edited: its text as it was read, its rows, and the doubts about them. */
type EditedList = ReturnType<typeof useDraft>

/** The list that is shown: it was read at least once, so it has rows. */
export const ListContext = createContext<(EditedList & { table: ParsedDraft; view: DraftView }) | null>(null)

/** The list around a component of the editor. */
export function useEditedList() {
  const list = use(ListContext)
  if (!list) throw new Error('useEditedList needs a ListContext')
  return list
}

const none: readonly never[] = []

/**
 * The state of a list from its first draft on. Nothing changes while something else is shown (`isResting`).
 * @param start.keptAt when the stored draft that it begins with was saved, in ms since the epoch; null for a new one
 */
export function useDraft(
  account: Account,
  initial: PayoutDraft,
  props: {
    keptAt: number | null
    isResting: boolean
    onClose: () => void
    onText: (draft: PayoutDraft) => void
  },
) {
  const { keptAt, isResting, onClose } = props
  const { storage } = usePortal().page
  const [draft, setDraft] = useState(initial)
  // The row to scroll to, by its line. A new object scrolls again.
  const [goal, setGoal] = useState<{ readonly line: number } | null>(null)
  const [openRows, setOpenRows] = useState<ReadonlyMap<number, OpenCells>>(new Map())
  const kept = useKeptDraft(storage, account.address, draft, {
    isKept: keptAt !== null,
    isResting,
  })
  const read = useParsedDraft(draft, account.address)
  const { table } = read
  const { edits, skips, added, fill, answers } = draft
  const text = table?.read ?? null
  const [seen, setSeen] = useState<Pick<ReadRows, 'campaign' | 'leftovers'> | null>(null)
  // A new list begins with the campaign that its column names, and with what was answered about the last one like it.
  if (text !== null && text.leftovers !== seen?.leftovers) {
    setSeen(text)
    const tag = text.campaign !== seen?.campaign && draft.tag === null ? text.campaign : null
    const known = Object.keys(answers).length === 0 ? readAnswers(storage, text) : {}
    if (keptAt === null && (tag !== null || Object.keys(known).length > 0))
      setDraft({ ...draft, tag: tag ?? draft.tag, answers: { ...known, ...answers } })
  }
  const view = useMemo(
    () => table && viewDraft(table, { edits, skips, added, fill, answers }),
    [table, edits, skips, added, fill, answers],
  )
  const doubts = useDoubts(account, view, table?.read?.totals ?? none, draft.ticks)
  const lookUps = useNameLookUps(
    (found) => setDraft((before) => ({ ...before, names: withLookUp(before.names, found) })),
    draft.names.length >= MOST_NAMES,
  )
  const asked = countAsked(table)
  const isAmountAsked =
    asked === 0 &&
    text !== null &&
    text.mapping.amount === null &&
    fill.size === 0 &&
    view?.errors.length !== 0
  return {
    ...read,
    account,
    draft,
    setDraft,
    keptAt,
    kept,
    view,
    doubts,
    lookUps,
    goal,
    /** The rows whose cells a person opened, by line. */
    openRows,
    /** Opens all cells of a row as fields, or closes them. */
    onOpen: (line: number, isOpen: boolean) =>
      setOpenRows((before) => withLine(before, line, isOpen ? 'all' : null)),
    onEdit(line: number, change: RowEdit) {
      // Keep the row open while it is being edited, even if it is valid by now.
      setOpenRows((before) => (before.has(line) ? before : withLine(before, line, 'touched')))
      setDraft((before) => withEdit(before, line, change))
    },
    onRevert: (line: number) => setDraft((before) => withEdit(before, line, null)),
    onSkip: (row: PayoutRow, isSkipped: boolean) =>
      setDraft((before) => withSkip(before, row.line, isSkipped ? skipReason(row) : null)),
    onRemove: (line: number) => setDraft((before) => withoutRow(before, line)),
    onTick: (ids: readonly string[], yes: boolean) => setDraft((before) => withTicks(before, ids, yes)),
    /** Questions about the whole text are open, so no row can be judged. */
    isAsked: asked > 0,
    isAmountAsked,
    /** How many questions are open: about the text, about what it says beside its payments, and about its rows. */
    questions:
      asked +
      (asked > 0 ? 0 : doubts.open) +
      (isAmountAsked ? 1 : 0) +
      openLeftovers(text?.leftovers ?? [], answers).length,
    onOptions: (change: Parameters<typeof withOptions>[1]) => setDraft(withOptions(draft, change)),
    /** Assigns a column, or none, to a use. */
    onColumn: (mapping: Mapping, use: keyof Mapping, column: number | null) =>
      setDraft(withOptions(draft, { mapping: withColumn(mapping, use, column) })),
    onAnswers: (next: LeftoverAnswers) => setDraft((before) => ({ ...before, answers: next })),
    /** Keeps the answers for the next list like this one. */
    remember: () => text && keepAnswers(storage, text, answers),
    /** Puts the draft aside. */
    onClose,
    onDelete() {
      kept.drop()
      onClose()
    },
    /** Opens the text, to change it or to paste it again. */
    onEditText: () => props.onText(draft),
    addRow() {
      const lines = table?.read?.lines ?? 0
      const next = withRow(draft, lines)
      setDraft(next)
      setGoal({ line: next.added.at(-1) ?? 0 })
    },
    showNextError() {
      const line = view && nextError(view, goal?.line ?? 0)
      if (line !== null) setGoal({ line })
    },
  }
}

/** Delay (ms) between the last change and the comparison, so that typing is not interrupted. */
const TYPING = 250

/**
 * All doubts about the current rows, and those not confirmed yet. The rows are compared with each other and with known
 * payees, again after each change.
 */
function useDoubts(
  account: Account,
  view: DraftView | null,
  said: readonly TotalLine[],
  ticks: ReadonlySet<string>,
) {
  // The result holds for no other rows and no other known payees.
  const [checked, setChecked] = useState<
    (Awaited<ReturnType<typeof checkRows>> & { of: DraftView; known: KnownPayees }) | null
  >(null)
  const { known, contracts, unread, busy } = usePayeeFacts(account, checked?.payees ?? null)
  const { attempts } = useLedger(usePayoutContext(account))
  const named = usePeopleByName()
  const isFirst = checked === null
  const isCurrent = checked !== null && checked.of === view && checked.known === known
  useEffect(() => {
    // Comparing the same rows twice would block the review once more, just when it can be pressed.
    if (!view || isCurrent) return
    const stop = new AbortController()
    const wait = setTimeout(
      () => {
        checkRows(unskipped(view), known, stop.signal, named).then(
          (done) => !stop.signal.aborted && setChecked({ ...done, of: view, known }),
          // A newer comparison aborts this one.
          () => {},
        )
      },
      isFirst ? 0 : TYPING,
    )
    return () => {
      clearTimeout(wait)
      stop.abort()
    }
  }, [view, known, named, isFirst, isCurrent])
  const total = useMemo(() => compareTotals(said, checked?.totals ?? none), [said, checked])
  const doubts: readonly Doubt[] = useMemo(() => {
    if (!checked) return none
    const ofContracts = [...contracts].map((payee) => ({
      ...contractDoubt(payee),
      lines: (checked.payees.get(payee) ?? []).map(({ line }) => line),
    }))
    const isUsual = paidAsMuch(attempts)
    const unusual = checked.doubts.filter((one) => one.kind !== 'outlier' || !isUsual(one.payee, one.amount))
    return [...checked.lookAlikes, ...unusual, ...(total.doubt ? [total.doubt] : []), ...ofContracts]
  }, [checked, contracts, total, attempts])
  const toConfirm = useMemo(() => linesToConfirm(doubts, ticks), [doubts, ticks])
  return {
    doubts,
    unread,
    /** Lines with a doubt that is not confirmed, in order. */
    toConfirm,
    /** The line of a total that is the sum of the rows; null for none. */
    matchingTotal: checked?.of === view ? total.matching : null,
    /** The sums of the rows per token; empty until they are known. */
    totals: checked?.of === view ? checked.totals : none,
    /** How many questions about the rows are open: one for each kind of doubt, and one about failed checks. */
    open:
      new Set(doubts.flatMap(({ id, kind }) => (ticks.has(id) ? [] : [kind]))).size +
      (unread.some(({ id }) => !ticks.has(id)) ? 1 : 0),
    /** The checks that are still running, in words; null once all are done. */
    busy: isCurrent ? busy : 'Comparing the payments…',
  }
}

/** The addresses of one’s people by their name; undefined until a person is saved. */
function usePeopleByName() {
  const { people } = usePeople()
  return useMemo(() => (people.length > 0 ? findByName(people) : undefined), [people])
}

type Reading =
  /** Progress in rows. Total 0: the lines are being counted. */
  | { readonly kind: 'reading'; readonly progress: { readonly done: number; readonly total: number } }
  | { readonly kind: 'read' | 'failed' }
  /** A person stopped it. */
  | { readonly kind: 'stopped' }

/** How often (ms) progress is drawn. */
const DRAW_EVERY = 100

/**
 * Reads the text of a draft again whenever an input to parsing changes, and aborts the previous run. `table`
 * keeps the last result until the next one is ready.
 */
function useParsedDraft(draft: PayoutDraft, payer: Address) {
  const { text, source, options, tokens, fill, names, requests } = draft
  const named = usePeopleByName()
  const [table, setTable] = useState<ParsedDraft | null>(null)
  const [reading, setReading] = useState<Reading>(started)
  const [work, setWork] = useState<AbortController | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn reads the same text again
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let drawn = performance.now()
    const onProgress = (done: number, total: number) => {
      if (performance.now() - drawn < DRAW_EVERY) return
      drawn = performance.now()
      setReading({ kind: 'reading', progress: { done, total } })
    }
    setReading(started)
    setWork(stop)
    readDraftRows({ text, source, options, tokens, fill, names, requests }, payer, {
      signal,
      onProgress,
      named,
    }).then(
      (read) => {
        if (signal.aborted) return
        setTable(read)
        setReading({ kind: 'read' })
      },
      () => {
        if (signal.reason !== STOPPED && signal.aborted) return
        setTable(null)
        setReading({ kind: signal.aborted ? 'stopped' : 'failed' })
      },
    )
    return () => stop.abort()
  }, [text, source, options, tokens, fill, names, requests, payer, named, turn])
  return {
    table,
    reading,
    stop: () => work?.abort(STOPPED),
    again: () => setTurn((before) => before + 1),
  }
}

const STOPPED = 'stopped'
const started: Reading = { kind: 'reading', progress: { done: 0, total: 0 } }

/** A draft is stored this long (ms) after its last change, and at once when the page is left. */
const QUIET = 300

/**
 * Stores the draft of an account as it changes.
 * Storing pauses during the review, so that the draft can be deleted once it was requested.
 */
function useKeptDraft(
  storage: GuardedStorage,
  account: Address,
  draft: PayoutDraft,
  { isKept, isResting }: { isKept: boolean; isResting: boolean },
) {
  const [fits, setFits] = useState(true)
  const waiting = useRef<(() => void) | null>(null)
  const [opened] = useState(isKept ? draft : null)
  useEffect(() => {
    // An unchanged draft keeps the time at which it was stored.
    if (draft === opened) return
    const keep = () => {
      waiting.current = null
      setFits(keepDraft(storage, account, draft, Date.now()))
    }
    waiting.current = keep
    const timer = setTimeout(() => waiting.current?.(), QUIET)
    return () => clearTimeout(timer)
  }, [storage, account, draft, opened])
  useEffect(() => {
    if (isResting) waiting.current?.()
  }, [isResting])
  useEffect(() => {
    const flush = () => waiting.current?.()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  const drop = () => {
    waiting.current = null
    forgetDraft(storage, account)
  }
  return { where: fits ? storage.keeping() : ('too-large' as const), drop }
}
