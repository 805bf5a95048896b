import { describe, expect, test } from 'vitest'
import * as Faults from './Faults.ts'

describe('readStart', () => {
  test('behavior: without options the wallet has no faults', () => {
    expect(Faults.readStart('?other=1')).toEqual({
      faults: Faults.none,
      account: null,
      chainId: null,
      connected: false,
    })
  })

  test('behavior: reads account, chain and faults from one parameter', () => {
    expect(
      Faults.readStart('?wallet=account:5,chain:1,connected,locked,rejectNext:2,noSwitch:-32601,pushy'),
    ).toEqual({
      account: 5,
      chainId: 1,
      connected: true,
      faults: { ...Faults.none, locked: true, rejectNext: 2, noSwitch: -32601, pushy: true },
    })
  })

  test('behavior: offers batches in one of four ways', () => {
    const read = (words: string) => Faults.readStart(`?wallet=${words}`).faults
    expect(read('batches').batches).toBe('supported')
    expect(read('batches:ready,batchError').batches).toBe('ready')
    expect(read('batches:loose,batchError:5740')).toMatchObject({ batches: 'loose', batchError: 5740 })
    expect(read('batchError')).toMatchObject({ batches: '', batchError: 5750 })
    expect(read('batches:legacy,forgetsBatches')).toMatchObject({ batches: 'legacy', forgetsBatches: true })
  })

  test('behavior: can send payments in a bundle, and answer a broadcast payment with an error', () => {
    const read = (words: string) => Faults.readStart(`?wallet=${words}`).faults
    expect(read('bundle')).toMatchObject({ bundle: 'fails', afterBroadcast: 0 })
    expect(read('bundle:pays,afterBroadcast:4900')).toMatchObject({ bundle: 'pays', afterBroadcast: 4900 })
    expect(read('afterBroadcast')).toMatchObject({ bundle: '', afterBroadcast: -32002 })
  })

  test('behavior: an option without a value gets its usual number', () => {
    expect(Faults.readStart('?wallet=rejectNext,noSwitch,chain')).toMatchObject({
      chainId: 1,
      faults: { rejectNext: 1, noSwitch: 4200 },
    })
  })
})
