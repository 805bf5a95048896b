import * as v from 'valibot'
import { ok, Refusal } from '../http/Reply.ts'
import type { Route } from '../http/Route.ts'
import { balancesOf } from '../read/balancesOf.ts'
import { collectiblesOf } from '../read/collectiblesOf.ts'
import { indexing, singletons } from '../read/indexing.ts'
import { safesOfModule, safesOfOwner } from '../read/safesOf.ts'
import { requireSafe, type World } from '../World.ts'
import { hex, readFields } from '../write/body.ts'
import { page } from './page.ts'
import { addressParam, booleanQuery } from './params.ts'
import * as present from './present.ts'

/** Routes about the service itself, Safes and tokens. */
export function safeRoutes(world: World, base: string): readonly Route[] {
  const get = (path: string, handle: Route['handle']): Route => ({
    method: 'GET',
    path: `${base}${path}`,
    handle,
  })
  const owned: Route['handle'] = async (request) =>
    ok({ safes: await safesOfOwner(world, addressParam(request, 'owner')) })
  return [
    get('/v1/about', () =>
      ok({
        name: 'Safe Transaction Service',
        version: '5.0.0',
        apiVersion: 'v1',
        secure: false,
        settings: {},
      }),
    ),
    get('/v1/about/indexing', async () => ok(await indexing(world))),
    get('/v1/about/singletons', () => ok(singletons())),
    get('/v1/safes/:safe', async (request) =>
      ok(present.safe(await requireSafe(world, addressParam(request, 'safe')))),
    ),
    get('/v1/safes/:safe/creation', async (request) => {
      const creation = world.indexer.facts().creations.get(addressParam(request, 'safe'))
      if (creation === undefined) throw new Refusal(404)
      return ok(present.creation(creation, world.decode))
    }),
    get('/v1/safes/:safe/balances', async (request) => {
      const { address } = await requireSafe(world, addressParam(request, 'safe'))
      const { items } = await balancesOf(world, address, booleanQuery(request, 'trusted', false))
      return ok(items.map(present.balance))
    }),
    get('/v2/safes/:safe/collectibles', async (request) => {
      const { address } = await requireSafe(world, addressParam(request, 'safe'))
      return ok(page(request.url, await collectiblesOf(world, address), 10, 10))
    }),
    get('/v1/owners/:owner/safes', owned),
    get('/v2/owners/:owner/safes', owned),
    get('/v1/modules/:module/safes', async (request) =>
      ok({ safes: await safesOfModule(world, addressParam(request, 'module')) }),
    ),
    get('/v1/tokens/:token', async (request) => {
      const info = await world.tokens.info(addressParam(request, 'token'))
      if (info === null) throw new Refusal(404, { detail: 'No Token matches the given query.' })
      return ok(present.tokenInfo(info))
    }),
    {
      method: 'POST',
      path: `${base}/v1/data-decoder`,
      handle: ({ body }) => {
        const { data } = readFields(v.object({ data: hex }), body, 422)
        const decoded = world.decode(data, null)
        if (decoded === null)
          throw new Refusal(404, { details: 'Cannot find function selector to decode data' })
        return ok({ method: decoded.method, parameters: decoded.parameters })
      },
    },
  ]
}
