/** The sandbox wallet's faults. All off is an ordinary wallet. */
export type Faults = {
  /** This many prompts are rejected at once, without a card. */
  readonly rejectNext: number
  /** Every prompt answers -32002, as if another one were open. */
  readonly pending: boolean
  /** No account is visible until a prompt unlocks the wallet. */
  readonly locked: boolean
  /** Switching the chain fails with this error; 0 means it works. */
  readonly noSwitch: number
  /** Switching fails with 4902 until the chain is added. */
  readonly unknownChain: boolean
  /** Connects and announces an account unasked while the page loads. */
  readonly pushy: boolean
  /** Approves every prompt without a card. */
  readonly auto: boolean
  /**
   * How several calls are sent at once (EIP-5792): '' not at all, `supported` in one transaction, `ready` the
   * same after the user allows an upgrade of the account, `legacy` in the form from before the EIP was final,
   * `loose` claims to but sends one after another.
   */
  readonly batches: '' | (typeof batchKinds)[number]
  /** Sending a batch fails with this error after approval; 0 means it works. */
  readonly batchError: number
  /**
   * Payments are sent as an operation in another account's bundle, whose hash the wallet returns: '' not at
   * all, `pays` with a successful operation, `fails` with a failed operation in a successful bundle. A batch
   * is one operation.
   */
  readonly bundle: '' | (typeof bundleKinds)[number]
  /** A broadcast payment is answered with this error instead of its hash; 0 means with its hash. */
  readonly afterBroadcast: number
  /** Batches are no longer found by id (5730). */
  readonly forgetsBatches: boolean
}

const batchKinds = ['supported', 'ready', 'legacy', 'loose'] as const
const bundleKinds = ['pays', 'fails'] as const

/**
 * Errors that wallets return although the transaction was broadcast: a time-out, an internal error, a lost
 * connection.
 */
export const broadcastErrors = [-32002, -32603, 4900] as const

export const none: Faults = {
  rejectNext: 0,
  pending: false,
  locked: false,
  noSwitch: 0,
  unknownChain: false,
  pushy: false,
  auto: false,
  batches: '',
  batchError: 0,
  bundle: '',
  afterBroadcast: 0,
  forgetsBatches: false,
}

/** The settings of `?wallet=account:5,chain:1,locked,noSwitch:4200,…` at the start. */
export type Start = {
  readonly faults: Faults
  readonly account: number | null
  readonly chainId: number | null
  readonly connected: boolean
}

/** Reads the `wallet` query parameter; ignores unknown words. */
export function readStart(search: string): Start {
  const words = new Map(
    (new URLSearchParams(search).get('wallet') ?? '').split(',').map((word) => {
      const [name = '', value = ''] = word.trim().split(':')
      return [name, value] as const
    }),
  )
  const number = (name: string, bare: number): number | null => {
    const text = words.get(name)
    if (text === undefined) return null
    return /^-?\d+$/.test(text) ? Number(text) : bare
  }
  return {
    account: number('account', 0),
    chainId: number('chain', 1),
    connected: words.has('connected'),
    faults: {
      rejectNext: number('rejectNext', 1) ?? 0,
      pending: words.has('pending'),
      locked: words.has('locked'),
      noSwitch: number('noSwitch', 4200) ?? 0,
      unknownChain: words.has('unknownChain'),
      pushy: words.has('pushy'),
      auto: words.has('auto'),
      batches: words.has('batches')
        ? (batchKinds.find((kind) => kind === words.get('batches')) ?? 'supported')
        : '',
      batchError: number('batchError', 5750) ?? 0,
      bundle: words.has('bundle')
        ? (bundleKinds.find((kind) => kind === words.get('bundle')) ?? 'fails')
        : '',
      afterBroadcast: number('afterBroadcast', -32002) ?? 0,
      forgetsBatches: words.has('forgetsBatches'),
    },
  }
}
