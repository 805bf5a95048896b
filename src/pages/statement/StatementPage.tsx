import '#ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { ConnectFirst } from '#components/account/ConnectButton.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { accountingWays, useHistory } from '#components/payment/useHistory.ts'
import {
  latestMonths,
  type Month,
  monthBefore,
  monthOf,
  monthStart,
  monthText,
  openingMonth,
  readMonth,
  statementFile,
} from '#domain/accounting/statement.ts'
import { hasLooked, type Incoming } from '#domain/activity/incoming.ts'
import { statementPath } from '#domain/shared/paths.ts'
import { historyFileQuery, statementQuery } from '#queries/statement.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { DownloadButton } from '#ui/file/FileButton.tsx'
import { SelectField } from '#ui/form/Fields.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useNow } from '#ui/useNow.ts'
import css from './Statement.module.css'
import { StatementPaper } from './StatementPaper.tsx'

/** How many months can be chosen: two years and the current month. */
const MONTHS = 25

/** The payments of an account in one month, to print or save. */
export function StatementPage() {
  useDocumentTitle('Statement')
  const account = useAccount()
  const [path] = useLocation()
  return (
    <>
      <div className={css.screen}>
        <BackLink href="/activity">Activity</BackLink>
        <h1>Monthly statement</h1>
      </div>
      {account ? (
        <Statement key={account.address} account={account} asked={path.split('/')[2] ?? ''} />
      ) : (
        <ConnectFirst what="Connect a wallet to see what it received and paid in a month." />
      )}
    </>
  )
}

function Statement({ account, asked }: { account: Account; asked: string }) {
  const now = useNow()
  const months = latestMonths(now, MONTHS)
  const [, navigate] = useLocation()
  // The month of the newest payments, if those are older than what was read at first.
  const [older, setOlder] = useState<Month | null>(null)
  const wanted = readMonth(asked, months) ?? older
  const since = monthStart(wanted ?? monthBefore(monthOf(now)))
  const { file, failed, again, incoming, lookBack, complete, left } = useHistoryFile(account, since, wanted)
  const month = wanted ?? (file && openingMonth(file.rows, months))
  // Only a part of that month may be read.
  if (month && monthStart(month) < since) setOlder(month)
  // A Safe's frame ignores print requests.
  const isFramed = window.parent !== window
  const raw = file && month && statementFile(file, month)
  const { data: whole, error } = useQuery(statementQuery(raw, month, complete))
  return (
    <>
      <div className={css.screen}>
        <div className={`layout-between ${css.tools}`}>
          <SelectField<Month>
            label="Month"
            hint="In UTC, like every date here."
            value={month ?? (months[1] as Month)}
            options={months.map((one) => [one, monthText(one)])}
            onChoose={(one) => navigate(statementPath(one), { replace: true })}
          />
          {whole && month && (
            <Actions>
              {!isFramed && (
                <Button primary onClick={() => window.print()}>
                  Print or save as PDF
                </Button>
              )}
              {accountingWays(async () => whole, month).map((way) => (
                <DownloadButton key={way.label} {...way} />
              ))}
            </Actions>
          )}
        </div>
        {isFramed && (
          <p className="text-fine">Safe{'{Wallet}'} doesn’t let apps print. Save the file instead.</p>
        )}
        {failed && <ReadError read={failed} />}
        {error && <p role="alert">The statement could not be made. Reload this page.</p>}
        {again && <Button onClick={again}>Read on</Button>}
        {incoming && file && (
          <p>
            <Button size="small" onClick={lookBack} disabled={incoming.looking}>
              {incoming.looking ? 'Loading older payments…' : 'Load older payments'}
            </Button>
          </p>
        )}
      </div>
      {whole && month ? (
        <StatementPaper account={account} month={month} file={whole} />
      ) : (
        !failed &&
        !error && (
          <div className="paper">
            <Skeleton
              lines={8}
              label={left > 0 ? `Reading fees and prices, ${left} to go` : 'Reading the payments'}
            />
          </div>
        )
      )}
    </>
  )
}

/**
 * All payments of an account since a time, as an accounting file without names, fees and prices; null until they are
 * read. A service's list is loaded until it reaches back that far.
 * @param since ms since the epoch
 * @param month the one that is asked for: the payments of others are not compared with the chain. Null for any
 */
function useHistoryFile(account: Account, since: number, month: Month | null) {
  const { isListed, query, more, incoming, reading, watch, items, contents, make, ...rest } = useHistory(
    account,
    true,
    ({ at }) => month === null || at === null || monthOf(at) === month,
  )
  const list = query.data
  const oldest = items.findLast(({ at }) => at !== null)?.at ?? Number.POSITIVE_INFINITY
  const isBack = list !== undefined && (list.cursor === null || oldest < since)
  const next = useEffectEvent(() => more.mutate())
  // By its cursor, because a page may come before React has drawn that it was asked for.
  const from = isBack || more.isPending || more.error ? null : (list?.cursor ?? null)
  useEffect(() => {
    if (from !== null) next()
  }, [from])
  const isRead = isBack && (isListed || hasLooked(incoming))
  const facts = [
    items.map(({ id, status }) => [id, status.kind === 'judged' ? status.status.kind : status.kind]),
    contents.size,
    isListed ? null : coverageOf(incoming),
  ]
  // Older pages hold no payment since that time.
  const whole = list && (oldest < since ? { ...list, cursor: null, cut: false } : list)
  const file = useQuery(
    historyFileQuery(account, `${since} ${month}`, facts, isRead && whole ? () => make(whole, 'day') : null),
  )
  return {
    file: file.data ?? null,
    failed: [query, reading, file].find(({ error }) => error !== null) ?? null,
    again: more.error ? () => more.mutate() : null,
    incoming: isListed ? null : incoming,
    lookBack: () => void watch.lookBack(),
    ...rest,
  }
}

/** Changes with what was found, not with every new block. */
function coverageOf({ tokens, bnb }: Incoming): unknown {
  const known = bnb === null || bnb === 'unsupported' ? bnb : [bnb.from, bnb.arrivals.length, bnb.unexplained]
  return [tokens?.from, tokens?.transfers.length, known]
}
