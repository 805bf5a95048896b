import { type ReactNode, useState } from 'react'
import { Button } from '#ui/Button.tsx'

/**
 * A button for a step that cannot be undone, which asks in its own place: the first press offers the step by its
 * name, the second takes it.
 */
export function ConfirmDialog(props: {
  label: string
  /** The step by its name, and the way back if there is room for one. */
  confirm: string
  cancel?: string
  size?: 'small'
  onConfirm: () => void
  /** Other actions, hidden while it asks. */
  children?: ReactNode
}) {
  const { label, confirm, cancel, size, onConfirm, children } = props
  const [isAsking, setAsking] = useState(false)
  const look = size && { size }
  // The key keeps the focus on the button that takes the place of the pressed one.
  if (!isAsking) {
    return (
      <>
        {children}
        <Button key="pressed" {...look} ghost onClick={() => setAsking(true)}>
          {label}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button key={cancel ? 'confirm' : 'pressed'} {...look} onClick={onConfirm}>
        {confirm}
      </Button>
      {cancel && (
        <Button key="pressed" {...look} onClick={() => setAsking(false)}>
          {cancel}
        </Button>
      )}
    </>
  )
}
