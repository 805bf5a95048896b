import { findPortalError } from '#chain/PortalError.ts'
import type { Kept } from '#domain/shared/keptList.ts'

const listeners = new Set<() => void>()

/** Tells every part of the page that a kept list was written. */
export function keptChanged(): void {
  for (const listener of listeners) listener()
}

/** Calls a listener when a kept list was written, here or in another tab. */
export function subscribeKept(listener: () => void): () => void {
  // This event is the only notice of writes in another tab.
  if (listeners.size === 0) globalThis.addEventListener('storage', keptChanged)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) globalThis.removeEventListener('storage', keptChanged)
  }
}

/** Writes to a kept list. Returns why something was not saved, for people; null if all was. */
export function writeKept(write: () => Kept<unknown>): string | null {
  try {
    return write().left ? FULL : null
  } catch (error) {
    const known = findPortalError(error)
    if (!known) throw error
    return known.message
  }
}

/** Why a new entry was not saved. */
const FULL = 'This list is full. Remove an entry first. Nothing was saved.'
