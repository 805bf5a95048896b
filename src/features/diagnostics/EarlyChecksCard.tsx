import { setEarlyChecks, useEarlyChecks } from '#account/earlyChecks.ts'
import { usePortal } from '#account/PortalContext.ts'
import { Card } from '#ui/Card.tsx'
import css from './Diagnostics.module.css'

/** The switch of early checks, with what is told to nodes while they are on, and what is not checked without them. */
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
          <p>Off in this browser. Until you press Pay or Propose, nobody checks:</p>
          <ul className={css.list}>
            <li>whether a payee is a contract that keeps what it gets</li>
            <li>whether a request was paid already, and whether a contract signed it</li>
            <li>what the network fee is, and whether the payments of a Safe would succeed</li>
            <li>which .bnb names payees have</li>
          </ul>
        </div>
      )}
    </Card>
  )
}
