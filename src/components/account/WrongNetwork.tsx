import { useConnection, usePortal } from '#account/connection.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Switches a wallet that is on another network; nothing if the account is given or on the right network. */
export function SwitchNetwork() {
  const connection = useConnection()
  const { connect } = usePortal()
  if (!connect?.chooseNetwork || connection.status !== 'connected' || !connection.unsupported) return null
  return <Button onClick={connect.chooseNetwork}>Switch network</Button>
}

/** Why nothing can be paid while the wallet is on another network, and the way out. */
export function WrongNetwork() {
  const connection = useConnection()
  if (connection.status !== 'connected' || !connection.unsupported) return null
  return (
    <Notice
      tone="warn"
      title="Wrong network detected, switch or disconnect to continue."
      actions={<SwitchNetwork />}
    >
      <p>Payments here run on BNB Smart Chain only.</p>
    </Notice>
  )
}
