import { useConnection, usePortal } from '#account/connection.ts'
import { Button } from '#ui/Button.tsx'
import { ConnectButton } from './ConnectButton.tsx'

/** Buttons to connect, if possible: choose a wallet, or reconnect the one used last. */
export function ConnectButtons({ size }: { size?: 'large' }) {
  const { connect, reconnect } = usePortal()
  const { status } = useConnection()
  const free = status === 'disconnected'
  if (!connect) return null
  return (
    <>
      {free ? (
        <ConnectButton connect={connect} size={size} />
      ) : (
        <ConnectButton connect={connect} size={size} label="Connecting…" disabled />
      )}
      {free && reconnect?.possible() && (
        <Button {...(size && { size })} onClick={reconnect.start}>
          Reconnect your last wallet
        </Button>
      )}
    </>
  )
}
