import * as v from 'valibot'
import { expect, test } from 'vitest'
import { rpcFaults } from '../chain/RpcFaults.ts'
import { whole } from '../service/http/Faults.ts'
import { serviceFaultsSchema } from '../service/ServiceFaults.ts'
import { typeText } from './typeText.ts'

test('behavior: writes every kind of value that faults have', () => {
  const schema = v.object({
    as: v.picklist(['rpc', 'http']),
    most: v.nullable(whole),
    pairs: v.array(v.tuple([v.string(), v.boolean()])),
    to: v.optional(v.string()),
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
  expect(() => typeText(v.unknown())).toThrow('There is no type for')
})
