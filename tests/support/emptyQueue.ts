import { expect } from 'playwright/test'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { executeOn, nonces } from '#tests/integration/rig/proposals.ts'
import { owners } from '../../safe-app/accounts.ts'
import type { SeededSafe } from '../../safe-app/seed/safes.ts'
import type { Rig } from '../../safe-app/startRig.ts'

/**
 * Rejects on the chain everything queued in a Safe of Ada and Ben, because other tests leave unexecuted
 * proposals.
 */
export async function emptyQueue(rig: Rig, safe: SeededSafe): Promise<void> {
  const [ada, ben] = owners
  const { current, free } = await nonces(rig, safe)
  for (let nonce = current; nonce < free; nonce++) {
    await executeOn(rig, SafeTx.rejection(safe.address, nonce), [ada, ben], safe)
  }
  await expect
    .poll(async () => {
      const now = await nonces(rig, safe)
      return now.free - now.current
    })
    .toBe(0n)
  rig.service.tellGateway()
}
