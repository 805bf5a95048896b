import { useConnection, usePortal } from '#account/connection.ts'
import type { Connect } from '#account/Mode.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { useHydrated } from '#ui/useHydrated.ts'

/** The id of the message that keeps an early press; see `ConnectBar`. */
export const WAITING_ID = 'connect-waiting'

/**
 * Opens the list of wallets. It works from the first paint: before any script runs, a press opens the message
 * that the wallets are on their way, which is how the press is kept.
 */
export function ConnectButton(props: { connect: Connect; label?: string; disabled?: boolean }) {
  const { connect, label = 'Connect Wallet', disabled } = props
  const isEarly = !useHydrated()
  return (
    <Button
      primary
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

/** Buttons to connect, if possible: choose a wallet, or reconnect the one used last. */
export function ConnectButtons() {
  const { connect, reconnect } = usePortal()
  const { status } = useConnection()
  const free = status === 'disconnected'
  if (!connect) return null
  return (
    <p className="connect-buttons">
      {free ? (
        <ConnectButton connect={connect} />
      ) : (
        <ConnectButton connect={connect} label="Connecting…" disabled />
      )}
      {free && reconnect?.possible() && <Button onClick={reconnect.start}>Reconnect the last wallet</Button>}
    </p>
  )
}

/** Shown if a page needs an account: one sentence and one action. */
export function ConnectFirst({ what }: { what: string }) {
  return (
    <Card title="Connect your wallet">
      <p>{what}</p>
      <ConnectButtons />
    </Card>
  )
}
