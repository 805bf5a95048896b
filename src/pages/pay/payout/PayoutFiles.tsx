import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Hash } from 'viem'
import { Link } from 'wouter'
import { transfersOf } from '#chain/money/Call.ts'
import { cleanLabel } from '#chain/text/label.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { monthOf } from '#domain/accounting/statement.ts'
import { submissionOf } from '#domain/ledger/Attempt.ts'
import { type FoldedStatus, notRequested } from '#domain/ledger/foldStatus.ts'
import { attemptOf, batchCalls, batchRows, type Payout, payoutName } from '#domain/payout/Payout.ts'
import { nameBeside } from '#domain/payout/payoutOrigins.ts'
import { readReceipts, receiptsOf } from '#domain/payout/rowReceipts.ts'
import { encodeSharedNames, LONGEST_BY } from '#domain/payout/sharedNames.ts'
import { count } from '#domain/shared/format.ts'
import { portalUrl, proposalUrl, receiptPath, statementPath } from '#domain/shared/paths.ts'
import { rowWays } from '#pages/pay/list/RowsSource.tsx'
import { paidTransfersQuery } from '#queries/activity.ts'
import { Actions, Button, buttonClass } from '#ui/Button.tsx'
import { copyWay, ExportMenu } from '#ui/file/FileButton.tsx'
import { TextField, Tick } from '#ui/form/Fields.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'
import css from './PayoutFiles.module.css'

/** Exports a payout: its report, its unsent rows for other tools, and the month of the connected account. */
export function PayoutExport({ payout, states }: { payout: Payout; states: readonly FoldedStatus[] }) {
  const client = useQueryClient()
  const isConnected = useAccount()?.address === payout.account
  const statement = statementPath(monthOf(payout.createdAt))
  const receipts = () => readReceipts(payout, states, (hash) => client.fetchQuery(paidTransfersQuery(hash)))
  const csv = {
    icon: 'table-2',
    label: 'CSV',
    make: async () => {
      const { payoutReport, payoutReportName } = await import('./payoutReport.ts')
      const text = payoutReport(payout, states, await receipts(), portalUrl())
      return { name: payoutReportName(payout), content: new Blob([text], { type: 'text/csv' }) }
    },
  } as const
  const excel = {
    icon: 'file-spreadsheet',
    label: 'Excel',
    make: async () => {
      const { payoutReportName, payoutWorkbook } = await import('./payoutReport.ts')
      const content = await payoutWorkbook(payout, states, await receipts(), portalUrl())
      return { name: payoutReportName(payout, 'xlsx'), content }
    },
  } as const
  const name = payoutName(payout) ?? payout.id.slice(0, 8)
  // Another tool pays every row of its file, and knows nothing of what was sent from here.
  const unsent = payout.rows.filter((_, place) => {
    const { kind } = (states[place] ?? notRequested).status
    return kind === 'not-requested' || kind === 'not-paid'
  })
  const isPart = unsent.length > 0 && unsent.length < payout.rows.length
  return (
    <ExportMenu
      note={isPart && `For other tools: only the ${count(unsent.length, 'payment')} not sent from here.`}
      ways={[
        ...(isConnected ? [{ label: 'Statement', href: statement }] : []),
        csv,
        excel,
        ...(unsent.length > 0 ? rowWays(payout.account, name, () => unsent) : []),
        copyWay(csv),
      ]}
    />
  )
}

/**
 * The link to a paid row's receipt, once the transfer that paid it is found. Hidden if it cannot be identified.
 */
export function RowReceipt(props: {
  payout: Payout
  place: number
  hash: Hash
  /** All rows paid by the transaction. */
  places: readonly number[]
}) {
  const { payout, place, hash, places } = props
  const { data, isPending } = useQuery(paidTransfersQuery(hash))
  const transfer = useMemo(
    () => data && receiptsOf(payout, places, data).get(place),
    [data, payout, places, place],
  )
  const isOnly = payout.rows.length === 1
  if (!transfer) {
    // In its place, so that nothing below moves when it is found.
    return isOnly && isPending ? (
      <Button primary disabled>
        Receipt
      </Button>
    ) : null
  }
  return (
    <Link
      className={isOnly ? buttonClass({ primary: true }) : undefined}
      href={receiptPath(hash, transfer.name)}
    >
      Receipt{!isOnly && <span className="visually-hidden"> for payment {place + 1}</span>}
    </Link>
  )
}

/** The links to the proposals of a payout for the other owners. They carry its words until the person unticks that. */
export function useNamesInLinks(payout: Payout) {
  const [by, setBy] = useState('')
  const [isNamed, setNamed] = useState(true)
  const { nameOf } = usePeople()
  const purpose = payoutName(payout) ?? ''
  const found = payout.batches.flatMap((batch, index) => {
    const attempt = attemptOf(payout, index)
    const submission = attempt && submissionOf(attempt)
    if (submission?.kind !== 'proposed') return []
    const { safe, safeTxHash } = submission
    const payments = { account: safe, transfers: transfersOf(batchCalls(payout, batch)) }
    const names = encodeSharedNames(
      payments,
      cleanLabel(by),
      batchRows(payout, batch).map(({ payee, name }) => nameBeside(nameOf(payee), name ?? null)),
      purpose,
    )
    const text = names.kind === 'names' ? names.text : ''
    return [{ batch: index, kind: names.kind, url: proposalUrl(safe, safeTxHash, isNamed ? text : '') }]
  })
  return {
    by,
    setBy,
    isNamed,
    setNamed,
    purpose,
    /** The link to the proposal of each batch, in their order. */
    links: found,
    canName: found.some(({ kind }) => kind === 'names'),
    isTooLong: found.some(({ kind }) => kind === 'too-long'),
  }
}

/** Says that the links for the other owners carry words, and how to leave them out. Hidden without any. */
export function NamesChoice({ of }: { of: ReturnType<typeof useNamesInLinks> }) {
  if (!of.canName)
    return (
      of.isTooLong && <p className="text-small">The link goes without names: they are too long for it.</p>
    )
  return (
    <div className={css.choice}>
      <Tick isTicked={of.isNamed} onTick={of.setNamed}>
        {of.purpose === '' ? 'Put your names into the link' : 'Put the title and your names into the link'}
      </Tick>
      {of.isNamed && (
        <>
          <p className="text-small">Co-signers see them as yours, beside the addresses. Nothing is saved.</p>
          <Disclosure summary="Add your own name">
            <TextField label="Your name (optional)" value={of.by} maxLength={LONGEST_BY} onText={of.setBy} />
          </Disclosure>
        </>
      )}
    </div>
  )
}

/** Links to the proposals of a payout in several batches, for the other owners. */
export function ShareBatches({ payout }: { payout: Payout }) {
  const names = useNamesInLinks(payout)
  if (names.links.length === 0 || payout.batches.length === 1) return null
  return (
    <Disclosure summary="Links for co-signers">
      <NamesChoice of={names} />
      <Actions>
        {names.links.map(({ batch, url }) => {
          const words = `Copy link of batch ${batch + 1}`
          return <CopyButton key={batch} text={url} label={words} words={words} />
        })}
      </Actions>
    </Disclosure>
  )
}
