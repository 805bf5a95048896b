import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './Card.module.css'

/**
 * A titled part of a page. `action` appears beside the title. `arriving` is for the next step of a task: it
 * replaces the focused element, so the focus moves to its title.
 */
export function Card(props: { title: string; action?: ReactNode; arriving?: boolean; children: ReactNode }) {
  const id = useId()
  const { arriving } = props
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arriving) title.current?.focus()
  }, [arriving])
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} ref={title} tabIndex={arriving ? -1 : undefined}>
          {props.title}
        </h2>
        {props.action}
      </div>
      {props.children}
    </section>
  )
}
