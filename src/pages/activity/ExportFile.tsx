import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedAccount } from '#account/Activity.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { AccountingButtons } from '#components/payment/AccountingButtons.tsx'
import { useCompleteFile } from '#components/payment/useCompleteFile.ts'
import { useIncoming } from '#components/payment/useIncoming.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { accountingFileName, accountingText } from '#domain/accounting/writeAccounting.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { historyFile, walletFile } from '#queries/accountingFiles.ts'
import { usePagedList } from '#queries/activityLists.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { CardPart } from '#ui/content/Card.tsx'
import { TextToCopy } from '#ui/file/TextToCopy.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { CopyButton } from '#ui/page/CopyButton.tsx'
import { Disclosure } from '#ui/page/Disclosure.tsx'

/** Saves an accounting file, or shows its text if a download is impossible. */
function ExportFile({ make }: { make: () => Promise<AccountingFile> }) {
  /** Null after a failure. */
  const [text, setText] = useState<string | null>('')
  const { complete, left } = useCompleteFile()
  const makeFile = async () => complete(await make())
  const show = async () => {
    setText('')
    setText(await makeFile().then(accountingText, () => null))
  }
  return (
    <CardPart>
      <Actions>
        <AccountingButtons
          csv="Export CSV"
          excel="Export Excel"
          make={makeFile}
          nameOf={accountingFileName}
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
