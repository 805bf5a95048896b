import type { RpcFaults } from './RpcFaults.ts'

/** A public endpoint's behavior, which a local endpoint can imitate. */
export type Persona = {
  /** Its name in the host's Faults tab. */
  readonly label: string
  /**
   * False for an endpoint without usable answers: alone it leaves an app nothing, beside another it only
   * causes delays.
   */
  readonly serves: boolean
  readonly faults: Partial<RpcFaults>
}

const RECEIPTS = ['eth_getTransactionReceipt', 'eth_getBlockReceipts']

/** Blocks per day at a block time of 0.45 s. */
const DAY = 192_000

/** Public endpoints of BNB Smart Chain without a key, and behaviors seen in others. */
export const personas = {
  honest: { label: 'Honest', serves: true, faults: {} },
  bnbChain: {
    label: 'BNB Chain: no logs, batches of 25',
    serves: true,
    faults: { logsOff: true, batchLimit: { most: 25, as: 'error' } },
  },
  club48: {
    label: '48 Club: logs of 5,000 blocks, 6 days deep',
    serves: true,
    faults: { logRange: 5_000, logDepth: 6 * DAY },
  },
  blast: { label: 'Blast: logs of 50 blocks', serves: true, faults: { logRange: 50 } },
  bloxroute: {
    label: 'bloXroute: 5 requests a second',
    serves: true,
    faults: { logRange: 5_000, perSecond: { most: 5, retryAfter: null } },
  },
  drpc: {
    label: 'dRPC: batches of 3, refused with HTTP 500',
    serves: true,
    faults: { batchLimit: { most: 3, as: 'entries' }, logRange: 10_000 },
  },
  publicNode: {
    label: 'PublicNode: no receipts, logs near the head',
    serves: true,
    faults: {
      refuses: { methods: RECEIPTS, code: -32701, message: 'Please order a dedicated node to read receipts' },
      logRange: 7_900,
      logDepth: 7_900,
    },
  },
  oneRpc: {
    label: '1RPC: logs of 50 blocks, batches refused with a page',
    serves: true,
    faults: { logRange: 50, batchLimit: { most: 10, as: 'page' } },
  },
  limited: {
    label: 'Limited: 8 requests a second, then 2 s of rest',
    serves: true,
    faults: { perSecond: { most: 8, retryAfter: 2 } },
  },
  lagging: { label: 'Lagging: 20 blocks behind', serves: true, faults: { staleHead: 20 } },
  noFinality: {
    label: 'Knows no final block',
    serves: true,
    faults: {
      finalizedError: { code: -32602, message: 'invalid argument 0: unknown block tag "finalized"' },
    },
  },
  dead: { label: 'Dead', serves: false, faults: { down: true } },
  silent: { label: 'Never answers', serves: false, faults: { hang: true } },
  busy: { label: 'Always busy (HTTP 429)', serves: false, faults: { status: 429 } },
  resting: {
    label: 'Busy for a minute (Retry-After)',
    serves: false,
    faults: { status: 429, retryAfter: 60 },
  },
  failing: { label: 'Fails (HTTP 503)', serves: false, faults: { status: 503 } },
  page: { label: 'Answers a web page', serves: false, faults: { html: true } },
  noCors: { label: 'Lets no web page ask (no CORS)', serves: false, faults: { corsOff: true } },
  wrongChain: { label: 'Is on chain 1', serves: false, faults: { chainId: 1 } },
  cutShort: { label: 'JSON cut short', serves: false, faults: { malformed: true } },
  shapeless: { label: 'Results of no shape', serves: false, faults: { body: 'shapeless' } },
  swapped: { label: 'Answers to other questions', serves: false, faults: { body: 'swapped' } },
  twice: { label: 'Two answers to each question', serves: false, faults: { body: 'twice' } },
  huge: { label: 'Answers of 20 MB', serves: false, faults: { body: 'huge' } },
  endless: { label: 'Answers without end', serves: false, faults: { body: 'endless' } },
} as const satisfies Readonly<Record<string, Persona>>

export type PersonaName = keyof typeof personas
