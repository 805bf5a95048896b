import css from '../PayPage.module.css'
import type { useBatching } from './useBatching.ts'

/** How a wallet is asked for several payments: at once where it can, or one after another. */
export function BatchChoice({
  batching,
  count,
}: {
  batching: ReturnType<typeof useBatching>
  count: number
}) {
  const { found, single, choose } = batching
  if (!found) return null
  if (found.kind === 'single') {
    return (
      <p>
        Your wallet is asked for one payment after another, {count} times. You can stop at any time and go on
        later.
      </p>
    )
  }
  return (
    <fieldset className={css.choice}>
      <legend>How your wallet is asked</legend>
      <label className={css.check}>
        <input type="radio" name="batching" checked={!single} onChange={() => choose('together')} />
        <span>
          Up to {found.limit} payments at once: all of them happen, or none.
          {found.kind === 'upgrade' &&
            ' For this your wallet will ask to make your account a smart account (EIP-7702).'}
        </span>
      </label>
      <label className={css.check}>
        <input type="radio" name="batching" checked={single} onChange={() => choose('single')} />
        <span>One after another, {count} times.</span>
      </label>
    </fieldset>
  )
}
