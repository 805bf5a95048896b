import { type ReactNode, type Ref, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import css from './Card.module.css'

/**
 * A titled part of a page. Lists, tables and sections (`CardPart`) reach its edges, everything else goes into
 * its padded body; a card never contains a card. `arriving` is for the next step of a task: it replaces the
 * focused element, so the focus moves to its title.
 */
export function Card(props: {
  title: string
  /** Shown beside the title. */
  action?: ReactNode
  arriving?: boolean
  /** The children reach the edges: rows, tables, parts. */
  flush?: boolean
  /** A line under everything, such as where the data comes from. */
  foot?: ReactNode
  children?: ReactNode
}) {
  const id = useId()
  const { arriving, flush, foot, children } = props
  const title = useArrivingFocus(arriving ?? false)
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={`layout-between ${css.head}`}>
        <h2 id={id} ref={title} tabIndex={arriving ? -1 : undefined}>
          {props.title}
        </h2>
        {props.action}
      </div>
      {flush ? children : <div className={css.body}>{children}</div>}
      {foot && <div className={`layout-between layout-foot text-fine ${css.foot}`}>{foot}</div>}
    </section>
  )
}

/** Content without edges of its own inside a flush card, such as a message. Takes no space while it is empty. */
export function Inset({ children }: { children: ReactNode }) {
  return <div className={css.inset}>{children}</div>
}

/**
 * The surface of a card without a title, for a page that is one list. Takes no space while it is empty.
 * @param props.label its name for screen readers
 */
export function Surface(props: { label: string; ref?: Ref<HTMLElement>; children: ReactNode }) {
  const { label, ref, children } = props
  return (
    <section className={css.card} aria-label={label} ref={ref}>
      {children}
    </section>
  )
}

/** A padded part of a flush card, with a line above it. */
export function CardPart({ children }: { children: ReactNode }) {
  return <div className={css.part}>{children}</div>
}

/**
 * The ref of a heading that takes the focus when its part of the page replaces the one before it. It does so before
 * the part is painted, because a key that is pressed as soon as it is there must start from its heading.
 * @param arriving false for a part that was there from the start
 */
export function useArrivingFocus(
  arriving = true,
  options?: FocusOptions,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const preventScroll = options?.preventScroll ?? false
  useLayoutEffect(() => {
    if (arriving) heading.current?.focus({ preventScroll })
  }, [arriving, preventScroll])
  return heading
}
