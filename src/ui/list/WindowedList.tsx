import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { focusInside } from './focusInside.ts'
import css from './WindowedList.module.css'

/** Up to so many lines all stand in the page, where its own search finds them. */
const WHOLE = 60
/** More lines than this come in pages. */
const PAGE = 5_000
/** Height (px) that a line is taken to have until it was drawn. */
const ESTIMATE = 76

/** A line that is to be brought into sight and given the focus. A new object asks anew. */
export type Reveal = { readonly index: number }

type ListProps = {
  label: string
  keys: readonly string[]
  reveal?: Reveal | null
  /** Height (px) that a line is taken to have until it was drawn. */
  estimate?: number
  children: (index: number) => ReactNode
}

/** A long list of which only what is in sight is in the page. The page itself scrolls. */
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

/** `byHand`: somebody has turned the page since the line `of` was asked for. */
type Shown = { readonly page: number; readonly of: Reveal | null; readonly byHand: boolean }

/** Very long lists come in pages: the place of every line on one is known, and counting it takes its time. */
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
  const number = (count: number) => count.toLocaleString('en')
  const pager = (
    <p className={css.pager}>
      <Button disabled={page === 0} onClick={() => turn(page - 1)}>
        Earlier
      </Button>
      <span>
        {number(from + 1)} to {number(Math.min(from + PAGE, keys.length))} of {number(keys.length)}
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
  // Another function would have the place of every line counted anew.
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
    // The line is drawn some frames later, once its place is known.
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

/** Frames after which a line that does not come is not waited for. */
const FRAMES = 120

/** Where the list begins in the page (px), also after what stands above it has grown. */
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
