import { expect, test, vi } from 'vitest'
import { exclusive } from '#account/exclusive.ts'
import { fakeRpc } from '#tests/support/fakeRpc.ts'
import { OWNERS, payoutCall, SAFE } from '#tests/support/safeExamples.ts'

test.each(['./propose.ts', './hostChannel.ts'])(
  'error: a Safe has not been asked for a payment if %s is missing after a new release',
  async (file) => {
    vi.resetModules()
    vi.doMock(file, () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const { safeAccount } = await import('./safeAccount.ts')
    const send = vi.fn()
    const { submit } = safeAccount({
      address: SAFE,
      facts: { owners: OWNERS, threshold: 2, readOnly: false },
      host: { send } as never,
      gateway: {} as never,
      rpc: fakeRpc({}),
      exclusive: exclusive('your Safe'),
    })
    expect(await submit([payoutCall], { id: '0x', since: null }).catch((error) => error)).toMatchObject({
      kind: 'refused',
      message: 'A part of this page did not load, so your Safe wasn’t asked. Reload the page.',
    })
    expect(send).not.toHaveBeenCalled()
    vi.doUnmock(file)
  },
)
