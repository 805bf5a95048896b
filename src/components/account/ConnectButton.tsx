import type { Connect } from '#account/connection.ts'
import { Button } from '#ui/Button.tsx'
import { useHydrated } from '#ui/useHydrated.ts'

/** The id of the message that keeps an early press; see `ConnectBar`. */
export const WAITING_ID = 'connect-waiting'

/**
 * Opens the list of wallets. It works from the first paint: before any script runs, a press opens the message
 * that the wallets are on their way, which is how the press is kept.
 */
export function ConnectButton(props: {
  connect: Connect
  label?: string
  disabled?: boolean
  /** Beside a main action of the page, such as the landing page's own Connect. */
  quiet?: boolean
  size?: 'large' | undefined
}) {
  const { connect, label = 'Connect Wallet', disabled, quiet = false, size } = props
  const isEarly = !useHydrated()
  return (
    <Button
      primary={!quiet}
      {...(size && { size })}
      disabled={disabled}
      onClick={connect.open}
      onPointerEnter={connect.prepare}
      onFocus={connect.prepare}
      {...(isEarly && { popoverTarget: WAITING_ID, popoverTargetAction: 'show' })}
    >
      {label}
    </Button>
  )
}
