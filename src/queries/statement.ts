import { queryOptions } from '@tanstack/react-query'
import type { ListedAccount } from '#account/Activity.ts'
import type { AccountingFile } from '#domain/accounting/AccountingFile.ts'
import type { Month } from '#domain/accounting/statement.ts'

/**
 * The payments of an account since a time, without names, fees and prices.
 * @param since ms since the epoch
 * @param facts what is known of them: the file is made anew when that changes
 */
export function historyFileQuery(
  { kind, address }: ListedAccount,
  since: number,
  facts: unknown,
  make: (() => Promise<AccountingFile>) | null,
) {
  const known = JSON.stringify(facts, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one))
  return queryOptions({
    queryKey: ['history-file', 56, kind, address, since, known],
    queryFn: () => {
      if (make === null) throw new Error('The history is read first.')
      return make()
    },
    enabled: make !== null,
    // A payment more changes the file, another time asks for another one.
    placeholderData: (before, query) => (query?.queryKey[4] === since ? before : undefined),
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
