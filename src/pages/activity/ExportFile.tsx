import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedAccount } from '#account/Activity.ts'
import { usePortal } from '#account/connection.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { usePeople } from '#components/payee/usePeople.ts'
import { useIncoming } from '#components/payment/useIncoming.ts'
import { useDollars } from '#components/settings/switches.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { withNames } from '#domain/accounting/accountingRows.ts'
import { accountingFileName, accountingText } from '#domain/accounting/writeAccounting.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { listedName, payoutOrigins } from '#domain/payout/payoutOrigins.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import {
  historyFile,
  walletFile,
  withKept,
  withNetworkFees,
  withoutPrices,
  withPrices,
} from '#queries/accountingFiles.ts'
import { usePagedList } from '#queries/activityLists.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { CardPart } from '#ui/content/Card.tsx'
import { DownloadButton } from '#ui/file/FileButton.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/** Saves an accounting file, or shows its text if a download is impossible. */
function ExportFile({ make }: { make: () => Promise<AccountingFile> }) {
  /** Null after a failure. */
  const [text, setText] = useState<string | null>('')
  const client = useQueryClient()
  const { storage } = usePortal().page
  const isPriced = useDollars()
  const { labelOf } = usePeople()
  /** Prices that are still to be read. */
  const [left, setLeft] = useState(0)
  const makeFile = async () => {
    const file = await make()
    const { ledger, read } = payoutStore(storage, file.account)
    const originsOf = payoutOrigins(ledger.list().attempts, read)
    const named = withNames(
      withKept(storage, file),
      (other, ids) => labelOf(other) ?? listedName(ids.flatMap(originsOf), other),
    )
    const unpriced = await withNetworkFees(client, named, setLeft)
    return isPriced ? await withPrices(client, bscRpc, unpriced, setLeft) : withoutPrices(unpriced)
  }
  const show = async () => {
    setText('')
    setText(await makeFile().then(accountingText, () => null))
  }
  return (
    <CardPart>
      <Actions>
        <DownloadButton
          label="Export CSV"
          make={async () => {
            const file = await makeFile()
            const content = new Blob([accountingText(file)], { type: 'text/csv;charset=utf-8' })
            return { name: accountingFileName(file), content }
          }}
        />
        <DownloadButton
          label="Export Excel"
          make={async () => {
            const [file, { accountingWorkbook }] = await Promise.all([
              makeFile(),
              import('#domain/accounting/accountingWorkbook.ts'),
            ])
            return { name: accountingFileName(file, 'xlsx'), content: await accountingWorkbook(file) }
          }}
        />
        <span className="text-small" role="status">
          {left > 0 ? `Reading fees and prices, ${left} to go…` : 'The payments shown here.'}
        </span>
      </Actions>
      <Disclosure summary="Copy as text" onOpen={() => void show()}>
        {text === null && <p role="alert">The file could not be made. Close this and open it again.</p>}
        {text && <CopyButton text={text} label="Copy the CSV" />}
        <TextToCopy label="The file as text" text={text ?? ''} rows={8} />
      </Disclosure>
    </CardPart>
  )
}

/** The history of a Safe as a file, without suspicious items. */
export function HistoryExport(props: {
  listed: ListedAccount
  list: PagedList
  contents: ReadonlyMap<string, ProposalContent>
  hidden: ReadonlyMap<string, unknown>
}) {
  const client = useQueryClient()
  const { listed, list, contents, hidden } = props
  return (
    <ExportFile make={() => historyFile(client, bscRpc, listed, list, contents, new Set(hidden.keys()))} />
  )
}

/** A wallet's sent and received payments as one file. Hidden until there is data for it. */
export function WalletExport({ listed }: { listed: ListedAccount }) {
  const client = useQueryClient()
  const { query } = usePagedList(listed, 'history')
  const { incoming } = useIncoming(listed.address)
  const { data } = query
  if (!data || !incoming.tokens) return null
  return <ExportFile make={() => walletFile(client, listed, data, incoming)} />
}
