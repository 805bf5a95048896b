import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Account } from '#account/Account.ts'
import { safeStateQuery } from '#account/safe/safeStateQuery.ts'
import { explorerAddress } from '#chain/explorer.ts'
import { WholeAddress } from '#ui/AddressText.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './OverviewPage.module.css'

// Few look at a code, and nobody on the first screen.
const AddressQr = lazy(async () => ({ default: (await import('./AddressQr.tsx')).AddressQr }))

/** Which account this is, whole, and for a Safe its rules as the chain has them. */
export function AccountCard({ account }: { account: Account }) {
  const [coded, setCoded] = useState(false)
  return (
    <Card title={account.safe ? 'Your Safe' : 'Your wallet'}>
      <dl className={css.facts}>
        <div>
          <dt>Address on BNB Smart Chain</dt>
          <dd>
            <WholeAddress address={account.address} explorer={explorerAddress(account.address)} />
          </dd>
        </div>
        {account.safe && <SafeRules account={account} told={account.safe} />}
      </dl>
      <Button aria-expanded={coded} onClick={() => setCoded(!coded)}>
        {coded ? 'Hide QR code' : 'Show QR code'}
      </Button>
      {coded && (
        <Suspense>
          <AddressQr address={account.address} />
        </Suspense>
      )}
      {account.safe?.readOnly && (
        <Notice tone="info">
          <p>You are viewing this Safe. An owner or proposer has to approve what you prepare.</p>
        </Notice>
      )}
    </Card>
  )
}

/** Until the chain has answered, and where it cannot, the host's word is shown as the host's word. */
function SafeRules({ account, told }: { account: Account; told: NonNullable<Account['safe']> }) {
  const { data: state } = useQuery(safeStateQuery(account.address))
  if (state === null) {
    return (
      <div>
        <dt>Signatures</dt>
        <dd>
          This Safe is not activated yet: there is no contract on the chain. Activate it in Safe{'{Wallet}'}{' '}
          first.
        </dd>
      </div>
    )
  }
  const { threshold, owners } = state ?? told
  return (
    <div>
      <dt>Signatures{state ? '' : ' (told by the Safe host)'}</dt>
      <dd>
        {threshold} of {owners.length} owners sign
      </dd>
    </div>
  )
}
