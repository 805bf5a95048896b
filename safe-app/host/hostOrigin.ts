import * as AppRecord from './app/AppRecord.ts'

/** The `origin` of the host's own transactions: its address, without a name. */
export function hostOrigin(): string {
  return AppRecord.originOf({ url: location.origin, name: '' })
}
