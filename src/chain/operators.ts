/** Parent domains of one operator, a line each: they share machines, so they fail, lag and lie together. */
const operators: readonly string[] = [
  'bnbchain.org binance.org defibit.io ninicoin.io nodereal.io',
  'blastapi.io alchemy.com',
  'drpc.org thirdweb.com',
  'publicnode.com allnodes.com',
]

/**
 * Who runs an endpoint. Two addresses of one operator are one witness (`money.md` 1), so unknown hosts are told apart by
 * their parent domain, and only those that are numbers, or this machine, by host and port.
 */
export function operatorOf(url: string): string {
  const { hostname, host } = new URL(url)
  if (!/\.[a-z]+$/.test(hostname))
    return hostname === 'localhost' || hostname.startsWith('127.') ? host : hostname
  const parent = hostname.split('.').slice(-2).join('.')
  return operators.find((own) => own.split(' ').includes(parent)) ?? parent
}
