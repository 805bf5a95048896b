import { useEffect, useMemo, useRef, useState } from 'react'
import type { Address } from '#chain/money/Address.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { forgetDraft, keepDraft } from '#domain/draft/keptDraft.ts'
import { type ParsedDraft, readDraftRows } from '#domain/draft/parsedDraft.ts'
import type { PayoutDraft } from '#domain/draft/payoutDraft.ts'
import { findByName } from '#domain/people/Person.ts'
import type { GuardedStorage } from '#storage/KeyValueStore.ts'

/** Reading progress, in rows. Total 0: the lines are being counted. */
type Progress = { readonly done: number; readonly total: number }

export type Reading =
  | { readonly kind: 'reading'; readonly progress: Progress }
  | { readonly kind: 'read' }
  /** A person stopped it. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed' }

/** How often (ms) progress is drawn. */
const DRAW_EVERY = 100

/** The table of a draft, and how its reading goes. */
export type ReadDraft = {
  /** The last result; null until there is one, and after a failure. */
  readonly table: ParsedDraft | null
  readonly reading: Reading
  readonly stop: () => void
  /** Reads the same text again. */
  readonly again: () => void
}

/**
 * Reads the text of a draft again whenever an input to parsing changes, and aborts the previous run. `table`
 * keeps the last result until the next one is ready.
 */
export function useParsedDraft(draft: PayoutDraft, payer: Address): ReadDraft {
  const { text, options, tokens, fill, names, requests } = draft
  const { people } = usePeople()
  const named = useMemo(() => (people.length > 0 ? findByName(people) : undefined), [people])
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
    readDraftRows({ text, options, tokens, fill, names, requests }, payer, {
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
  }, [text, options, tokens, fill, names, requests, payer, named, turn])
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

/** The place where a draft is stored, and how to delete it there. */
export type KeptDraftState = {
  /** In this browser, on this page only, or nowhere. */
  readonly where: 'browser' | 'page' | 'too-large'
  readonly drop: () => void
}

/**
 * Stores the draft of an account as it changes.
 * Storing pauses during the review, so that the draft can be deleted once it was requested.
 */
export function useKeptDraft(
  storage: GuardedStorage,
  account: Address,
  draft: PayoutDraft,
  { isKept, isResting }: { isKept: boolean; isResting: boolean },
): KeptDraftState {
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
  return { where: fits ? storage.keeping() : 'too-large', drop }
}
