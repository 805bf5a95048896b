import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#ui/icons/Icon.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './StopScreen.module.css'

/**
 * A full-screen stop: the proposal differs from what it should be. Every difference is listed, and signing is not
 * offered.
 */
export function StopScreen(props: {
  title: string
  intro: string
  differences: readonly string[]
  /** The steps to take, in order. */
  steps: readonly string[]
  /** The comparison, folded behind `summary`. */
  details?: ReactNode
  summary?: string
  children: ReactNode
}) {
  const { title, intro, differences, steps, details, summary = '', children } = props
  const stop = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = stop.current
    dialog?.showModal()
    // Screen readers then read all of it, not only its first button; that button has scrolled it down.
    dialog?.focus()
    dialog?.scrollTo(0, 0)
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      className={css.stop}
      role="alertdialog"
      aria-labelledby="stop-title"
      tabIndex={-1}
      ref={stop}
      onCancel={(event) => event.preventDefault()}
      // A browser may close it on a second Escape, whatever the page does. Reopen it until a way out is
      // chosen.
      onClose={({ currentTarget }) => !currentTarget.open && currentTarget.showModal()}
    >
      <div>
        <span className={`layout-disc ${css.disc}`}>
          <Icon name="octagon-x" size={24} />
        </span>
        <h1 id="stop-title">{title}</h1>
        <p className={css.intro}>{intro}</p>
        <ul className={css.differences}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
        <div className={css.steps}>
          <h2>What to do</h2>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
        <p className={css.actions}>{children}</p>
        {details && <Disclosure summary={summary}>{details}</Disclosure>}
      </div>
    </dialog>
  )
}
