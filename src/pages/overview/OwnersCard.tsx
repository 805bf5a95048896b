import { useQuery } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import { ownersMustSign } from '#domain/shared/format.ts'
import { safeStateQuery } from '#queries/account.ts'
import { Card, Inset } from '#ui/content/Card.tsx'
import { Identicon, ShortAddress } from '#ui/content/Identity.tsx'
import { Row, Rows } from '#ui/content/Rows.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'

// Names are not needed to show who the owners are.
const NameOverAddress = lazyComponent<{ address: Address }>(
  async () =>
    (await import('#components/payee/PersonName.tsx').catch(() => null))?.NameOverAddress ?? ShortAddress,
)
const SafeNames = lazyComponent(
  async () => (await import('#components/payee/ImportCard.tsx').catch(() => null))?.SafeNames ?? (() => null),
)

/** The owners of a Safe as read from the chain; until then as the host reports them, and labelled as such. */
export function OwnersCard(props: { account: Account; reported: NonNullable<Account['safe']> }) {
  const { account, reported } = props
  const { data: state } = useQuery(safeStateQuery(account.address))
  const { threshold, owners } = state ?? reported
  return (
    <>
      <Card
        title="Owners"
        flush
        action={<span className="text-fine text-medium">{ownersMustSign(threshold, owners.length)}</span>}
        foot={state === undefined && 'As Safe{Wallet} reports it; reading the chain…'}
      >
        {state === null ? (
          <Inset>
            <Notice tone="warn">
              This Safe isn’t activated yet. Activate it in Safe{'{Wallet}'}, then come back.
            </Notice>
          </Inset>
        ) : (
          <Rows label="Owners">
            {owners.map((owner) => (
              <li key={owner}>
                <Row
                  mark={<Identicon address={owner} size={32} />}
                  title={<NameOverAddress address={owner} waiting={<ShortAddress address={owner} />} />}
                />
              </li>
            ))}
          </Rows>
        )}
      </Card>
      <SafeNames account={account} shown={owners} />
    </>
  )
}
