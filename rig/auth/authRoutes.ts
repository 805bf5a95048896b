import * as v from 'valibot'
import type { Hex } from 'viem'
import type { ChainClient } from '../../safe-app/chain/chainClient.ts'
import { ok, Refusal } from '../../safe-app/service/http/Reply.ts'
import type { Route } from '../../safe-app/service/http/Route.ts'
import { checkMessage } from './checkMessage.ts'
import { isSignedBy } from './isSignedBy.ts'
import type { Nonces } from './Nonces.ts'
import type { Sessions } from './Sessions.ts'

/** The dependencies of the sign-in server's routes. */
export type AuthWorld = {
  readonly client: ChainClient
  readonly nonces: Nonces
  readonly sessions: Sessions
  readonly origins: readonly string[]
  readonly refuses: () => boolean
  readonly now: () => number
}

/** The session cookie of one request and its answer. */
export type Cookie = { readonly id: string | null; set(id: string | null): void }

const verifyBody = v.object({
  message: v.pipe(v.string(), v.maxLength(4_000)),
  signature: v.pipe(v.string(), v.maxLength(20_000), v.regex(/^0x([0-9a-fA-F]{2})*$/)),
})

/** `GET /nonce`, `POST /verify`, `GET /session` and `POST /logout`. */
export function authRoutes(world: AuthWorld, cookie: Cookie): readonly Route[] {
  const { client, nonces, sessions } = world
  return [
    { method: 'GET', path: '/nonce', handle: () => ok({ nonce: nonces.issue() }) },
    {
      method: 'POST',
      path: '/verify',
      async handle({ body }) {
        const parsed = v.safeParse(verifyBody, body)
        if (!parsed.success) throw new Refusal(422, { message: 'message and signature' })
        const { message, signature } = parsed.output
        const address = checkMessage(message, world)
        const isSigned = await isSignedBy(client, address, message, signature as Hex)
        if (!isSigned || world.refuses()) throw new Refusal(401, { message: 'The signature is not valid.' })
        sessions.close(cookie.id)
        cookie.set(sessions.open(address))
        return ok({ address })
      },
    },
    { method: 'GET', path: '/session', handle: () => ok({ address: sessions.read(cookie.id) }) },
    {
      method: 'POST',
      path: '/logout',
      handle() {
        sessions.close(cookie.id)
        cookie.set(null)
        return { status: 204 }
      },
    },
  ]
}
