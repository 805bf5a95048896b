import { QueryClient } from '@tanstack/react-query'

/**
 * Server state. A failed read shows at once with a retry and the last known data, and polling reads again
 * (`polling`): silent retries would only delay the message. Nothing polls while the tab is hidden.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchIntervalInBackground: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})
