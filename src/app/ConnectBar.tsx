import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useConnection } from '#account/connection.ts'
import type { Connect } from '#account/Mode.ts'
import { ConnectButton, WAITING_ID } from '#components/account/ConnectButton.tsx'
import { useHydrated } from '#ui/useHydrated.ts'

const labels = {
  disconnected: 'Connect Wallet',
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
} as const

/**
 * The header without an account: Connect, and while the wallets are loading, a message that they are on their
 * way. The message is a popover, because a button opens one without any script: an open message is a press
 * that has not been answered yet.
 */
export function ConnectBar({ connect }: { connect: Connect }) {
  const { status } = useConnection()
  const state = useSyncExternalStore(connect.subscribe, connect.state, () => 'idle')
  const isHydrated = useHydrated()
  const waiting = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isHydrated || !isOpen(waiting.current)) return
    connect.open()
    if (connect.state() !== 'pending') waiting.current?.hidePopover()
  }, [isHydrated, connect])

  useEffect(() => {
    const message = waiting.current
    if (state !== 'pending' || !message) return
    if (!isOpen(message)) message.showPopover()
    return () => message.hidePopover()
  }, [state])

  return (
    <>
      {state === 'failed' && <span role="alert">Wallets didn’t load. Press to try again.</span>}
      <ConnectButton
        quiet
        connect={connect}
        label={status === 'connected' ? labels.disconnected : labels[status]}
      />
      <div className="connect-waiting" id={WAITING_ID} ref={waiting} popover="manual" role="status">
        Getting the wallets ready…{!isHydrated && <p className="late">They need JavaScript.</p>}
      </div>
    </>
  )
}

function isOpen(message: HTMLElement | null): boolean {
  return message?.matches(':popover-open') === true
}
