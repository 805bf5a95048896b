import { queryOptions } from '@tanstack/react-query'
import type { ListedAccount } from '#account/Activity.ts'
import type { Address } from '#chain/money/Address.ts'
import { bscRpc } from '#chain/rpc/bscRpc.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import { hasUnknownBalance, type Month, readMonthBalances } from '#domain/accounting/statement.ts'

/**
 * The payments of an account, without names, fees and prices.
 * @param span the times that they are read for
 * @param facts what is known of them: the file is made anew when that changes
 */
export function historyFileQuery(
  { kind, address }: ListedAccount,
  span: string,
  facts: unknown,
  make: (() => Promise<AccountingFile>) | null,
) {
  const known = JSON.stringify(facts, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one))
  return queryOptions({
    queryKey: ['history-file', 56, kind, address, span, known],
    queryFn: () => {
      if (make === null) throw new Error('The history is read first.')
      return make()
    },
    enabled: make !== null,
    // A payment more changes the file, another time asks for another one.
    placeholderData: (before, query) => (query?.queryKey[4] === span ? before : undefined),
  })
}

/** The statement of a month, with names, fees and prices. */
export function statementQuery(
  file: AccountingFile | null,
  month: Month | null,
  complete: (file: AccountingFile) => Promise<AccountingFile>,
) {
  return queryOptions({
    queryKey: ['statement', 56, file?.account, month, file?.writtenAt],
    queryFn: () => {
      if (file === null) throw new Error('The payments are read first.')
      return complete(file)
    },
    enabled: file !== null,
    placeholderData: (before, query) => (query?.queryKey[3] === month ? before : undefined),
  })
}

/** The balances of an account when a month began and, once it is over, when it ended. */
export function monthBalancesQuery(account: Address, month: Month, isOver: boolean) {
  return queryOptions({
    queryKey: ['month-balances', 56, account, month, isOver],
    queryFn: () => readMonthBalances(bscRpc, account, month, isOver),
    // Agreed balances stay true; unknown ones are asked for again when the page opens again.
    staleTime: ({ state }) => (hasUnknownBalance(state.data ?? [], isOver) ? 0 : Number.POSITIVE_INFINITY),
  })
}
