import { RpcError } from '#chain/rpc/Rpc.ts'
import { foreignWords } from '../foreignText.ts'

/** Puts what an `Rpc` of one endpoint threw into words that go on after the endpoint's name. */
export function rpcFault(thrown: unknown, url: string): string {
  const chainId = chainOf(thrown)
  return chainId === null ? wordsOf(thrown, url) : `is on chain ${chainId}`
}

/** The client checks the chain by itself and tells a wrong one in its message alone. */
function chainOf(thrown: unknown): number | null {
  const told = thrown instanceof Error ? / is on chain (\d{1,15})$/.exec(thrown.message)?.[1] : undefined
  return told === undefined ? null : Number(told)
}

function wordsOf(thrown: unknown, url: string): string {
  if (!(thrown instanceof Error)) return 'fails'
  if (thrown instanceof RpcError) {
    const said = foreignWords(thrown.message, url)
    return `refuses: “${said || 'no words'}”${Number.isSafeInteger(thrown.code) ? ` (${thrown.code})` : ''}`
  }
  // The client gives an endpoint that long.
  if (thrown.name === 'TimeoutError') return 'gives no answer within 3 s'
  if (thrown instanceof SyntaxError) return 'answers something that is not JSON'
  const status = / answered with error (\d{3})$/.exec(thrown.message)?.[1]
  if (status) return `answers HTTP ${status}`
  if (/ is on chain /.test(thrown.message)) return 'does not say which chain it is on'
  if (/ answered too much$/.test(thrown.message)) return 'answers too much to be read'
  if (/ answered nothing$|^No answer to /.test(thrown.message)) return 'answers without a result'
  // Browsers do not tell a page why a request failed.
  if (thrown instanceof TypeError) return 'cannot be reached: it is down, or does not let web pages ask'
  return 'answers something that cannot be read'
}
