import type { Address, Hex } from 'viem'
import { Refusal } from '../http/Reply.ts'
import type { ModuleExecution, Transfer } from '../indexer/ChainFacts.ts'
import { balancesOf } from '../read/balancesOf.ts'
import * as Multisig from '../read/Multisig.ts'
import type { SafeState } from '../read/SafeReader.ts'
import * as Timeline from '../read/Timeline.ts'
import type { Delegate, SafeMessage } from '../store/Store.ts'
import { type Change, requireSafe, type World } from '../World.ts'
import { type Cache, createCache } from './createCache.ts'

/**
 * Reads by the gateway from the transaction service behind it. With the `cached` fault on, answers are kept for a
 * minute and 404s for half a minute, unless an event clears them.
 */
export type Documents = {
  /** Throws a 404 Refusal if the address is not a Safe. */
  safe(address: Address): Promise<SafeState>
  /** Throws a 404 Refusal if the hash is unknown. */
  multisig(safeTxHash: Hex): Promise<Multisig.Multisig>
  /** The real gateway keeps a list once for each way in which it was `asked` for, such as the length of a page. */
  multisigs(safe: Address, asked: string): Promise<readonly Multisig.Multisig[]>
  history(safe: Address, asked: string): Promise<readonly Timeline.Entry[]>
  incoming(safe: Address): Promise<readonly Transfer[]>
  moduleExecutions(safe: Address): Promise<readonly ModuleExecution[]>
  balances(safe: Address, trusted: boolean): ReturnType<typeof balancesOf>
  /** Latest first. */
  messages(safe: Address): Promise<readonly SafeMessage[]>
  /** Throws a 404 Refusal if the hash is unknown. */
  message(messageHash: Hex): Promise<SafeMessage>
  delegates(safe: Address | null): Promise<readonly Delegate[]>
  /** Applies a change's event, by default after the delay of the `eventDelay` fault. */
  change(change: Change, delay?: number): void
  /** Forgets the data from a chain that is gone. */
  forgetAll(): void
}

/** The dependencies of the gateway's routes. */
export type Gateway = World & { readonly documents: Documents }

/** A gateway in front of the service, with an empty cache. */
export function createGateway(world: World): Gateway {
  const cache = createCache(() => performance.now())
  function read<T>(key: string, load: () => Promise<T>, asked = ''): Promise<T> {
    if (world.faults.get().cached) return cache.read(key, asked, load)
    cache.forgetAll()
    return load()
  }
  return { ...world, documents: documentsOf(world, cache, read) }
}

function documentsOf(
  world: World,
  cache: Cache,
  read: <T>(key: string, load: () => Promise<T>, asked?: string) => Promise<T>,
): Documents {
  const { store } = world
  return {
    safe: (address) => read(`safe ${address}`, () => requireSafe(world, address)),
    multisig: (safeTxHash) =>
      read(`multisig ${safeTxHash}`, async () => {
        const entry = await Multisig.find(world, safeTxHash)
        if (entry === null) throw notFound()
        return entry
      }),
    multisigs: (safe, asked) => read(`multisigs ${safe}`, () => Multisig.ofSafe(world, safe), asked),
    history: (safe, asked) => read(`history ${safe}`, () => Timeline.ofSafe(world, safe), asked),
    incoming: (safe) =>
      read(`incoming ${safe}`, async () =>
        world.indexer
          .facts()
          .transfers.filter(({ to }) => to === safe)
          .reverse(),
      ),
    moduleExecutions: (safe) =>
      read(`modules ${safe}`, async () =>
        world.indexer
          .facts()
          .moduleExecutions.filter((entry) => entry.safe === safe)
          .reverse(),
      ),
    balances: (safe, trusted) => {
      const kind = trusted ? 'trusted' : 'all'
      return read(`balances ${kind} ${safe}`, () => balancesOf(world, safe, trusted))
    },
    messages: (safe) =>
      read(`messages ${safe}`, async () =>
        [...store.messages.values()]
          .filter((entry) => entry.safe === safe)
          .sort((a, b) => b.created - a.created),
      ),
    message: (messageHash) =>
      read(`message ${messageHash}`, async () => {
        const entry = store.messages.get(messageHash)
        if (entry === undefined) throw notFound()
        return entry
      }),
    delegates: (safe) =>
      read(`delegates ${safe}`, async () =>
        store.delegates.filter((entry) => safe === null || entry.safe === safe),
      ),
    change: (change, delay = world.faults.get().eventDelay) => cache.clear(clearedBy(change), delay),
    forgetAll: () => cache.forgetAll(),
  }
}

/** The documents that the gateway forgets when it hears of a change. */
function clearedBy(change: Change): readonly string[] {
  const { safe } = change
  const multisig = (safeTxHash: Hex) => [`multisigs ${safe}`, `multisig ${safeTxHash}`]
  const balances = [`balances trusted ${safe}`, `balances all ${safe}`]
  switch (change.kind) {
    case 'multisig':
      return multisig(change.safeTxHash)
    case 'execution':
      return [...multisig(change.safeTxHash), `history ${safe}`, `safe ${safe}`]
    case 'module':
      return [`history ${safe}`, `modules ${safe}`, `safe ${safe}`]
    case 'transfer':
      return [...balances, `history ${safe}`, `incoming ${safe}`, `multisigs ${safe}`]
    case 'message':
      return [`messages ${safe}`, `message ${change.messageHash}`]
    case 'delegate':
      return [`delegates ${safe}`, 'delegates null']
  }
}

function notFound(): Refusal {
  return new Refusal(404, { code: 404, message: 'An error occurred' })
}
