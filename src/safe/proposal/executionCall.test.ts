import { decodeFunctionData, type Hex, size } from 'viem'
import { expect, test } from 'vitest'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { exampleSafe } from '#tests/support/fakeSafe.ts'
import { reportOn, wireOf } from '#tests/support/reportedProposals.ts'
import { payoutCall, SAFE } from '#tests/support/safeExamples.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { executionCall } from './executionCall.ts'
import { execAbi } from './executionOf.ts'

const [ada, ben, cleo] = owners
const tx = SafeTx.fromCall(payoutCall, 12n)
const reportOf = async (signers: Parameters<typeof wireOf>[1], threshold: number) =>
  reportOn(SafeTx.hash(SAFE, tx), await wireOf(tx, signers), { ...exampleSafe, threshold })

test('error: an owner whom the service lists twice has signed once', async () => {
  expect(executionCall(await reportOf([ada, ada], 3), cleo.address)).toBeNull()
  const call = executionCall(await reportOf([ada, ada, ben], 3), cleo.address)
  const { args } = decodeFunctionData({ abi: execAbi, data: call?.data ?? '0x' })
  expect(size(args?.[9] as Hex)).toBe(3 * 65)
})
