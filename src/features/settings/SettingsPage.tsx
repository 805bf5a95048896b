import { Link } from 'wouter'
import { usePortal } from '#account/connection.ts'
import type { ThemeChoice } from '#account/Mode.ts'
import { setDollars, useDollars } from '#features/shared/switches.ts'
import { useTheme } from '#features/shared/useTheme.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { late } from '#ui/late.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './SettingsPage.module.css'

const DataCard = late(async () => (await import('./DataCard.tsx')).DataCard)

const themes = [
  ['system', 'monitor', 'System'],
  ['dark', 'moon', 'Dark'],
  ['light', 'sun', 'Light'],
] as const satisfies readonly (readonly [ThemeChoice, string, string])[]

/** The switch for amounts in US dollars. */
function DollarsRow() {
  const { storage } = usePortal().page
  const isOn = useDollars()
  return (
    <div className={css.row}>
      <div>
        <h3>
          <label htmlFor="dollars">Amounts in USD</label>
        </h3>
        <p className={css.hint}>Estimates with prices by Chainlink. You still pay and get tokens.</p>
      </div>
      <input
        id="dollars"
        type="checkbox"
        checked={isOn}
        onChange={(event) => setDollars(storage, event.currentTarget.checked)}
      />
    </div>
  )
}

/** What a person can choose about the portal in this browser. */
export function SettingsPage() {
  const [choice, choose] = useTheme()
  return (
    <>
      <h1>Settings</h1>
      <Card title="General" flush>
        <div className={css.row}>
          <div>
            <h3 id="theme">Theme</h3>
            <p className={css.hint}>Inside Safe{'{Wallet}'} it follows the Safe.</p>
          </div>
          {choice === null ? (
            <p className={css.hint}>As in Safe{'{Wallet}'}</p>
          ) : (
            <div className={css.choices} role="radiogroup" aria-labelledby="theme">
              {themes.map(([value, icon, label]) => (
                <label key={value}>
                  <input
                    className="visually-hidden"
                    type="radio"
                    name="theme"
                    checked={choice === value}
                    onChange={() => choose(value)}
                  />
                  <Icon name={icon} size={16} />
                  {label}
                </label>
              ))}
            </div>
          )}
        </div>
        <DollarsRow />
      </Card>
      <Card title="Diagnostics" flush>
        <div className={css.row}>
          <div>
            <h3>Is everything working?</h3>
            <p className={css.hint}>
              Checks the network, the Safe service and this browser. Sends and signs nothing.
            </p>
          </div>
          <Link className={buttonClass()} href="/diagnostics">
            Open diagnostics
          </Link>
        </div>
      </Card>
      <DataCard
        waiting={
          <Card title="Data in this browser">
            <Skeleton lines={4} label="Loading" />
          </Card>
        }
      />
    </>
  )
}
