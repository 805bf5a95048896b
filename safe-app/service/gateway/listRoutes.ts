import { type Address, parseEther, parseUnits } from 'viem'
import { ok, Refusal } from '../http/Reply.ts'
import type { Request, Route } from '../http/Route.ts'
import { filterMultisigs } from '../read/filterMultisigs.ts'
import { neighbours, readCursor } from './cursor.ts'
import type { Gateway } from './Gateway.ts'
import { historyPage, isShown } from './historyPage.ts'
import { addressParam, addressQuery, booleanQuery, chainPath, integerQuery, timezoneQuery } from './params.ts'
import { queuePage } from './queuePage.ts'
import { moduleSummary, multisigSummary, transferSummary } from './summary.ts'

/** Lists of transactions of a Safe. */
export function listRoutes(world: Gateway): readonly Route[] {
  const get = (path: string, handle: Route['handle']): Route => ({
    method: 'GET',
    path: `${chainPath(world)}/safes/:safe/${path}`,
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
      const safe = addressParam(request, 'safe')
      const page = await historyPage(world, safe, request.url, {
        timezoneOffset: integerQuery(request, 'timezone_offset'),
        trusted: booleanQuery(request, 'trusted', true),
        imitation: booleanQuery(request, 'imitation', true),
        timezone: timezoneQuery(request, 'timezone'),
      })
      return ok(page)
    }),
    get('multisig-transactions', async (request) => ok(await multisigPage(world, request))),
    get('incoming-transfers', async (request) => ok(await incomingPage(world, request))),
    get('module-transactions', async (request) => {
      const { address } = await world.documents.safe(addressParam(request, 'safe'))
      const all = await world.documents.moduleExecutions(address)
      const window = readCursor(request.url)
      const shown = all.slice(window.offset, window.offset + window.limit)
      const rows = await Promise.all(shown.map((entry) => moduleSummary(world, entry)))
      const results = rows.map((transaction) => ({ type: 'TRANSACTION', transaction, conflictType: 'None' }))
      return ok({ count: all.length, ...neighbours(request.url, window, all.length), results })
    }),
  ]
}

async function multisigPage(world: Gateway, request: Request) {
  const { searchParams } = request.url
  const address = addressParam(request, 'safe')
  const to = addressQuery(request, 'to')
  const executed = booleanQuery(request, 'executed', null)
  const value = await weiOf(world, searchParams.get('value'), null)
  const safe = await world.documents.safe(address)
  const nonce = searchParams.get('nonce')
  const all = filterMultisigs(await world.documents.multisigs(address, request.url.search), {
    executed,
    to,
    value,
    trusted: true,
    nonce: { is: nonce !== null && /^\d+$/.test(nonce) ? BigInt(nonce) : null },
    executedFrom: time(request, 'execution_date__gte'),
    executedUntil: time(request, 'execution_date__lte'),
  })
  const window = readCursor(request.url)
  const shown = all.slice(window.offset, window.offset + window.limit)
  const results = await Promise.all(
    shown.map(async (entry) => ({
      type: 'TRANSACTION',
      transaction: await multisigSummary(world, entry, safe),
      conflictType: 'None',
    })),
  )
  return { ...neighbours(request.url, window, all.length), results }
}

async function incomingPage(world: Gateway, request: Request) {
  const address = addressParam(request, 'safe')
  const trusted = booleanQuery(request, 'trusted', true)
  const to = addressQuery(request, 'to')
  const token = addressQuery(request, 'token_address')
  const value = await weiOf(world, request.url.searchParams.get('value'), token)
  const [from, until] = [time(request, 'execution_date__gte'), time(request, 'execution_date__lte')]
  await world.documents.safe(address)
  const all = (await world.documents.incoming(address)).filter(
    (entry) =>
      (token === null || entry.token === token) &&
      (to === null || entry.to === to) &&
      (value === null || `${entry.value}` === value) &&
      (from === null || entry.timestamp >= from) &&
      (until === null || entry.timestamp <= until),
  )
  const window = readCursor(request.url)
  const shown = all.slice(window.offset, window.offset + window.limit)
  const rows = await Promise.all(shown.map((entry) => transferSummary(world, address, entry)))
  const results = rows
    .filter(({ txInfo }) => isShown(txInfo, trusted))
    .map((transaction) => ({ type: 'TRANSACTION', transaction, conflictType: 'None' }))
  return { ...neighbours(request.url, window, all.length), results }
}

/** The gateway takes amounts in whole BNB or tokens, and asks the transaction service in base units. */
async function weiOf(world: Gateway, text: string | null, token: Address | null): Promise<string | null> {
  if (text === null || text === '') return null
  if (token === null) return `${parseEther(text)}`
  const info = await world.tokens.info(token)
  if (info === null) throw new Refusal(404, { code: 404, message: 'An error occurred' })
  return `${parseUnits(text, info.decimals)}`
}

function time(request: Request, name: string): number | null {
  const text = request.url.searchParams.get(name)
  return text === null ? null : Date.parse(text)
}
