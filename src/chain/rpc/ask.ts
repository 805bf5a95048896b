import * as v from 'valibot'
import type { Rpc } from './Rpc.ts'

/**
 * Asks one question and reads the answer by its schema. An endpoint whose answer does not fit is passed over, as one that
 * does not answer. @throws what `rpc` throws, also where no answer fits
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
