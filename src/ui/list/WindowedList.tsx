import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import css from './WindowedList.module.css'

/** Up to so many lines all stand in the page, where its own search finds them. */
const WHOLE = 60
/** Height (px) that a line is taken to have until it was drawn. */
const ESTIMATE = 76

/** A long list of which only what is in sight is in the page. The page itself scrolls. */
export function WindowedList(props: {
  label: string
  keys: readonly string[]
  children: (index: number) => ReactNode
}) {
  return props.keys.length <= WHOLE ? <Whole {...props} /> : <Windowed {...props} />
}

function Whole({ label, keys, children }: Parameters<typeof WindowedList>[0]) {
  return (
    <ul className={css.list} aria-label={label}>
      {keys.map((key, index) => (
        <li key={key}>{children(index)}</li>
      ))}
    </ul>
  )
}

function Windowed({ label, keys, children }: Parameters<typeof WindowedList>[0]) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const rect = list.current?.getBoundingClientRect()
    if (rect) setTop(rect.top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => ESTIMATE,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => keys[index] ?? index,
  })
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
