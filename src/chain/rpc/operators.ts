/**
 * Initial knowledge about public endpoints, one line per operator. Endpoints of one operator share machines,
 * so they fail, lag and lie together. `places` ranks an endpoint for a method, 0 first; `*` covers the
 * methods without a rank of their own. A wrong entry costs a request but never an answer: an endpoint that
 * refuses is skipped and remembered.
 */
const operators: readonly Operator[] = [
  {
    hosts: ['bnbchain.org', 'binance.org', 'defibit.io', 'ninicoin.io', 'nodereal.io'],
    places: { eth_getLogs: 3 },
  },
  { hosts: ['48.club'] },
  { hosts: ['blxrbdn.com'] },
  // Logs of at most 50 blocks.
  { hosts: ['blastapi.io', 'alchemy.com'], places: { eth_getLogs: 2 } },
  { hosts: ['blockrazor.xyz'], places: { '*': 1 } },
  { hosts: ['drpc.org', 'thirdweb.com'], places: { '*': 1 } },
  { hosts: ['1rpc.io'], places: { '*': 1, eth_getLogs: 2 } },
  // Serves logs near the head, but no receipts.
  {
    hosts: ['publicnode.com', 'allnodes.com'],
    places: { '*': 2, eth_getLogs: 1, eth_getTransactionReceipt: 3 },
  },
]

type Operator = {
  readonly hosts: readonly string[]
  readonly places?: { readonly [method: string]: number }
}

/**
 * The operator of an endpoint. Two hosts of one operator count as one witness (`docs/money.md` 1). Unknown
 * hosts are therefore grouped by parent domain; only numeric addresses and localhost are told apart by host
 * and port.
 */
export function operatorOf(url: string): string {
  const { hostname, host } = new URL(url)
  if (!/\.[a-z]+$/.test(hostname))
    return hostname === 'localhost' || hostname.startsWith('127.') ? host : hostname
  const parent = parentOf(hostname)
  return knownOperator(parent)?.hosts[0] ?? parent
}

/** The rank of an endpoint for a method, 0 first. */
export function placeOf(url: string, method: string): number {
  const places = knownOperator(parentOf(new URL(url).hostname))?.places
  return places?.[method] ?? places?.['*'] ?? 0
}

function parentOf(hostname: string): string {
  return hostname.split('.').slice(-2).join('.')
}

function knownOperator(parent: string): Operator | undefined {
  return operators.find(({ hosts }) => hosts.includes(parent))
}
