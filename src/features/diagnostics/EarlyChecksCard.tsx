import { usePortal } from '#account/connection.ts'
import { setEarlyChecks, useEarlyChecks } from '#features/shared/earlyChecks.ts'
import { Card } from '#ui/Card.tsx'
import css from './Diagnostics.module.css'

/** The switch for early checks: what nodes learn while they are on, and what stays unchecked while they are off. */
export function EarlyChecksCard() {
  const { storage } = usePortal().page
  const isOn = useEarlyChecks()
  return (
    <Card title="Checks before you pay">
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setEarlyChecks(storage, event.currentTarget.checked)}
        />
        Ask public nodes about payees before I pay
      </label>
      {isOn ? (
        <p className={css.muted}>
          The RPC endpoints learn whom you are about to pay, and how much, before you send anything. Turn this
          off to tell them nothing until you press Pay or Propose.
        </p>
      ) : (
        <div className={css.muted}>
          <p>Off in this browser. Until you press Pay or Propose, the portal does not check:</p>
          <ul className={css.list}>
            <li>whether a payee is a contract</li>
            <li>whether a request was paid already, and whether a contract signed it</li>
            <li>what the network fee is, and whether a Safe’s payments would succeed</li>
            <li>the .bnb names of payees</li>
          </ul>
        </div>
      )}
    </Card>
  )
}
