import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/Button.tsx'
import { Actions } from '#ui/layout/Actions.tsx'

/** The browser's answer to the request to keep a page's data. */
type Answer = 'kept' | 'may-be-cleared' | 'cannot-say'

async function askToKeep(): Promise<Answer> {
  try {
    // Missing on pages without https.
    const isKept: unknown = await navigator.storage?.persist?.()
    return isKept === undefined ? 'cannot-say' : isKept === true ? 'kept' : 'may-be-cleared'
  } catch {
    return 'cannot-say'
  }
}

const answers: Readonly<Record<Answer, string>> = {
  kept: 'It answered: kept, until you clear it yourself.',
  'may-be-cleared': 'It answered: this data may be cleared when space is short. Keep a backup.',
  'cannot-say': 'This browser can’t say. Keep a backup.',
}

/** Asks the browser to keep the data when space is short, and shows its answer. */
export function KeepData() {
  const ask = useMutation({ mutationFn: askToKeep })
  return (
    <div className="layout-stack">
      <h3>Keep</h3>
      <p className="text-small">Browsers may clear the data of pages when space is short.</p>
      <Actions>
        <Button disabled={ask.isPending} onClick={() => ask.mutate()}>
          Ask the browser to keep this data
        </Button>
      </Actions>
      <p role="status" className="text-said">
        {ask.data && answers[ask.data]}
      </p>
    </div>
  )
}
