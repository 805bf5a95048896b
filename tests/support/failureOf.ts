import { PortalError } from '#chain/PortalError.ts'

/** Returns the PortalError that some work fails with. Throws on any other result. */
export async function failureOf(work: Promise<unknown>): Promise<PortalError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PortalError)) throw new Error(`Not a PortalError: ${String(error)}`)
  return error
}
