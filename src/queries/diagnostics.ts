import { queryOptions } from '@tanstack/react-query'

/**
 * One fact of Diagnostics in Settings. It is read when that opens and on request, and never polled.
 * @param what names the fact, and the URL that it is about
 */
export function diagnosticQuery<T>(what: readonly (string | null)[], read: () => T | Promise<T>) {
  return queryOptions({
    queryKey: ['diagnostics', ...what],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
