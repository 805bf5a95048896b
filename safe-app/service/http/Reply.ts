/** A route's answer: a JSON body, a bare text, or none if `body` is undefined. */
export type Reply = { readonly status: number; readonly body?: unknown }

/** Ends a request with an error answer that has the real service's body. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body?: unknown) {
    super(`${status} ${JSON.stringify(body)}`)
    this.name = 'Refusal'
    this.status = status
    this.body = body
  }
}

/** 200 with a JSON body. */
export function ok(body: unknown): Reply {
  return { status: 200, body }
}
