import { useConnection } from '#account/connection.ts'
import type { Address } from '#chain/money/Address.ts'
import { ShortAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { shortName, useAccountName } from './accountName.ts'
import { useDoorState, type WalletDoor } from './walletDoor.ts'

const busyTexts = {
  disconnected: 'Connect Wallet',
  connecting: 'Connecting…',
  reconnecting: 'Reconnecting…',
}

/** Connect, or the connected account, in the header. Needs none of the wallet code to be drawn. */
export function WalletBar({ door }: { door: WalletDoor }) {
  const connection = useConnection()
  const state = useDoorState(door)
  if (connection.status === 'connected') {
    if (connection.unsupported) {
      return <Button onClick={() => door.ask('openNetworks')}>Wrong network</Button>
    }
    const { address } = connection.account
    return (
      <>
        <Button onClick={() => door.ask('openNetworks')} aria-label="Chain Selector: BSC">
          BSC
        </Button>
        <Button onClick={() => door.ask('openAccount')}>
          <AccountLabel address={address} />
        </Button>
      </>
    )
  }
  return (
    <>
      {state === 'failed' && <span role="alert">The wallets did not load.</span>}
      <Button
        primary
        onClick={() => door.ask('openConnect')}
        onPointerEnter={door.load}
        onFocus={state === 'failed' ? undefined : door.load}
      >
        {busyTexts[connection.status]}
      </Button>
    </>
  )
}

/** The account by its name, where it has one. The whole address is in the title and for screen readers all the same. */
function AccountLabel({ address }: { address: Address }) {
  const name = useAccountName(address)
  if (name === null) return <ShortAddress address={address} own />
  return (
    <span className="account-name" title={address}>
      {shortName(name)} <span className="visually-hidden">{address}</span>
    </span>
  )
}
