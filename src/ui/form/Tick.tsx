import type { ReactNode } from 'react'

/** A box to tick, with the words beside it. */
export function Tick(props: {
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  isDisabled?: boolean
  /** The words may hold an address, which may break anywhere. */
  isLong?: boolean
  /** A class for the label, besides that of every tick. */
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <label className={props.className ? `layout-check ${props.className}` : 'layout-check'}>
      <input
        type="checkbox"
        checked={props.isTicked}
        disabled={props.isDisabled}
        onChange={(event) => props.onTick(event.target.checked)}
      />
      <span style={props.isLong ? { overflowWrap: 'anywhere' } : undefined}>{props.children}</span>
    </label>
  )
}
