import type { Address } from 'viem'
import { ok, Refusal } from '../http/Reply.ts'
import type { Request, Route } from '../http/Route.ts'
import { moduleId, type Transfer, transferId } from '../indexer/ChainFacts.ts'
import * as Timeline from '../read/Timeline.ts'
import { requireSafe, type World } from '../World.ts'
import { page } from './page.ts'
import { addressParam, addressQuery, booleanQuery } from './params.ts'
import * as present from './present.ts'

/** Transfers, modules' transactions, and everything executed in one list. */
export function transferRoutes(world: World, base: string): readonly Route[] {
  const get = (path: string, handle: Route['handle']): Route => ({
    method: 'GET',
    path: `${base}${path}`,
    handle,
  })
  const transfers = async (request: Request, touches: (transfer: Transfer, safe: Address) => boolean) => {
    const safe = addressParam(request, 'safe')
    await requireSafe(world, safe)
    const facts = world.indexer.facts()
    const found = facts.transfers.filter((entry) => touches(entry, safe) && asked(entry, request)).reverse()
    const { results, ...rest } = page(request.url, found)
    return ok({ ...rest, results: await Promise.all(results.map((entry) => presented(world, entry))) })
  }
  const all: Route['handle'] = async (request) => {
    const safe = addressParam(request, 'safe')
    const { threshold } = await requireSafe(world, safe)
    const { results, ...rest } = page(request.url, await Timeline.ofSafe(world, safe), 20, 100)
    return ok({
      ...rest,
      results: await Promise.all(results.map((entry) => presentEntry(world, entry, threshold))),
    })
  }
  return [
    get('/v1/safes/:safe/all-transactions', all),
    get('/v2/safes/:safe/all-transactions', all),
    get('/v1/safes/:safe/transfers', (request) =>
      transfers(request, ({ from, to }, safe) => from === safe || to === safe),
    ),
    get('/v1/safes/:safe/incoming-transfers', (request) => transfers(request, ({ to }, safe) => to === safe)),
    get('/v1/transfer/:id', async ({ params }) => {
      const facts = world.indexer.facts()
      const found = facts.transfers.find((entry) => transferId(entry) === params.id)
      if (found === undefined) throw new Refusal(404)
      return ok(await presented(world, found))
    }),
    get('/v1/safes/:safe/module-transactions', async (request) => {
      const safe = addressParam(request, 'safe')
      await requireSafe(world, safe)
      const { moduleExecutions } = world.indexer.facts()
      return ok(
        page(
          request.url,
          moduleExecutions
            .filter((entry) => entry.safe === safe)
            .reverse()
            .map((entry) => present.module(entry, world.decode)),
        ),
      )
    }),
    get('/v1/module-transaction/:id', async ({ params }) => {
      const { moduleExecutions } = world.indexer.facts()
      const found = moduleExecutions.find((entry) => moduleId(entry) === params.id)
      if (found === undefined) throw new Refusal(404)
      return ok(present.module(found, world.decode))
    }),
  ]
}

/** Filters by kind: `true` keeps only that kind, `false` everything else. */
const kinds = [
  ['erc20', 'ERC20_TRANSFER'],
  ['erc721', 'ERC721_TRANSFER'],
  ['ether', 'ETHER_TRANSFER'],
] as const

function asked(entry: Transfer, request: Request): boolean {
  const { searchParams } = request.url
  const token = addressQuery(request, 'token_address')
  const from = addressQuery(request, '_from')
  const to = addressQuery(request, 'to')
  const value = searchParams.get('value')
  if (token !== null && entry.token !== token) return false
  if (from !== null && entry.from !== from) return false
  if (to !== null && entry.to !== to) return false
  for (const [name, type] of kinds) {
    const wanted = booleanQuery(request, name, null)
    if (wanted !== null && (entry.type === type) !== wanted) return false
  }
  return value === null || `${entry.value}` === value
}

async function presented(world: World, entry: Transfer) {
  return present.transfer(entry, entry.token === null ? null : await world.tokens.info(entry.token))
}

async function presentEntry(world: World, entry: Timeline.Entry, threshold: number) {
  const transfers = await Promise.all(entry.transfers.map((transfer) => presented(world, transfer)))
  if (entry.kind === 'multisig') {
    return {
      ...present.multisig(entry.multisig, threshold, world.decode),
      transfers,
      txType: 'MULTISIG_TRANSACTION',
    }
  }
  if (entry.kind === 'module') {
    return { ...present.module(entry.module, world.decode), transfers, txType: 'MODULE_TRANSACTION' }
  }
  const { from, to, input, blockNumber } = await world.client.getTransaction({ hash: entry.txHash })
  return {
    executionDate: new Date(entry.timestamp).toISOString(),
    to,
    data: input === '0x' ? null : input,
    txHash: entry.txHash,
    blockNumber: Number(blockNumber),
    transfers,
    txType: 'ETHEREUM_TRANSACTION',
    from,
  }
}
