import { useConnection } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { Button } from '#ui/Button.tsx'
import { Identicon } from '#ui/content/Identicon.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Icon } from '#ui/icons/Icon.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { shortName, useAccountName } from './accountName.ts'
import css from './WalletBar.module.css'
import type { WalletLoader } from './walletLoader.ts'

/** The connected account in the header. Renders without any wallet code. */
export function WalletBar({ loader }: { loader: WalletLoader }) {
  const connection = useConnection()
  if (connection.status !== 'connected') return null
  if (connection.unsupported) {
    return (
      <Button className={css.wrong} onClick={() => loader.ask('openNetworks')}>
        <Icon name="triangle-alert" size={16} /> Wrong network
      </Button>
    )
  }
  const { address } = connection.account
  return (
    <>
      <Button
        ghost
        className={css.network}
        onClick={() => loader.ask('openNetworks')}
        aria-label="Chain Selector: BSC"
      >
        <TokenLogo symbol="BNB" size={18} /> <span>BSC</span>
      </Button>
      <Button className={css.account} onClick={() => loader.ask('openAccount')}>
        <Identicon address={address} size={28} />
        <AccountLabel address={address} />
      </Button>
    </>
  )
}

/**
 * The account's name, if it has one. The full address is still in the title and available to screen readers.
 */
function AccountLabel({ address }: { address: Address }) {
  const name = useAccountName(address)
  if (name === null) return <ShortAddress address={address} own />
  return (
    <span className={css.name} title={address}>
      {shortName(name)} <span className="visually-hidden">{address}</span>
    </span>
  )
}
