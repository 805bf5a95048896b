import { useConnection, usePortal } from '#account/connection.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

/** Buttons to connect, if possible: choose a wallet, or reconnect the one used last. */
export function ConnectButtons() {
  const { connect, reconnect } = usePortal()
  const { status } = useConnection()
  const free = status === 'disconnected'
  if (!connect) return null
  return (
    <p className="connect-buttons">
      <Button primary onClick={connect} disabled={!free}>
        {free ? 'Connect Wallet' : 'Connecting…'}
      </Button>
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
