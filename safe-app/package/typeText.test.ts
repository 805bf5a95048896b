import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rpcFaults } from '../chain/RpcFaults.ts'
import { serviceFaultsSchema } from '../service/ServiceFaults.ts'
import { typeText } from './typeText.ts'

test('behavior: writes every kind of value that faults have', () => {
  const schema = z.object({
    as: z.enum(['rpc', 'http']),
    most: z.nullable(z.int()),
    pairs: z.array(z.tuple([z.string(), z.boolean()])),
    to: z.optional(z.string()),
  })
  expect(typeText(schema)).toBe(
    '{ readonly as: "rpc" | "http"; readonly most: number | null; readonly pairs: readonly (readonly [string, boolean])[]; readonly to?: string }',
  )
})

test('behavior: the faults of the service and of the node have types', () => {
  for (const schema of [rpcFaults, serviceFaultsSchema]) {
    expect(typeText(schema)).toContain('readonly status: number | null; ')
  }
})

test('error: refuses a schema of another kind', () => {
  expect(() => typeText(z.unknown())).toThrow('There is no type for')
})
