import * as deployments from '@safe-global/safe-deployments'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { SAFE, USDT } from '#tests/support/safeExamples.ts'
import { isSafeContract } from './knownContracts.ts'
import { isKnown } from './MultiSend.ts'

type Getter = (filter: { version: string; network: string }) => { networkAddresses: object } | undefined

test('behavior: recognises every contract that Safe deployed on BSC', () => {
  const getters = Object.entries(deployments).filter(([name]) => /^get\w+Deployments$/.test(name))
  const addresses = getters.flatMap(([, get]) =>
    ['1.3.0', '1.4.1', '1.5.0'].flatMap((version) => {
      const found = (get as Getter)({ version, network: '56' })?.networkAddresses ?? {}
      return [found['56' as keyof typeof found] ?? []].flat() as Address[]
    }),
  )
  expect(addresses.length).toBeGreaterThan(30)
  expect(addresses.filter((address) => !isKnown(address) && !isSafeContract(address))).toEqual([])
})

test('behavior: a Safe and a token are not among them', () => {
  expect([isSafeContract(SAFE), isSafeContract(USDT)]).toEqual([false, false])
})
