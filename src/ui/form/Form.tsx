import type { ReactNode } from 'react'

/** A form. Once submitted, the first field with a fault gets the focus. */
export function Form(props: { onSubmit: () => void; className?: string | undefined; children: ReactNode }) {
  return (
    <form
      className={props.className ?? 'layout-form'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
        const form = event.currentTarget
        // The faults are rendered after this handler, and one may be folded away.
        requestAnimationFrame(() => {
          const faulty = form.querySelector<HTMLElement>('[aria-invalid]')
          faulty?.closest('details')?.setAttribute('open', '')
          faulty?.focus()
        })
      }}
    >
      {props.children}
    </form>
  )
}
