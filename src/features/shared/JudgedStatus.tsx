import { useQuery } from '@tanstack/react-query'
import type { ActivityItem } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import { itemStatusQuery } from '#domain/activity/activityQueries.ts'
import { paymentWords, settledWords } from '#domain/activity/paymentWords.ts'
import { StatusText } from '#ui/StatusText.tsx'

/** What the chain shows for an item: already judged in a wallet's list, read here for a Safe's. */
export function JudgedStatus({ account, item }: { account: Address; item: ActivityItem }) {
  if (item.status.kind !== 'judged') return <Executed account={account} item={item} />
  const { tone, title } = paymentWords(item.status.status, 'sent')
  return <StatusText tone={tone}>{title}</StatusText>
}

function Executed({ account, item }: { account: Address; item: ActivityItem }) {
  const { data, error } = useQuery(itemStatusQuery(bscRpc, account, item))
  const { tone, words } = settledWords(item, data, error !== null)
  return <StatusText tone={tone}>{words}</StatusText>
}
