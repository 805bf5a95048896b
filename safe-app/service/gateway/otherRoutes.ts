import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { ok, Refusal } from '../http/Reply.ts'
import type { Request, Route } from '../http/Route.ts'
import { estimateGas } from '../read/estimateGas.ts'
import { indexing, singletons } from '../read/indexing.ts'
import { contractLogo } from '../read/logos.ts'
import * as present from '../tx-service/present.ts'
import { address, digits, hex, operationNumber, readBody } from '../write/body.ts'
import { isTrustedForDelegateCall } from '../write/propose.ts'
import { contractName } from './AddressInfo.ts'
import { chainConfig } from './chainConfig.ts'
import type { Gateway } from './Gateway.ts'
import { addressParam, chainPath } from './params.ts'
import { registeredApps } from './safeApps.ts'
import { nonces } from './safeRoutes.ts'

/** The chain, apps, contracts, decoding and estimates. */
export function otherRoutes(world: Gateway, rpcUrl: string): readonly Route[] {
  const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, handle })
  const config = ({ url }: Request) => chainConfig(world.network, rpcUrl, url.origin)
  const chains: Route['handle'] = (request) =>
    ok({ count: 1, next: null, previous: null, results: [config(request)] })
  return [
    get('/v1/chains', chains),
    get('/v2/chains', chains),
    get(chainPath(world), (request) => ok(config(request))),
    get(`${chainPath(world, 'v2')}`, (request) => ok(config(request))),
    get(`${chainPath(world)}/about/indexing`, async () => {
      const status = await indexing(world)
      return ok({ ...status, lastSync: Date.parse(status.erc20BlockTimestamp) })
    }),
    get(`${chainPath(world)}/about/master-copies`, () =>
      ok(singletons().map(({ address, version }) => ({ address, version }))),
    ),
    get(`${chainPath(world)}/safe-apps`, ({ url }) => {
      const wanted = url.searchParams.get('url')
      return ok(registeredApps.filter((app) => wanted === null || app.url === wanted))
    }),
    get(`${chainPath(world)}/contracts/:address`, async (request) =>
      ok(await contract(world, addressParam(request, 'address'))),
    ),
    get(`${chainPath(world)}/safes/:safe/transactions/creation`, async (request) => {
      const creation = world.indexer.facts().creations.get(addressParam(request, 'safe'))
      if (creation === undefined) throw new Refusal(404, { code: 404, message: 'An error occurred' })
      return ok(present.creation(creation, world.decode))
    }),
    {
      method: 'POST',
      path: `${chainPath(world)}/data-decoder`,
      handle: ({ body }) => {
        const { data, to } = readBody(v.object({ data: hex, to: v.optional(v.nullable(address)) }), body)
        const decoded = world.decode(data, to ?? null)
        if (decoded === null) throw new Refusal(404, { code: 404, message: 'An error occurred' })
        return ok(decoded)
      },
    },
    {
      method: 'POST',
      path: `${chainPath(world, 'v2')}/safes/:safe/multisig-transactions/estimations`,
      handle: async (request) => {
        const safe = await world.documents.safe(addressParam(request, 'safe'))
        const shape = v.object({
          to: address,
          value: digits,
          data: v.optional(v.nullable(hex)),
          operation: operationNumber,
        })
        const call = readBody(shape, request.body)
        const data: Hex = call.data ?? '0x'
        return ok({
          ...(await nonces(world, safe.address)),
          safeTxGas: `${await estimateGas(world, safe, { ...call, data })}`,
        })
      },
    },
  ]
}

async function contract(world: Gateway, wanted: Address) {
  const token = await world.tokens.info(wanted)
  const name = contractName(wanted) ?? token?.name ?? null
  if (name === null) throw new Refusal(404, { code: 404, message: 'An error occurred' })
  return {
    address: wanted,
    name,
    displayName: name,
    logoUri: token?.logoUri ?? contractLogo(wanted),
    contractAbi: null,
    trustedForDelegateCall: isTrustedForDelegateCall(wanted),
  }
}
