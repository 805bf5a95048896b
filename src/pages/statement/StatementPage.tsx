import '#ui/paper.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Account } from '#account/Account.ts'
import { ConnectFirst } from '#components/account/ConnectFirst.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { ReadError } from '#components/error/ReadError.tsx'
import { AccountingButtons } from '#components/payment/AccountingButtons.tsx'
import { useCompleteFile } from '#components/payment/useCompleteFile.ts'
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
  statementFileName,
} from '#domain/accounting/statement.ts'
import { statementPath } from '#domain/shared/paths.ts'
import { statementQuery } from '#queries/statement.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { BackLink } from '#ui/page/BackLink.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDocumentTitle } from '#ui/useDocumentTitle.ts'
import { useNow } from '#ui/useNow.ts'
import css from './Statement.module.css'
import { StatementPaper } from './StatementPaper.tsx'
import { useHistoryFile } from './useHistoryFile.ts'

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
  const wanted = readMonth(asked, months)
  const { file, failed, again, incoming, lookBack } = useHistoryFile(
    account,
    monthStart(wanted ?? monthBefore(monthOf(now))),
  )
  const month = wanted ?? (file && openingMonth(file.rows, months))
  const { complete, left } = useCompleteFile()
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
              <AccountingButtons
                csv="CSV"
                excel="Excel"
                make={async () => whole}
                nameOf={(one, kind) => statementFileName(one, month, kind)}
              />
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
