import { expect, test, vi } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { failureOf } from '#tests/support/failureOf.ts'
import { OWNERS, payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { signSafeTx } from './sendBatch.ts'

test.each(['1.0.0', '1.1.1', '1.2.0', 'none'])(
  'error: a Safe of version %s, whose signatures have no chain id, is refused before the wallet is asked',
  async (version) => {
    const request = vi.fn()
    const signed = signSafeTx(
      { request, account: OWNERS[0] },
      { safe: SAFE, version },
      SafeTx.fromCall(payoutCall, 12n),
    )
    expect(await failureOf(signed)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Sign in Safe{Wallet}.'),
    })
    expect(request).not.toHaveBeenCalled()
  },
)
