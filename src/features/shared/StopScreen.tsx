import { type ReactNode, useEffect, useRef } from 'react'
import css from './StopScreen.module.css'

/**
 * A full-screen stop: the proposal is not what it should be. Every difference is listed, and signing is not
 * offered.
 */
export function StopScreen(props: {
  title: string
  intro: string
  differences: readonly string[]
  outro: string
  children: ReactNode
}) {
  const { title, intro, differences, outro, children } = props
  const stop = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = stop.current
    dialog?.showModal()
    // Screen readers then read all of it, not only its first button.
    dialog?.focus()
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
    </dialog>
  )
}
