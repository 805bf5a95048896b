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

/** Hosts without a domain of their own, so that nothing distinguishes their operators. */
const NO_DOMAIN = 'no domain'

/**
 * The operator of an endpoint. Two hosts of one operator count as one witness (`docs/money.md` 1), so hosts are one
 * operator unless their domains differ: unknown ones are grouped by parent domain, and everything without a domain
 * (numeric addresses, names without a dot) is one. Only this machine is distinguished by name and port, so that a
 * local chain can have two.
 */
export function operatorOf(url: string): string {
  const { port } = new URL(url)
  const hostname = hostOf(url)
  if (isLoopback(hostname)) return `${hostname}:${port}`
  if (isNumeric(hostname) || !hostname.includes('.')) return NO_DOMAIN
  const parent = parentOf(hostname)
  return knownOperator(parent)?.hosts[0] ?? parent
}

/** The rank of an endpoint for a method, 0 first. */
export function placeOf(url: string, method: string): number {
  const places = knownOperator(parentOf(hostOf(url)))?.places
  return places?.[method] ?? places?.['*'] ?? 0
}

/** The host in one form: lower case, without the dot that ends a full domain name. */
function hostOf(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/\.+$/, '')
}

function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.|^\[::1\]$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname)
}

function isNumeric(hostname: string): boolean {
  return hostname.startsWith('[') || /^[0-9.]+$/.test(hostname)
}

function parentOf(hostname: string): string {
  return hostname.split('.').slice(-2).join('.')
}

function knownOperator(parent: string): Operator | undefined {
  return operators.find(({ hosts }) => hosts.includes(parent))
}
