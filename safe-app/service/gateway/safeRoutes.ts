import { type Address, getAddress, isAddress, zeroAddress } from 'viem'
import { ok } from '../http/Reply.ts'
import type { Request, Route } from '../http/Route.ts'
import { collectiblesOf } from '../read/collectiblesOf.ts'
import { waiting as waitingOf } from '../read/Multisig.ts'
import type { SafeState } from '../read/SafeReader.ts'
import { safesOfOwner } from '../read/safesOf.ts'
import { named, plain } from './AddressInfo.ts'
import { RECOMMENDED_VERSION } from './chainConfig.ts'
import { neighbours, readCursor } from './cursor.ts'
import type { Gateway } from './Gateway.ts'
import { addressParam, booleanQuery, chainPath } from './params.ts'

/** A Safe's state, balances and overview. */
export function safeRoutes(world: Gateway): readonly Route[] {
  const overview: Route['handle'] = async (request) => ok(await overviews(world, request))
  return [
    {
      method: 'GET',
      path: `${chainPath(world)}/safes/:safe`,
      handle: async (request) =>
        ok(await safeState(world, await world.documents.safe(addressParam(request, 'safe')))),
    },
    {
      method: 'GET',
      path: `${chainPath(world)}/safes/:safe/nonces`,
      handle: async (request) => ok(await nonces(world, addressParam(request, 'safe'))),
    },
    {
      method: 'GET',
      path: `${chainPath(world)}/safes/:safe/balances/:fiat`,
      handle: async (request) => {
        const { address } = await world.documents.safe(addressParam(request, 'safe'))
        return ok(await world.documents.balances(address, booleanQuery(request, 'trusted', false)))
      },
    },
    {
      method: 'GET',
      path: `${chainPath(world, 'v2')}/safes/:safe/collectibles`,
      handle: async (request) => {
        const { address } = await world.documents.safe(addressParam(request, 'safe'))
        const all = await collectiblesOf(world, address)
        const window = readCursor(request.url)
        const results = all.slice(window.offset, window.offset + window.limit)
        return ok({ count: all.length, ...neighbours(request.url, window, all.length), results })
      },
    },
    {
      method: 'GET',
      path: `${chainPath(world)}/owners/:owner/safes`,
      handle: async (request) => ok({ safes: await safesOfOwner(world, addressParam(request, 'owner')) }),
    },
    { method: 'GET', path: '/v1/safes', handle: overview },
    { method: 'GET', path: '/v2/safes', handle: overview },
  ]
}

/** The current nonce, and the first that no queued transaction uses. */
export async function nonces(world: Gateway, safe: Address) {
  const { nonce } = await world.documents.safe(safe)
  const used = (await world.documents.multisigs(safe, 'highest nonce'))
    .filter(({ trusted }) => trusted)
    .map(({ tx }) => Number(tx.nonce) + 1)
  return { currentNonce: nonce, recommendedNonce: Math.max(nonce, ...used) }
}

async function safeState(world: Gateway, safe: SafeState) {
  const facts = world.indexer.facts()
  const all = await world.documents.multisigs(safe.address, 'all')
  const waiting = all.filter(({ execution, tx }) => execution === null && tx.nonce >= BigInt(safe.nonce))
  const moved = facts.transfers.filter(({ from, to }) => from === safe.address || to === safe.address)
  const executed = all.filter(({ execution }) => execution !== null).map(({ modified }) => modified)
  const byModules = facts.moduleExecutions.filter((entry) => entry.safe === safe.address)
  const messages = await world.documents.messages(safe.address)
  const handler = safe.fallbackHandler === zeroAddress ? null : await named(world, safe.fallbackHandler)
  return {
    address: plain(safe.address),
    chainId: `${world.network.id}`,
    nonce: safe.nonce,
    threshold: safe.threshold,
    owners: safe.owners.map(plain),
    implementation: await named(world, safe.masterCopy),
    implementationVersionState: safe.version === RECOMMENDED_VERSION ? 'UP_TO_DATE' : 'OUTDATED',
    collectiblesTag: tag(
      moved.filter(({ type }) => type === 'ERC721_TRANSFER').map(({ timestamp }) => timestamp),
    ),
    txQueuedTag: tag(waiting.map(({ modified }) => modified)),
    txHistoryTag: tag([
      ...executed,
      ...moved.map((entry) => entry.timestamp),
      ...byModules.map((entry) => entry.timestamp),
    ]),
    messagesTag: tag(messages.map(({ modified }) => modified)),
    modules:
      safe.modules.length === 0
        ? null
        : await Promise.all(safe.modules.map((module) => named(world, module))),
    fallbackHandler: handler,
    guard: safe.guard === zeroAddress ? null : plain(safe.guard),
    version: safe.version,
  }
}

/** Unix seconds of the latest change, as a string; null if there was none. */
function tag(times: readonly number[]): string | null {
  return times.length === 0 ? null : `${Math.floor(Math.max(...times) / 1000)}`
}

async function overviews(world: Gateway, request: Request) {
  const { searchParams } = request.url
  const wallet = searchParams.get('wallet_address')
  const asked = (searchParams.get('safes') ?? '').split(',').slice(0, 10)
  const trusted = booleanQuery(request, 'trusted', false)
  const all = await Promise.all(
    asked.map(async (text) => {
      const [chainId, address] = text.split(':')
      if (
        chainId !== `${world.network.id}` ||
        address === undefined ||
        !isAddress(address, { strict: false })
      )
        return []
      // A Safe that cannot be read is omitted silently.
      const safe = await world.documents.safe(getAddress(address)).catch(() => null)
      if (safe === null) return []
      const queue = waitingOf(await world.documents.multisigs(safe.address, 'waiting'), safe.nonce, true)
      const owner = wallet !== null && isAddress(wallet, { strict: false }) ? getAddress(wallet) : null
      const signable = queue.filter(
        ({ confirmations }) =>
          confirmations.length < safe.threshold && !confirmations.some((entry) => entry.owner === owner),
      )
      return [
        {
          address: plain(safe.address),
          chainId,
          threshold: safe.threshold,
          owners: safe.owners.map(plain),
          fiatTotal: (await world.documents.balances(safe.address, trusted)).fiatTotal,
          queued: queue.length,
          awaitingConfirmation: owner === null ? null : signable.length,
        },
      ]
    }),
  )
  return all.flat()
}
