import { useConnection } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { shortName, useAccountName } from './accountName.ts'
import type { WalletLoader } from './walletLoader.ts'

/** The connected account in the header. Renders without any wallet code. */
export function WalletBar({ loader }: { loader: WalletLoader }) {
  const connection = useConnection()
  if (connection.status !== 'connected') return null
  if (connection.unsupported) {
    return <Button onClick={() => loader.ask('openNetworks')}>Wrong network</Button>
  }
  const { address } = connection.account
  return (
    <>
      <Button onClick={() => loader.ask('openNetworks')} aria-label="Chain Selector: BSC">
        BSC
      </Button>
      <Button onClick={() => loader.ask('openAccount')}>
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
    <span className="account-name" title={address}>
      {shortName(name)} <span className="visually-hidden">{address}</span>
    </span>
  )
}
