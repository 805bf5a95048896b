import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { useConnection } from './connection.ts'
import { usePortal } from './PortalContext.ts'

/** Stands where a page needs an account: one sentence and one action. */
export function ConnectFirst({ what }: { what: string }) {
  const { connect } = usePortal()
  const { status } = useConnection()
  return (
    <Card title="No account is connected">
      <p>{what}</p>
      {connect && (
        <p>
          <Button primary onClick={connect} disabled={status !== 'disconnected'}>
            {status === 'disconnected' ? 'Connect Wallet' : 'Connecting…'}
          </Button>
        </p>
      )}
    </Card>
  )
}
