import { useState } from 'react'
import { Link } from 'wouter'
import { usePortal } from '#account/connection.ts'
import type { ThemeChoice } from '#account/Mode.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { askToNotify, notifyPermission } from '#components/settings/notifications.ts'
import { setDollars, setNotifications, useDollars, useNotifications } from '#components/settings/switches.ts'
import { useOwnDetails } from '#components/settings/useOwnDetails.ts'
import { useTheme } from '#components/settings/useTheme.ts'
import { cleanLines, detailsFault, keepOwnDetails, LONGEST_DETAILS } from '#domain/receipt/ownDetails.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './SettingsPage.module.css'

const DataCard = lazyComponent(async () => (await import('./DataCard.tsx')).DataCard)

const themes = [
  ['system', 'monitor', 'System'],
  ['dark', 'moon', 'Dark'],
  ['light', 'sun', 'Light'],
] as const satisfies readonly (readonly [ThemeChoice, string, string])[]

/** One setting that can be on or off. */
function Switch(props: {
  id: string
  label: string
  hint: string
  isOn: boolean
  disabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  const { id, label, hint, isOn, disabled, onChange } = props
  return (
    <div className={`layout-between ${css.row}`}>
      <div>
        <h3>
          <label htmlFor={id}>{label}</label>
        </h3>
        <p className="text-fine" role="status">
          {hint}
        </p>
      </div>
      <input
        id={id}
        className={css.switch}
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}

/** The switch for amounts in US dollars. */
function DollarsSwitch() {
  const { storage } = usePortal().page
  return (
    <Switch
      id="dollars"
      label="Amounts in USD"
      hint="Estimates with prices by Chainlink. You still pay and get tokens."
      isOn={useDollars()}
      onChange={(isOn) => setDollars(storage, isOn)}
    />
  )
}

/** The switch for notifications. The browser asks the person once, on the press; a tab has to stay open. */
function NotificationsSwitch() {
  const { storage } = usePortal().page
  const isWanted = useNotifications()
  const [permission, setPermission] = useState(notifyPermission)
  if (permission === 'unavailable') return null
  const change = async (isOn: boolean) => {
    const answer = isOn ? await askToNotify() : permission
    setPermission(answer)
    setNotifications(storage, isOn && answer === 'granted')
  }
  return (
    <Switch
      id="notifications"
      label="Notifications"
      hint={
        permission === 'denied'
          ? 'Your browser blocks them for this site. Allow them in its site settings.'
          : 'When a proposal, payment or request needs you. Only while the portal is open in a tab.'
      }
      isOn={isWanted && permission === 'granted'}
      disabled={permission === 'denied'}
      onChange={(isOn) => void change(isOn)}
    />
  )
}

/** A person's choices about the portal in this browser. */
export function SettingsPage() {
  const [choice, choose] = useTheme()
  return (
    <>
      <h1>Settings</h1>
      <Card title="General" flush>
        <div className={`layout-between ${css.row}`}>
          <div>
            <h3 id="theme">Theme</h3>
            <p className="text-fine">Inside Safe{'{Wallet}'} it follows the Safe.</p>
          </div>
          {choice === null ? (
            <p className="text-fine">As in Safe{'{Wallet}'}</p>
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
        <DollarsSwitch />
        <NotificationsSwitch />
      </Card>
      <OwnDetailsCard />
      <Card title="Diagnostics" flush>
        <div className={`layout-between ${css.row}`}>
          <div>
            <h3>Is everything working?</h3>
            <p className="text-fine">
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

/** The person's own name and address, which stand on their papers. */
function OwnDetailsCard() {
  const { storage } = usePortal().page
  const kept = useOwnDetails()
  const [typed, setTyped] = useState<{ name?: string; text?: string }>({})
  const [isTried, setTried] = useState(false)
  const [said, setSaid] = useState('')
  const { name, text } = { name: kept?.name ?? '', text: kept?.text ?? '', ...typed }
  const own = { name: cleanLabel(name), text: cleanLines(text) }
  const faults = detailsFault(own)
  const change = (some: typeof typed) => {
    setTyped({ ...typed, ...some })
    setSaid('')
  }
  const save = () => {
    setTried(true)
    if (faults) return
    keepOwnDetails(storage, own)
    setTyped({})
    setSaid(own.name || own.text ? 'Saved in this browser.' : 'Removed.')
  }
  return (
    <Card title="Your details">
      <Form className="layout-stack" onSubmit={save}>
        <p className="text-fine">
          Optional. They’re printed on your receipts and statements, and are never in a link.
        </p>
        <TextField
          label="Name or company"
          value={name}
          fault={isTried ? faults?.name : null}
          autoComplete="organization"
          onText={(next) => change({ name: next })}
        />
        <TextField
          label="Address, tax number"
          hint={`Several lines, up to ${LONGEST_DETAILS} characters.`}
          rows={4}
          value={text}
          fault={isTried ? faults?.text : null}
          onText={(next) => change({ text: next })}
        />
        <Actions>
          <Button type="submit">Save details</Button>
          <span role="status" className="text-small">
            {said}
          </span>
        </Actions>
      </Form>
    </Card>
  )
}
