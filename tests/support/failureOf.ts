import { PortalError } from '#chain/PortalError.ts'

/** The PortalError that some work ends with. Throws when it ends with anything else. */
export async function failureOf(work: Promise<unknown>): Promise<PortalError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PortalError)) throw new Error(`Not a PortalError: ${String(error)}`)
  return error
}
