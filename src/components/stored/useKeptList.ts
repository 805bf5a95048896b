import { useMemo } from 'react'
import { usePortal } from '#account/connection.ts'
import { findPortalError } from '#chain/PortalError.ts'
import type { Kept, KeptList } from '#domain/shared/keptList.ts'
import { useStored } from './useStored.ts'

/** The entries of a kept list, and how to change them. */
export type KeptItems<T> = Kept<T> & {
  /** Adds entries. Returns why one was not saved, for people; null if all were saved. */
  readonly keep: (added: readonly T[]) => string | null
  /** Changes the entry that was `before` when the change began. Returns why it was not saved; null if it was. */
  readonly replace: (before: T, after: T) => string | null
  readonly forget: (gone: T) => void
}

/** A list of this browser. Changes are stored at once, and every page and tab sees them. */
export function useKeptList<T>(list: KeptList<T>): KeptItems<T> {
  const { storage } = usePortal().page
  const text = useStored(() => storage.getItem(list.key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again when its text changes
  return useMemo(
    () => ({
      ...list.read(storage),
      keep: (added) => faultOf(() => list.keep(storage, added)),
      replace: (before, after) => faultOf(() => list.replace(storage, before, after)),
      forget: (gone) => void list.forget(storage, gone),
    }),
    [list, storage, text],
  )
}

function faultOf(write: () => Kept<unknown>): string | null {
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
