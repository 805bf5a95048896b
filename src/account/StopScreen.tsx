import { type ReactNode, useEffect, useRef } from 'react'
import css from './StopScreen.module.css'

/** A full-screen stop: what is queued is not what it should be. Every difference is named; nothing is offered to sign. */
export function StopScreen(props: {
  title: string
  intro: string
  differences: readonly string[]
  outro: string
  children: ReactNode
}) {
  const { title, intro, differences, outro, children } = props
  const stop = useRef<HTMLDivElement>(null)
  useEffect(() => stop.current?.focus(), [])
  return (
    <div
      className={css.stop}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="stop-title"
      tabIndex={-1}
      ref={stop}
    >
      <div>
        <h1 id="stop-title">{title}</h1>
        <p>{intro}</p>
        <ul>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
        <p>{outro}</p>
        <p className={css.actions}>{children}</p>
      </div>
    </div>
  )
}
