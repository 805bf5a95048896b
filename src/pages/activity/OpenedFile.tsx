import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explorerAddress } from '#chain/explorer.ts'
import * as Amount from '#chain/money/Amount.ts'
import * as Token from '#chain/money/Token.ts'
import { aboutDollars } from '#chain/prices/feeds.ts'
import type { AccountingFile, AccountingRow } from '#domain/accounting/AccountingFile.ts'
import { accountingTotals } from '#domain/accounting/accountingRows.ts'
import { openFile } from '#domain/accounting/readAccounting.ts'
import { plural, when } from '#domain/shared/format.ts'
import { Card } from '#ui/content/Card.tsx'
import { ShortAddress } from '#ui/content/Identity.tsx'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Sentences } from '#ui/list/Sentences.tsx'
import { FoldedLines, ItemList } from '#ui/list/WindowedList.tsx'
import { Notice } from '#ui/Notice.tsx'
import { WholeAddress } from '#ui/page/AddressText.tsx'
import { SubpageHeading } from '#ui/page/BackLink.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/**
 * The content of an accounting file. Anyone may have changed it, so it must not look like data checked by the
 * portal.
 */
function OpenedFile({ file: { account, writtenAt, partial, notes, rows } }: { file: AccountingFile }) {
  return (
    <>
      <Notice tone="info" title={`${rows.length} ${plural(rows.length, 'payment')}, as the file has them`}>
        <p>Written {when(writtenAt)}. Nothing in it was compared with the chain again.</p>
      </Notice>
      <WholeAddress address={account} explorer={explorerAddress(account)} />
      {partial.length > 0 && (
        <Notice tone="warn" title="Payments may be missing.">
          <Sentences of={partial} />
        </Notice>
      )}
      <ul className="layout-entries" aria-label="Totals of the file">
        {accountingTotals(rows).map(({ token, direction, status, count, value }) => (
          <li key={`${token.address} ${token.symbol} ${token.decimals} ${direction} ${status}`}>
            <span>
              <span>
                {direction === 'in' ? 'In:' : 'Out:'} <Money token={token} value={value} />
              </span>
            </span>
            <span>
              {count} × <bdi>{status}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <Disclosure summary="Every payment">
        <ItemList label="Payments of the file" of={rows} keyOf={(_, index) => String(index)}>
          {(row) => <FileRow row={row} />}
        </ItemList>
      </Disclosure>
      <FoldedLines summary="What the file says about itself" lines={notes} />
    </>
  )
}

function FileRow({ row }: { row: AccountingRow }) {
  const { at, direction, from, to, token, value, memo, status, price } = row
  const other = direction === 'in' ? from : to
  return (
    <div className="layout-entry">
      <div>
        <p className="text-wrap">
          {direction === 'in' ? 'In:' : 'Out:'} <Money token={token} value={value} />{' '}
          {other && (
            <>
              {direction === 'in' ? 'from' : 'to'} <ShortAddress address={other} />
            </>
          )}
        </p>
        <p className="layout-meta">
          <time>{when(at)}</time>
          {price && <span>{aboutDollars({ token: { ...token, name: '' }, value }, price)}</span>}
          {memo && <q className="text-wrap">{memo}</q>}
        </p>
      </div>
      <bdi>{status}</bdi>
    </div>
  )
}

/** The symbol of an unpinned token is only a claim, so its contract is shown with it. */
function Money({ token, value }: Pick<AccountingRow, 'token' | 'value'>) {
  return (
    <>
      <strong translate="no" className="text-tabular">
        {Amount.formatNumber({ token: { ...token, name: '' }, value })} <bdi>{token.symbol}</bdi>
      </strong>
      {token.address && !Token.find(token.address) && (
        <span className="text-warn">
          {' '}
          (unverified token <ShortAddress address={token.address} />)
        </span>
      )}
    </>
  )
}

/** Opens an accounting file, read-only. It stays in this browser. */
export function OpenFilePage() {
  const { data, error, mutate } = useMutation({ mutationFn: openFile })
  return (
    <ActivitySubpage title="Open an export">
      <Card title="Exported payments">
        <p className="text-muted">View a CSV you exported here. It never leaves this browser.</p>
        <FileButton label="Open CSV" accept=".csv,text/csv" onFile={mutate} />
        {error && (
          <Notice tone="bad" title="The file could not be read.">
            <p>Choose it again. Nothing was changed.</p>
          </Notice>
        )}
        {data?.ok === false && (
          <Notice tone="bad" title="This file is refused as a whole: a part of it would give wrong sums.">
            <Sentences of={data.faults.map(({ line, reason }) => `Line ${line}: ${reason}`)} />
          </Notice>
        )}
        {data?.ok && <OpenedFile file={data.file} />}
      </Card>
    </ActivitySubpage>
  )
}

/** A page with one form of its own, below Activity. */
export function ActivitySubpage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <SubpageHeading up={['/activity', 'Activity']}>{title}</SubpageHeading>
      <div className="layout-narrow">{children}</div>
    </>
  )
}
