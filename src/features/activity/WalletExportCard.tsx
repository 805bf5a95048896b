import { useQueryClient } from '@tanstack/react-query'
import type { Listed } from '#account/Activity.ts'
import { walletFile } from '#domain/accounting/walletFile.ts'
import { useIncoming } from '#features/shared/useIncoming.ts'
import { usePagedList } from '#features/shared/usePagedList.ts'
import { Card } from '#ui/Card.tsx'
import { ExportFile } from './ExportFile.tsx'

/** What a wallet sent and received as one file, as soon as there is something to write. */
export function WalletExportCard({ listed }: { listed: Listed }) {
  const client = useQueryClient()
  const { query } = usePagedList(listed, 'history')
  const { incoming } = useIncoming(listed.address)
  const { data } = query
  if (!data || !incoming.tokens) return null
  return (
    <Card title="For your books">
      <ExportFile make={() => walletFile(client, listed, data, incoming)} />
    </Card>
  )
}
