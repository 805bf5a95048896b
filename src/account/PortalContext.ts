import { createContext, use } from 'react'
import type { Reconnect } from './Mode.ts'
import type { Page } from './Page.ts'

/** What boot found, and the mode's way to an account (null where the account is given). */
export type PortalContextValue = {
  readonly page: Page
  readonly connect: (() => void) | null
  readonly reconnect: Reconnect | null
}

export const PortalContext = createContext<PortalContextValue | null>(null)

/** @throws outside the portal */
export function usePortal(): PortalContextValue {
  const value = use(PortalContext)
  if (value === null) throw new Error('usePortal stands outside the portal')
  return value
}
