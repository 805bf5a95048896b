import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { type ThemeChoice, usePortal } from '#account/connection.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { useOwnDetails } from '#components/settings/OwnDetailsText.tsx'
import {
  askToNotify,
  notifyPermission,
  setDollars,
  setEarlyChecks,
  setNotifications,
  useDollars,
  useEarlyChecks,
  useNotifications,
} from '#components/settings/switches.ts'
import { cleanLines, detailsFault, keepOwnDetails } from '#domain/receipt/ownDetails.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card, Inset } from '#ui/content/Card.tsx'
import { TextField } from '#ui/form/Fields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import css from './SettingsPage.module.css'

const Diagnostics = lazyComponent(async () => (await import('./diagnostics/Diagnostics.tsx')).Diagnostics)
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
  hint: ReactNode
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
        <div className="text-fine" role="status">
          {hint}
        </div>
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
      hint="Estimates by Chainlink. You still pay and get tokens."
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
          ? 'Your browser blocks them. Allow them in its site settings.'
          : 'When something needs you, while the portal is open.'
      }
      isOn={isWanted && permission === 'granted'}
      disabled={permission === 'denied'}
      onChange={(isOn) => void change(isOn)}
    />
  )
}

/**
 * The switch for early checks: which data nodes get while they are on, and which checks are missing while they are
 * off.
 */
function EarlyChecksSwitch() {
  const { storage } = usePortal().page
  const isOn = useEarlyChecks()
  return (
    <Switch
      id="early-checks"
      label="Ask public RPCs about recipients before I pay"
      hint={
        isOn ? (
          'The RPCs learn whom you are about to pay, and how much, before you send anything. Turn this off to tell them nothing until you press Pay or Propose.'
        ) : (
          <>
            <p>Off in this browser. Until you press Pay or Propose, we don’t check:</p>
            <ul className={css.list}>
              <li>whether a recipient is a contract</li>
              <li>whether a request was paid already, and whether a contract signed it</li>
              <li>what the network fee is, and whether a Safe’s payments would succeed</li>
              <li>the .bnb names of recipients, unless you press Look up</li>
            </ul>
          </>
        )
      }
      isOn={isOn}
      onChange={(wanted) => setEarlyChecks(storage, wanted)}
    />
  )
}

/**
 * How the portal runs here, folded at first: opening it asks every RPC and service. The path `/settings/diagnostics`
 * opens it.
 */
function DiagnosticsCard({ isLinked }: { isLinked: boolean }) {
  const [isOpen, setOpen] = useState(isLinked)
  const summary = useRef<HTMLElement>(null)
  // After the page's arrival, which scrolls to the top and focuses the page's heading.
  useEffect(() => {
    if (!isLinked) return
    summary.current?.scrollIntoView()
    summary.current?.focus({ preventScroll: true })
  }, [isLinked])
  return (
    <Card title="Diagnostics" flush>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary ref={summary} className={`layout-between ${css.row} ${css.fold}`}>
          <div>
            <h3>Is everything working?</h3>
            <p className="text-fine">
              Checks the network, the Safe service and this browser. Sends and signs nothing.
            </p>
          </div>
          <Icon name="chevron-right" size={16} />
        </summary>
        {isOpen && (
          <Diagnostics
            waiting={
              <div className={css.loading}>
                <Inset>
                  <Skeleton lines={4} label="Loading" />
                </Inset>
              </div>
            }
          />
        )}
      </details>
    </Card>
  )
}

/** A person's choices about the portal in this browser. */
export function SettingsPage() {
  const [choice, choose] = useTheme()
  const [path] = useLocation()
  return (
    <>
      <h1>Settings</h1>
      <Card title="General" flush>
        <div className={`layout-between ${css.row}`}>
          <div>
            <h3 id="theme">Theme</h3>
          </div>
          {choice === null ? (
            <p className="text-fine">As in Safe{'{Wallet}'}</p>
          ) : (
            <div className="layout-segments" role="radiogroup" aria-labelledby="theme">
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
      <Card title="Checks before you pay" flush>
        <EarlyChecksSwitch />
      </Card>
      <DiagnosticsCard key={path} isLinked={path.startsWith('/settings/diagnostics')} />
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
        <p className="text-fine">Printed on your receipts and statements, never in a link.</p>
        <TextField
          label="Name or company"
          value={name}
          fault={isTried ? faults?.name : null}
          autoComplete="organization"
          onText={(next) => change({ name: next })}
        />
        <TextField
          label="Address, tax number"
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

/** The theme that the person chose, and how to choose another; null in a frame, where the host decides. */
function useTheme(): readonly [ThemeChoice | null, (choice: ThemeChoice) => void] {
  const { theme } = usePortal().page
  const choice = useSyncExternalStore(theme.subscribe, theme.choice, theme.choice)
  return [choice, theme.choose]
}
