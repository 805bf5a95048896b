import { Card } from '#ui/Card.tsx'
import { ConnectButtons } from './ConnectButtons.tsx'

/** Stands where a page needs an account: one sentence and one action. */
export function ConnectFirst({ what }: { what: string }) {
  return (
    <Card title="Connect your wallet">
      <p>{what}</p>
      <ConnectButtons />
    </Card>
  )
}
