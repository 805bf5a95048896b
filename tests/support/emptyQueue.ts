import { expect } from 'playwright/test'
import { nonces } from '#tests/integration/rig/proposals.ts'
import type { SeededSafe } from '../../rig/seed/safes.ts'
import type { World } from './portalFixture.ts'

/** Rejects everything queued in a Safe of Ada and Ben, because other tests leave unexecuted proposals. */
export async function emptyQueue({ rig, safe }: World, of: SeededSafe): Promise<void> {
  const { current, free } = await nonces(rig, of)
  for (let nonce = current; nonce < free; nonce++) {
    const { safeTxHash } = await safe.reject(Number(nonce), { safe: of.name, as: 'Ada' })
    await safe.execute(safeTxHash, { safe: of.name, as: 'Ben' })
  }
  await expect.poll(() => nonces(rig, of)).toEqual({ current: free, free })
  rig.service.tellGateway()
}
