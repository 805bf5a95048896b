import type { ListedAccount } from '#account/Activity.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { accountingWays } from '#components/payment/accountingWays.ts'
import { useHistory } from '#components/payment/useHistory.ts'
import { hasLooked } from '#domain/activity/incoming.ts'
import { statementPath } from '#domain/shared/paths.ts'
import { copyWay, ExportMenu, type ExportWay } from '#ui/file/ExportMenu.tsx'

/**
 * Exports the payments that the page has loaded; of the connected account, a month, too. It asks a service nothing,
 * because the queue comes first.
 */
export function HistoryExport({ listed }: { listed: ListedAccount }) {
  const { isListed, query, incoming, items, make, complete, left } = useHistory(listed, false)
  const { data } = query
  const ways: ExportWay[] = []
  if (useAccount()?.address === listed.address) ways.push({ label: 'Statement', href: statementPath() })
  // Loading older payments does not take away those that are there.
  if (data && (isListed ? items.length > 0 : hasLooked({ ...incoming, looking: false }))) {
    const [csv, excel] = accountingWays(async () => complete(await make(data)))
    ways.push(csv, excel, copyWay(csv))
  }
  if (ways.length === 0) return null
  const loaded = ways.length > 1 && 'The payments loaded so far.'
  return <ExportMenu ways={ways} note={left > 0 ? `Reading fees and prices, ${left} to go…` : loaded} />
}
