import { type Connect, useConnection, usePortal } from '#account/connection.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { useHydrated } from '#ui/useHydrated.ts'

/** The id of the message that keeps an early press; see `ConnectBar`. */
export const WAITING_ID = 'connect-waiting'

/**
 * Opens the list of wallets. It works from the first paint: before any script runs, a press opens the message
 * that the wallets are on their way, which is how the press is kept.
 */
export function ConnectButton(props: {
  connect: Connect
  label?: string | undefined
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

/**
 * Buttons to connect, if possible: choose a wallet, or reconnect the one used last.
 * @param props.onPress called before either
 */
export function ConnectButtons(props: {
  size?: 'large'
  label?: string
  onPress?: (() => void) | undefined
}) {
  const { size, label, onPress } = props
  const { connect, reconnect } = usePortal()
  const { status } = useConnection()
  const free = status === 'disconnected'
  if (!connect) return null
  const after = (act: () => void) => () => {
    onPress?.()
    act()
  }
  return (
    <>
      <ConnectButton
        connect={{ ...connect, open: after(connect.open) }}
        size={size}
        disabled={!free}
        label={free ? label : 'Connecting…'}
      />
      {free && reconnect?.possible() && (
        <Button {...(size && { size })} onClick={after(reconnect.start)}>
          Reconnect your last wallet
        </Button>
      )}
    </>
  )
}

/** Shown if a page needs an account: one sentence and one action. */
export function ConnectFirst({ what }: { what: string }) {
  return (
    <Card title="Connect your wallet">
      <p>{what}</p>
      <Actions>
        <ConnectButtons />
      </Actions>
    </Card>
  )
}
