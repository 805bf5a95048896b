import { useState } from 'react'
import { Link } from 'wouter'
import { usePortal } from '#account/connection.ts'
import type { ThemeChoice } from '#account/Mode.ts'
import { askToNotify, notifyPermission } from '#features/shared/notifications.ts'
import { setDollars, setNotifications, useDollars, useNotifications } from '#features/shared/switches.ts'
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
        className={css.switch}
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={(event) => setDollars(storage, event.currentTarget.checked)}
      />
    </div>
  )
}

/** The switch for notifications. The browser asks the person once, on the press; a tab has to stay open. */
function NotificationsRow() {
  const { storage } = usePortal().page
  const isOn = useNotifications()
  const [permission, setPermission] = useState(notifyPermission)
  if (permission === 'unavailable') return null
  const change = async (wanted: boolean) => {
    const answer = wanted ? await askToNotify() : permission
    setPermission(answer)
    setNotifications(storage, wanted && answer === 'granted')
  }
  return (
    <div className={css.row}>
      <div>
        <h3>
          <label htmlFor="notifications">Notifications</label>
        </h3>
        <p className={css.hint} role="status">
          {permission === 'denied'
            ? 'Your browser blocks them for this site. Allow them in its site settings.'
            : 'When a proposal, payment or request needs you. Only while the portal is open in a tab.'}
        </p>
      </div>
      <input
        id="notifications"
        className={css.switch}
        type="checkbox"
        role="switch"
        checked={isOn && permission === 'granted'}
        disabled={permission === 'denied'}
        onChange={(event) => void change(event.currentTarget.checked)}
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
        <NotificationsRow />
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
