import { type ReactNode, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { usePortal } from '#account/connection.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { Identity } from '#ui/content/Identity.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import type { IconName } from '#ui/icons/names.ts'
import { useCopy } from '#ui/page/CopyButton.tsx'
import css from './Menu.module.css'

/** Entries that belong to the account and the browser rather than to a page. */
export function Menu() {
  const account = useAccount()
  const { disconnect, page } = usePortal()
  const { theme } = page
  const isLight = useSyncExternalStore(theme.subscribe, theme.shown, theme.shown) === 'light'
  return (
    <div className={`layout-menu ${css.menu}`}>
      {account && (
        <div className={css.account}>
          <Identity address={account.address} name={account.kind === 'safe' ? 'Safe' : undefined} />
        </div>
      )}
      {account && <CopyAddress address={account.address} />}
      <Link href="/settings" onClick={close}>
        <Icon name="settings" /> Settings
      </Link>
      {theme.choice() !== null && (
        <Entry icon={isLight ? 'moon' : 'sun'} onClick={() => theme.choose(isLight ? 'dark' : 'light')}>
          {isLight ? 'Dark theme' : 'Light theme'}
        </Entry>
      )}
      {account && disconnect && (
        <Entry
          icon="unplug"
          onClick={() => {
            close()
            disconnect()
          }}
        >
          Disconnect
        </Entry>
      )}
    </div>
  )
}

function CopyAddress({ address }: { address: string }) {
  const [said, copy] = useCopy(address)
  return (
    <Entry icon="copy" onClick={copy}>
      <span aria-live="polite">{said ?? 'Copy address'}</span>
    </Entry>
  )
}

function Entry(props: { icon: IconName; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={props.onClick}>
      <Icon name={props.icon} /> {props.children}
    </button>
  )
}

function close() {
  document.getElementById('menu')?.hidePopover()
}
