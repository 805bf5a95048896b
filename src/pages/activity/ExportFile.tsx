import { useQueryClient } from '@tanstack/react-query'
import type { ListedAccount } from '#account/Activity.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { AccountingButtons } from '#components/payment/AccountingButtons.tsx'
import { useCompleteFile } from '#components/payment/useCompleteFile.ts'
import { useIncoming } from '#components/payment/useIncoming.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { accountingFileName } from '#domain/accounting/writeAccounting.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import { historyFile, walletFile } from '#queries/accountingFiles.ts'
import { usePagedList } from '#queries/activityLists.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { CardPart } from '#ui/content/Card.tsx'
import { Actions } from '#ui/layout/Actions.tsx'

/** Offers an accounting file. */
function ExportFile({ make }: { make: () => Promise<AccountingFile> }) {
  const { complete, left } = useCompleteFile()
  return (
    <CardPart>
      <Actions>
        <AccountingButtons
          csv="Export CSV"
          excel="Export Excel"
          make={async () => complete(await make())}
          nameOf={accountingFileName}
        />
        <span className="text-small" role="status">
          {left > 0 ? `Reading fees and prices, ${left} to go…` : 'The payments shown here.'}
        </span>
      </Actions>
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
