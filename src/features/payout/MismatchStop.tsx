import { useEffect, useRef } from 'react'
import css from './PayPage.module.css'

/** A full-screen stop: what waits for signatures is not what was reviewed. It offers nothing to sign. */
export function MismatchStop({ differences }: { differences: readonly string[] }) {
  const stop = useRef<HTMLDivElement>(null)
  useEffect(() => stop.current?.focus(), [])
  return (
    <div
      className={css.stop}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="stop-title"
      tabIndex={-1}
      ref={stop}
    >
      <div>
        <h1 id="stop-title">Stop: do not sign this</h1>
        <p>What is queued in the Safe is not the payment that you reviewed here.</p>
        <ul>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
        <p>
          Nothing was paid. If you changed it yourself in your Safe, check it there. If you did not, tell the
          other owners and reject it.
        </p>
        <p>
          <a className="button" href="#/activity">
            Leave to Activity
          </a>
        </p>
      </div>
    </div>
  )
}
