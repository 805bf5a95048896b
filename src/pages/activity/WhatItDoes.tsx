import { explorerAddress, explorerTx } from '#chain/explorer.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { peopleWords } from '#domain/activity/proposalWords.ts'
import type { ReadSharedNames } from '#domain/payout/sharedNames.ts'
import { when } from '#domain/shared/format.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { buttonClass } from '#ui/Button.tsx'
import { AmountText } from '#ui/content/AmountText.tsx'
import { Card, CardPart, Inset } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { TokenLogo } from '#ui/icons/TokenLogo.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Facts } from '#ui/layout/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { ProposalRows } from './ProposalRows.tsx'
import css from './WhatItDoes.module.css'

/** The payments of a proposal, their payees, and its origin. */
export function WhatItDoes(props: {
  report: ProposalReport
  viewer: Address | null
  /** The words in the link; null for a link without any. */
  shared: ReadSharedNames | null
}) {
  const { report, viewer, shared } = props
  const { status, content, safe } = report
  const hash = 'hash' in status ? status.hash : null
  return (
    <Card title="What it does" flush action={<span className="text-muted">{peopleWords(content)}</span>}>
      {content.totals.length > 0 && (
        <div className={css.totals}>
          {content.totals.map((total) => (
            <span key={Token.key(total.token)}>
              <TokenLogo symbol={total.token.symbol} size={36} />
              <AmountText large value={Amount.formatNumber(total)} symbol={total.token.symbol} />
            </span>
          ))}
        </div>
      )}
      <GivenNames shared={shared} />
      <ProposalRows report={report} viewer={viewer} given={shared?.ok ? shared.names.ofPayments : []} />
      <CardPart>
        <Facts>
          <div>
            <dt>From the Safe</dt>
            <dd>
              <WholeAddress address={safe} explorer={explorerAddress(safe)} />
            </dd>
          </div>
          <div>
            <dt>Proposed</dt>
            <dd>
              {when(report.submittedAt)}
              {report.appName && <> with “{report.appName}”</>}
            </dd>
          </div>
          {report.note && (
            <div>
              <dt>Note</dt>
              <dd>
                <q>{report.note}</q>
              </dd>
            </div>
          )}
        </Facts>
        {hash && (
          <Actions>
            <ExternalLink className={buttonClass({ size: 'small' })} href={explorerTx(hash)} icon>
              Transaction on BscScan
            </ExternalLink>
          </Actions>
        )}
      </CardPart>
    </Card>
  )
}

/**
 * Says who gave the words in the link, or that they do not belong to this proposal. They change nothing else on the
 * page.
 */
function GivenNames({ shared }: { shared: ReadSharedNames | null }) {
  if (!shared) return null
  const isNaming = shared.ok && shared.names.ofPayments.some((name) => name !== null)
  return (
    <Inset>
      {shared.ok ? (
        <Notice tone="info" title={`${shared.names.by || 'The proposer'}’s ${isNaming ? 'names' : 'note'}`}>
          {shared.names.purpose !== '' && (
            <p>
              For{' '}
              <q>
                <bdi>{shared.names.purpose}</bdi>
              </q>
            </p>
          )}
          <p>
            {isNaming
              ? 'They came with the link and fit these payments. No one has checked them, and they aren’t saved. Go by the addresses.'
              : 'It came with the link and was written for these payments. No one has checked it, and it isn’t saved.'}
          </p>
        </Notice>
      ) : (
        <Notice tone="warn" title="The names in this link aren’t shown.">
          <p>
            {shared.fault === 'other'
              ? 'They were made for other payments than these. Ask the proposer before you sign.'
              : 'They are incomplete or were changed. Ask for the link again.'}
          </p>
        </Notice>
      )}
    </Inset>
  )
}
