import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '#domain/shared/format.ts'
import { Button } from '#ui/Button.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './WindowedList.module.css'

/** Up to this many lines are all rendered, so that the browser's page search finds them. */
const WHOLE = 60
/** Longer lists are paged. */
const PAGE = 5_000
/** Estimated height (px) of a line until it is rendered. */
const ESTIMATE = 76

/** A line to scroll to and focus. A new object does it again. */
export type Reveal = { readonly index: number }

type ListProps = {
  label: string
  keys: readonly string[]
  reveal?: Reveal | null
  /** Estimated height (px) of a line until it is rendered. */
  estimate?: number
  children: (index: number) => ReactNode
}

/** A long list that renders only its visible part. The page itself scrolls. */
export function WindowedList(props: ListProps) {
  const { length } = props.keys
  return length <= WHOLE ? (
    <Whole {...props} />
  ) : length <= PAGE ? (
    <Windowed {...props} />
  ) : (
    <Paged {...props} />
  )
}

/** `byHand`: the person changed the page after the line `of` was requested. */
type Shown = { readonly page: number; readonly of: Reveal | null; readonly byHand: boolean }

/** Very long lists are paged: the positions of all lines on a page are computed, which takes time. */
function Paged({ keys, reveal, children, ...props }: ListProps) {
  const [shown, setShown] = useState<Shown>({ page: 0, of: null, byHand: false })
  const pages = Math.ceil(keys.length / PAGE)
  if (reveal && reveal !== shown.of)
    setShown({ page: Math.floor(reveal.index / PAGE), of: reveal, byHand: false })
  const page = Math.min(shown.page, pages - 1)
  const from = page * PAGE
  const part = useMemo(() => keys.slice(from, from + PAGE), [keys, from])
  const inside = useMemo(() => {
    const index = (reveal?.index ?? -1) - from
    return !shown.byHand && index >= 0 && index < PAGE ? { index } : null
  }, [reveal, from, shown.byHand])
  const turn = (to: number) => setShown({ page: to, of: reveal ?? null, byHand: true })
  const pager = (
    <p className={`layout-between ${css.pager}`}>
      <Button disabled={page === 0} onClick={() => turn(page - 1)}>
        Earlier
      </Button>
      <span>
        {formatNumber(from + 1)} to {formatNumber(Math.min(from + PAGE, keys.length))} of{' '}
        {formatNumber(keys.length)}
      </span>
      <Button disabled={page === pages - 1} onClick={() => turn(page + 1)}>
        Later
      </Button>
    </p>
  )
  return (
    <>
      {pager}
      <Windowed key={page} {...props} keys={part} reveal={inside} first={from} total={keys.length}>
        {(index) => children(from + index)}
      </Windowed>
      {pager}
    </>
  )
}

function Whole({ label, keys, reveal, children }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const line = reveal ? list.current?.children[reveal.index] : null
    if (line) focusInside(line)
  }, [reveal])
  return (
    <ul className={css.list} aria-label={label} ref={list}>
      {keys.map((key, index) => (
        <li key={key}>{children(index)}</li>
      ))}
    </ul>
  )
}

function Windowed(props: ListProps & { first?: number; total?: number }) {
  const { label, keys, reveal, estimate = ESTIMATE, first = 0, total = keys.length, children } = props
  const list = useRef<HTMLUListElement>(null)
  const top = useTop(list)
  // A new function would recompute the position of every line.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys])
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => estimate,
    overscan: 8,
    scrollMargin: top,
    getItemKey,
  })
  useEffect(() => {
    if (!reveal) return
    virtualizer.scrollToIndex(reveal.index, { align: 'center' })
    // The line is rendered some frames later, once its position is known.
    let frame = 0
    const look = (left: number) => {
      const line = list.current?.querySelector(`:scope > [data-index="${reveal.index}"]`)
      if (line) focusInside(line)
      else if (left > 0) frame = requestAnimationFrame(() => look(left - 1))
    }
    look(FRAMES)
    return () => cancelAnimationFrame(frame)
  }, [reveal, virtualizer])
  return (
    <ul className={css.windowed} aria-label={label} ref={list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={total}
          aria-posinset={first + index + 1}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  )
}

/** How many frames to wait for a line to appear. */
const FRAMES = 120

/** The top of the list in the page (px), updated when content above it grows. */
function useTop(list: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const rect = list.current?.getBoundingClientRect()
      if (rect) setTop(rect.top + window.scrollY)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

/** Scrolls to a line and focuses its first error, or else its first control. Its text is selected, as after Tab. */
function focusInside(line: Element): void {
  const control =
    line.querySelector<HTMLElement>('[aria-invalid]') ??
    line.querySelector<HTMLElement>('input, select, button, a[href]')
  line.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
  if (control instanceof HTMLInputElement) control.select()
}

/** The same for a list of items, which `keyOf` tells apart. */
export function ItemList<Item>(
  props: Omit<ListProps, 'keys' | 'children'> & {
    of: readonly Item[]
    keyOf: (item: Item, index: number) => string
    children: (item: Item, index: number) => ReactNode
  },
) {
  const { of, keyOf, children, ...list } = props
  return (
    <WindowedList {...list} keys={of.map(keyOf)}>
      {(index) => of[index] !== undefined && children(of[index], index)}
    </WindowedList>
  )
}

/** Lines of text behind one line; nothing if there are none. @param label names the list, by default `summary` */
export function FoldedLines(props: { summary: string; label?: string; lines: readonly string[] }) {
  const { summary, label = summary, lines } = props
  if (lines.length === 0) return null
  return (
    <Disclosure summary={summary}>
      <WindowedList label={label} keys={lines.map((_, index) => String(index))}>
        {(index) => (
          <p className="layout-tight">
            <bdi dir="ltr">{lines[index]}</bdi>
          </p>
        )}
      </WindowedList>
    </Disclosure>
  )
}
