import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { focusInside } from './focusInside.ts'
import css from './WindowedList.module.css'

/** Up to so many lines all stand in the page, where its own search finds them. */
const WHOLE = 60
/** Height (px) that a line is taken to have until it was drawn. */
const ESTIMATE = 76

/** A line that is to be brought into sight and given the focus. A new object asks anew. */
export type Reveal = { readonly index: number }

/** A long list of which only what is in sight is in the page. The page itself scrolls. */
export function WindowedList(props: {
  label: string
  keys: readonly string[]
  reveal?: Reveal | null
  /** Height (px) that a line is taken to have until it was drawn. */
  estimate?: number
  children: (index: number) => ReactNode
}) {
  return props.keys.length <= WHOLE ? <Whole {...props} /> : <Windowed {...props} />
}

function Whole({ label, keys, reveal, children }: Parameters<typeof WindowedList>[0]) {
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

function Windowed({
  label,
  keys,
  reveal,
  estimate = ESTIMATE,
  children,
}: Parameters<typeof WindowedList>[0]) {
  const list = useRef<HTMLUListElement>(null)
  const top = useTop(list)
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => estimate,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => keys[index] ?? index,
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
          aria-setsize={keys.length}
          aria-posinset={index + 1}
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
