import type { Hex } from 'viem'
import { type Rig, startRig } from '../../../rig/startRig.ts'

/** A seeded rig that outlives the file that borrowed it, and its state when it was new. */
type Lent = { readonly rig: Rig; readonly restoreService: () => void; chain: Hex }

/** The rig of this worker; null while a file has it. */
let idle: Lent | null = null

/**
 * Lends the rig of this worker, as new: `stop` takes chain and service back to what the seed left, for the next file.
 * Starting one took most of the time of a short file. A file that needs a chain of its own, or stops it, starts a rig.
 */
export async function borrowRig(): Promise<Rig> {
  const lent = idle ?? (await startLent())
  idle = null
  await toPresent(lent)
  return { ...lent.rig, stop: () => giveBack(lent) }
}

async function startLent(): Promise<Lent> {
  const rig = await startRig({ chainPort: 0, servicePort: 0 })
  return { rig, restoreService: rig.service.snapshot(), chain: await rig.chain.client.snapshot() }
}

async function giveBack(lent: Lent): Promise<void> {
  const { chain, service } = lent.rig
  service.faults.reset()
  await chain.client.revert({ id: lent.chain })
  // The chain forgets a state when it returns to it.
  lent.chain = await chain.client.snapshot()
  lent.restoreService()
  idle = lent
}

/** A chain that returned to a state has its clock of then. */
async function toPresent({ rig }: Lent): Promise<void> {
  const { client } = rig.chain
  const behind = Math.floor(Date.now() / 1000) - Number((await client.getBlock()).timestamp)
  if (behind > 0) await client.increaseTime({ seconds: behind })
}
