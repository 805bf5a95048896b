import { useQuery } from '@tanstack/react-query'
import type { Account } from '#account/Account.ts'
import { factsOf } from '#account/facts.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type * as Token from '#chain/money/Token.ts'
import { type Payer, PayFrom } from '#components/account/PayFrom.tsx'
import type { PaymentDraft } from '#domain/draft/paymentDraft.ts'
import { inSafeUrl } from '#domain/shared/paths.ts'
import { accountContractQuery, balancesQuery } from '#queries/account.ts'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Identity } from '#ui/content/Identity.tsx'
import { ShortAddress } from '#ui/content/ShortAddress.tsx'
import { Notice } from '#ui/Notice.tsx'
import css from './FromCard.module.css'

/**
 * The payer, and the balance after the payment. `draft` is the one payment that is filled in, if there is only one.
 */
export function FromCard(props: { account: Account; payer: Payer; draft: PaymentDraft | null }) {
  const { account, payer, draft } = props
  return (
    <Card title="From">
      <Identity
        address={account.address}
        name={`Your ${factsOf(account).noun}`}
        sub={<ShortAddress address={account.address} />}
      />
      <SafeNotice account={account} />
      {draft && <After address={account.address} draft={draft} />}
      <PayFrom payer={payer} />
    </Card>
  )
}

/** A Safe that is connected like a wallet. */
function SafeNotice({ account }: { account: Account }) {
  const { data } = useQuery(accountContractQuery(account))
  if (data !== 'safe') return null
  return (
    <Notice tone="warn" title="This is a Safe.">
      <p>
        <ExternalLink href={inSafeUrl(account.address)}>
          Open the portal in Safe&#123;Wallet&#125;
        </ExternalLink>{' '}
        to propose from it.
      </p>
    </Notice>
  )
}

function After({ address, draft }: { address: Address; draft: PaymentDraft }) {
  const { token } = draft
  const held = useHeld(address, token)
  const parsed = Amount.parse(draft.amount, token)
  const sum = parsed.ok ? parsed.amount.value : null
  const left = held === null || sum === null ? null : held - sum
  const text = (value: bigint) => (
    <AmountText isBrief value={Amount.formatNumber({ token, value })} symbol={token.symbol} />
  )
  return (
    <dl className={css.after}>
      <div>
        <dt>Balance</dt>
        <dd>{held === null ? 'Unknown' : text(held)}</dd>
      </div>
      {sum !== null && (
        <div>
          <dt>This payment</dt>
          <dd>{text(sum)}</dd>
        </div>
      )}
      {left !== null && (
        <div className={left < 0n ? css.short : undefined}>
          <dt>{left < 0n ? 'Short by' : 'After this'}</dt>
          <dd>{text(left < 0n ? -left : left)}</dd>
        </div>
      )}
    </dl>
  )
}

/** Base units that an account holds; null while unknown. */
export function useHeld(address: Address, token: Token.Token): bigint | null {
  const { data } = useQuery(balancesQuery(address))
  return Amount.valueIn(data, token)
}
