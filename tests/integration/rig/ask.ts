import { TREASURY } from '../../../rig/seed/safes.ts'

/**
 * A service's answer. `body` is the parsed JSON, or the text if it is not JSON; `T` is the type that the test
 * expects.
 */
export type Answer<T> = { readonly status: number; readonly body: T; readonly headers: Headers }

/** Sends a request to a running service; `T` in a path is replaced by the treasury. */
export async function ask<T = unknown>(
  base: string,
  path: string,
  init: { method?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await fetch(`${base}${path.replace(/\bT\b/g, TREASURY)}`, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    ...(init.body === undefined
      ? {}
      : { body: JSON.stringify(init.body), headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  return { status: response.status, body: parse(text) as T, headers: response.headers }
}

/** Returns a value that must exist. Throws if it does not. */
export function the<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('It is not there')
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
