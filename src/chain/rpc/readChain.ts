import { findPortalError, PortalError, withDeadline } from '#chain/PortalError.ts'

/** Runs a read of BSC. Any error becomes an `unreachable` PortalError with the original as its cause. */
export async function readChain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(work())
  } catch (cause) {
    throw (
      findPortalError(cause) ??
      new PortalError('unreachable', 'BNB Smart Chain could not be read.', { cause })
    )
  }
}
