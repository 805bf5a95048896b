import { ok } from '../http/Reply.ts'
import type { Route } from '../http/Route.ts'
import * as Multisig from '../read/Multisig.ts'
import { filterMultisigs } from '../tx-service/filterMultisigs.ts'
import { requireSafe, type World } from '../World.ts'
import { neighbours, readCursor } from './cursor.ts'
import { historyPage, isShown } from './historyPage.ts'
import { addressParam, booleanQuery, CHAIN } from './params.ts'
import { queuePage } from './queuePage.ts'
import { moduleSummary, multisigSummary, transferSummary } from './summary.ts'

/** Lists of transactions of a Safe. */
export function listRoutes(world: World): readonly Route[] {
  const get = (path: string, handle: Route['handle']): Route => ({
    method: 'GET',
    path: `${CHAIN}/safes/:safe/${path}`,
    handle,
  })
  return [
    get('transactions/queued', async (request) =>
      ok(
        await queuePage(
          world,
          addressParam(request, 'safe'),
          request.url,
          booleanQuery(request, 'trusted', true),
        ),
      ),
    ),
    get('transactions/history', async (request) => {
      const { searchParams } = request.url
      const page = await historyPage(world, addressParam(request, 'safe'), request.url, {
        trusted: booleanQuery(request, 'trusted', true),
        imitation: booleanQuery(request, 'imitation', true),
        timezone: searchParams.get('timezone'),
        timezoneOffset: Number(searchParams.get('timezone_offset') ?? 0) || 0,
      })
      return ok(page)
    }),
    get('multisig-transactions', async (request) => {
      const safe = await requireSafe(world, addressParam(request, 'safe'))
      const all = filterMultisigs(await Multisig.ofSafe(world, safe.address), request)
      const window = readCursor(request.url)
      const shown = all.slice(window.offset, window.offset + window.limit)
      const results = await Promise.all(
        shown.map(async (entry) => ({
          type: 'TRANSACTION',
          transaction: await multisigSummary(world, entry, safe),
          conflictType: 'None',
        })),
      )
      return ok({ ...neighbours(request.url, window, all.length), results })
    }),
    get('incoming-transfers', async (request) => {
      const { address } = await requireSafe(world, addressParam(request, 'safe'))
      const token = request.url.searchParams.get('token_address')?.toLowerCase()
      const facts = world.indexer.facts()
      const all = facts.transfers
        .filter(
          (entry) => entry.to === address && (token === undefined || entry.token?.toLowerCase() === token),
        )
        .reverse()
      const window = readCursor(request.url)
      const shown = all.slice(window.offset, window.offset + window.limit)
      const rows = await Promise.all(shown.map((entry) => transferSummary(world, address, entry)))
      const trusted = booleanQuery(request, 'trusted', true)
      const results = rows
        .filter(({ txInfo }) => isShown(txInfo, trusted))
        .map((transaction) => ({ type: 'TRANSACTION', transaction, conflictType: 'None' }))
      return ok({ ...neighbours(request.url, window, all.length), results })
    }),
    get('module-transactions', async (request) => {
      const { address } = await requireSafe(world, addressParam(request, 'safe'))
      const facts = world.indexer.facts()
      const all = facts.moduleExecutions.filter((entry) => entry.safe === address).reverse()
      const window = readCursor(request.url)
      const shown = all.slice(window.offset, window.offset + window.limit)
      const rows = await Promise.all(shown.map((entry) => moduleSummary(world, entry)))
      const results = rows.map((transaction) => ({ type: 'TRANSACTION', transaction, conflictType: 'None' }))
      return ok({ count: all.length, ...neighbours(request.url, window, all.length), results })
    }),
  ]
}
