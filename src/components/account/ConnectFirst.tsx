import { Card } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { ConnectButtons } from './ConnectButtons.tsx'

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
