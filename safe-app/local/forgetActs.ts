import type { LocalSafe } from './LocalSafe.ts'

/** Ends every fault and lets Ada act, as at the start. */
export async function forgetActs({ faults, actingAs }: LocalSafe): Promise<void> {
  await Promise.all([faults.host.reset(), faults.service.reset(), faults.rpc.reset()])
  await actingAs('Ada')
}
