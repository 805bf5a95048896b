/** The host's faults. All off is the faithful host. */
export type Faults = {
  /** Every reply waits this long, in milliseconds. */
  readonly delay: number
  /** This many incoming messages are dropped unread. */
  readonly drop: number
  /** No request is ever answered. */
  readonly silent: boolean
  /** Every reply is posted twice. */
  readonly twice: boolean
  /** The acting wallet rejects this many signatures; the app gets no answer. */
  readonly refuse: number
  /** The app is never notified that its dialog was closed. */
  readonly closeSilent: boolean
  /** The app is notified this much later, in milliseconds: Safe{Wallet} 1.95 took about 3 s. */
  readonly closeDelay: number
  /** Replies come from a nested frame on another origin. */
  readonly relay: boolean
  /** Malformed messages are posted before every reply. */
  readonly junk: boolean
  /** "Request failed" for the next calls of a method, with their number. */
  readonly fail: Readonly<Record<string, number>>
  /** The lie of getTxBySafeTxHash: another transaction, or this one with another recipient or value. */
  readonly lieTx: LieTx
  /** sendTransactions answers with the safeTxHash of another transaction. */
  readonly lieHash: boolean
  /** getTxBySafeTxHash fails for this many seconds after a hash is first seen. */
  readonly notFound: number
  /** Adding to the batch posts nothing to the service, unlike Safe{Wallet}, which posts it without a signature. */
  readonly noDrafts: boolean
  /** How long messages are lost, in milliseconds, during the communicator's rebuild. */
  readonly rebuildGap: number
}

export const lies = ['no', 'other', 'to', 'value'] as const
export type LieTx = (typeof lies)[number]

/**
 * The real host rebuilds its communicator in one render pass when the backend lists the app: 4 of 7 measured
 * runs lost a message. Zero would be kinder than the real one.
 */
const DEFAULT_REBUILD_GAP = 40

export const none: Faults = {
  delay: 0,
  drop: 0,
  silent: false,
  twice: false,
  refuse: 0,
  closeSilent: false,
  closeDelay: 0,
  relay: false,
  junk: false,
  fail: {},
  lieTx: 'no',
  lieHash: false,
  notFound: 0,
  noDrafts: false,
  rebuildGap: DEFAULT_REBUILD_GAP,
}

/** Reads faults from a query; missing or unreadable ones are off. */
export function read(query: URLSearchParams): Faults {
  const lie = query.get('lieTx')
  return {
    delay: count(query, 'delay', none.delay),
    drop: count(query, 'drop', none.drop),
    silent: query.get('silent') === '1',
    twice: query.get('twice') === '1',
    refuse: count(query, 'refuse', none.refuse),
    closeSilent: query.get('closeSilent') === '1',
    closeDelay: count(query, 'closeDelay', none.closeDelay),
    relay: query.get('relay') === '1',
    junk: query.get('junk') === '1',
    fail: readFail(query.get('fail') ?? ''),
    lieTx: lies.find((name) => name === lie) ?? 'no',
    lieHash: query.get('lieHash') === '1',
    notFound: count(query, 'notFound', none.notFound),
    noDrafts: query.get('noDrafts') === '1',
    rebuildGap: count(query, 'rebuildGap', none.rebuildGap),
  }
}

/** Writes the differences from the faithful host into a query, for `read`. */
export function write(faults: Faults, query: URLSearchParams): void {
  for (const name of ['delay', 'drop', 'refuse', 'closeDelay', 'notFound', 'rebuildGap'] as const) {
    if (faults[name] !== none[name]) query.set(name, String(faults[name]))
  }
  for (const name of ['silent', 'twice', 'closeSilent', 'relay', 'junk', 'lieHash', 'noDrafts'] as const) {
    if (faults[name]) query.set(name, '1')
  }
  if (faults.lieTx !== 'no') query.set('lieTx', faults.lieTx)
  const fail = Object.entries(faults.fail).map(([method, times]) => `${method}:${times}`)
  if (fail.length > 0) query.set('fail', fail.join(','))
}

/** `getSafeInfo:2,rpcCall` means the next two getSafeInfo and the next rpcCall. */
function readFail(text: string): Record<string, number> {
  const wanted: Record<string, number> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([A-Za-z_]\w*)(?::(\d+))?\s*$/.exec(part)
    if (match?.[1]) wanted[match[1]] = Number(match[2] ?? 1)
  }
  return wanted
}

function count(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : fallback
}
