import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

/** A modal dialog named by its title. Escape requests closing; only the dialog's owner closes it. */
export function Modal(props: {
  title: string
  onClose: () => void
  children: ReactNode
  role?: 'dialog' | 'alertdialog'
}) {
  const { title, onClose, children, role = 'dialog' } = props
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // While it is still in the page, so that the browser gives the focus back when it closes.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // Otherwise the browser would focus the first field, for example one that changes an amount.
    dialog?.querySelector('h2')?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
