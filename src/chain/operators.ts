/** Parent domains of one operator: they share machines, so they fail, lag and lie together. */
const operators: Readonly<Record<string, readonly string[]>> = {
  nodereal: ['bnbchain.org', 'binance.org', 'defibit.io', 'ninicoin.io', 'nodereal.io'],
  alchemy: ['blastapi.io', 'alchemy.com'],
  drpc: ['drpc.org', 'thirdweb.com'],
  allnodes: ['publicnode.com', 'allnodes.com'],
}

/**
 * Who runs an endpoint. Two addresses of one operator are one witness (`money.md` 1), so unknown hosts are told apart by
 * their parent domain, and only hosts of this machine by their port.
 */
export function operatorOf(url: string): string {
  const { hostname, host } = new URL(url)
  if (/^(localhost|127\.[0-9.]+|\[::1\])$/.test(hostname)) return host
  if (/^[0-9.]+$|^\[/.test(hostname)) return hostname
  const parent = hostname.split('.').slice(-2).join('.')
  return Object.entries(operators).find(([, domains]) => domains.includes(parent))?.[0] ?? parent
}
