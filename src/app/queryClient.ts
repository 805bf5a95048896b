import { QueryClient } from '@tanstack/react-query'

/**
 * Server truth. A failed read shows at once with a retry and the last known data, and is asked again by its poll
 * (`polling`): silent retries would only delay the sentence. Nothing polls while the tab is hidden.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchIntervalInBackground: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})
