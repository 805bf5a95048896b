import type { Payout } from '#domain/payout/Payout.ts'
import layout from '#ui/layout/layout.module.css'
import css from './Skipped.module.css'

/** How many rows of the list are paid, and which lines are left out, each with its reason. */
export function Skipped({ paid, skipped }: { paid: number; skipped: Payout['skipped'] }) {
  if (skipped.length === 0) return null
  return (
    <details className={css.fingerprint}>
      <summary>
        {paid} of {paid + skipped.length} rows will be paid; {skipped.length} skipped
      </summary>
      <ul className={layout.tight}>
        {skipped.map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
