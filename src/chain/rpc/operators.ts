/**
 * What is known of public endpoints before the first question, a line for each operator. Endpoints of one operator share
 * machines, so they fail, lag and lie together. `places` says in which place an endpoint is asked a method, 0 before all
 * others; `*` stands for the methods that have no place of their own. Whatever is wrong here costs a request, never an
 * answer: an endpoint that refuses is passed over, and remembered.
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
  // Serves logs near the head, and no receipts.
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
 * Who runs an endpoint. Two addresses of one operator are one witness (`docs/money.md` 1), so unknown hosts are told apart by
 * their parent domain, and only those that are numbers, or this machine, by host and port.
 */
export function operatorOf(url: string): string {
  const { hostname, host } = new URL(url)
  if (!/\.[a-z]+$/.test(hostname))
    return hostname === 'localhost' || hostname.startsWith('127.') ? host : hostname
  const parent = parentOf(hostname)
  return knownOperator(parent)?.hosts[0] ?? parent
}

/** In which place an endpoint is asked a method: 0 before all others. */
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
