import { useQueryClient } from '@tanstack/react-query'
import type { Listed } from '#account/Activity.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { historyFile } from '#domain/accounting/historyFile.ts'
import type { PagedList } from '#domain/activity/pagedList.ts'
import type { ProposalContent } from '#safe/tx/decodeProposal.ts'
import { ExportFile } from './ExportFile.tsx'

/** The history of a Safe as a file, without what is suspicious. */
export function HistoryExport(props: {
  listed: Listed
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
