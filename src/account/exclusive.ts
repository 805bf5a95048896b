import { PortalError } from '#chain/PortalError.ts'

/** Runs one piece of work at a time; a second one is refused with `busy`, never queued. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>

/** @param where names what is asked, for the sentence: "your wallet", "your Safe" */
export function exclusive(where: string): Exclusive {
  let open = false
  return async (work) => {
    if (open) throw new PortalError('busy', `A request is already open in ${where}.`)
    open = true
    try {
      return await work()
    } finally {
      open = false
    }
  }
}
