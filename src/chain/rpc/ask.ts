import * as v from 'valibot'
import type { Rpc } from './Rpc.ts'

/**
 * Sends one call and parses the answer by its schema. An endpoint with a mismatching answer is skipped, as if
 * it had not answered.
 * @throws what `rpc` throws, also when no answer matches
 */
export async function ask<const Schema extends v.GenericSchema>(
  rpc: Rpc,
  schema: Schema,
  method: string,
  params: readonly unknown[] = [],
  together?: object,
): Promise<v.InferOutput<Schema>> {
  return v.parse(schema, await rpc(method, params, together, (result) => v.is(schema, result)))
}
