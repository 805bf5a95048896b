import { type Address, concat, type Hash, type Hex, numberToHex } from 'viem'
import { exclusive } from '#account/exclusive.ts'
import type { Call } from '#chain/money/Call.ts'
import { transferKey, transfersOf } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import { payoutStore } from '#domain/payout/payoutStore.ts'
import { withHistory } from '#domain/payout/withHistory.ts'
import { eoaAccount } from '../../src/modes/wallet/eoaAccount.ts'
import { anAttempt } from './attempts.ts'
import {
  browser,
  counter,
  countTransfers,
  never,
  type Outside,
  type World,
  type WorldFaults,
} from './payoutWorld.ts'
import { OWNERS, PAYEE } from './safeExamples.ts'
import { effectOf, START_NONCE, type TokenBehavior, type WorldTx, worldChain } from './worldChain.ts'

const [ACCOUNT] = OWNERS
/** Sends bundles for any smart account. */
const BUNDLER: Address = '0x00000000000000000000000000000000000B0d1E'
/** Answers that wallets gave instead of a hash, or might give. */
const garbage: readonly unknown[] = [
  ...[
    'ab'.repeat(32),
    `0x${'ab'.repeat(65)}`,
    '0x',
    '',
    null,
    undefined,
    {},
    7,
    'ok',
    [`0x${'1'.repeat(64)}`],
  ],
]

/** A call of `wallet_sendCalls`. */
type WireCall = { readonly to: Address; readonly value: string; readonly data?: Hex }

const ENTRY_POINT: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** A batch that a wallet was asked for (EIP-5792), by its id: the transactions that carry it. */
type WalletBatch = { readonly calls: readonly Call[]; readonly txs: readonly WorldTx[] }

/**
 * A chain with one account in a wallet, which takes several calls at once, too. The portal's account code runs on it
 * unchanged.
 *
 * @param past the number of payments with other rows that this browser sent before
 */
export function walletWorld(past = 0): World {
  const faults: WorldFaults = {}
  const page = browser(faults)
  const chain = worldChain({})
  const { acted, act } = counter()
  const own = () => chain.txs.filter(({ from, dropped }) => from === ACCOUNT && !dropped)
  let garbageGiven = 0
  const nextNonce = () => START_NONCE + own().length
  const broadcast = (
    call: Call,
    token: TokenBehavior = faults.token ?? 'good',
    nonce = nextNonce(),
  ): WorldTx => chain.send(ACCOUNT, call, () => effectOf(ACCOUNT, call, token), nonce)

  const batches = new Map<string, WalletBatch>()
  /** The calls of transactions that hold several. */
  const held = new Map<string, readonly Call[]>()
  const callsOf = ({ hash, to, value, input: data }: WorldTx) => held.get(hash) ?? [{ to, value, data }]
  /** Calls in one transaction of the account or, for a smart account, of a bundler: one that fails reverts all. */
  const broadcastAll = (calls: readonly Call[], from: Address, isPaid = true): WorldTx => {
    const token = faults.token ?? 'good'
    const effect = () => {
      const all = calls.map((call) => effectOf(ACCOUNT, call, token))
      if (!isPaid) return { status: '0x1' as const, logs: [], moved: [] }
      if (all.some(({ status }) => status === '0x0')) return { status: '0x0' as const, logs: [], moved: [] }
      const [logs, moved] = [all.flatMap((one) => one.logs), all.flatMap((one) => one.moved)]
      return { status: '0x1' as const, logs, moved }
    }
    const data = concat([
      '0xe9ae5c53',
      ...calls.flatMap((call) => [call.to, numberToHex(call.value, { size: 32 }), call.data]),
    ])
    const isOwn = from === ACCOUNT
    const to = isOwn ? ACCOUNT : ENTRY_POINT
    const tx = chain.send(from, { to, value: 0n, data }, effect, isOwn ? nextNonce() : 0)
    held.set(tx.hash, isPaid ? calls : [])
    return tx
  }
  const sendBatch = (id: string, calls: readonly Call[]): unknown => {
    const behavior = faults.asked ?? 'good'
    act(behavior)
    act('batch')
    if (faults.token) act(`token ${faults.token}`)
    const fail = (code: number, message: string) => Object.assign(new Error(message), { code })
    if (behavior.startsWith('rejects')) throw fail(4001, 'User rejected')
    const lands = behavior.endsWith('landed')
    const isSent = lands || !/^(fails|busy|babbles|hangs|garbage)/.test(behavior)
    const isBundle = behavior.startsWith('bundle')
    const txs = !isSent
      ? []
      : behavior === 'host-batch'
        ? // Not atomic, whatever was asked for.
          calls.map((call) => broadcast(call))
        : [broadcastAll(calls, isBundle ? BUNDLER : ACCOUNT, behavior !== 'bundle-failed')]
    if (behavior === 'waits') for (const tx of txs) Object.assign(tx, { notBefore: chain.head() + 12 })
    if (isSent) batches.set(id, { calls, txs })
    if (behavior === 'frozen-landed') chain.mine(8_000)
    if (behavior.startsWith('busy')) throw fail(-32002, 'Request timed out')
    if (behavior.startsWith('fails')) throw fail(lands ? -32603 : 4900, 'Internal JSON-RPC error.')
    if (behavior.startsWith('garbage')) return garbage[2 + (garbageGiven++ % 5)]
    if (behavior.startsWith('hangs')) return never()
    if (behavior.startsWith('babbles')) throw new Error('Something went wrong')
    return { id: behavior === 'names-old' ? ([...batches.keys()][0] ?? id) : id }
  }
  /** The status that the wallet gives a batch: it follows a transaction that was sped up, and forgets one that was lost. */
  const statusOf = (id: string): unknown => {
    const known = batches.get(id)
    if (!known || faults.hostForgets) throw Object.assign(new Error('Unknown bundle id'), { code: 5730 })
    const carriers = known.txs.map(
      (tx) =>
        (tx.dropped &&
          own().find((one) => one.nonce === tx.nonce && one.input === tx.input && one.hash !== tx.hash)) ||
        tx,
    )
    const mined = carriers.filter(({ block }) => block !== null)
    const receipts = mined.map(({ hash }) => ({ transactionHash: hash }))
    const isOver = mined.length === carriers.length
    const failed = mined.filter(({ status }) => status === '0x0').length
    const status = !isOver ? 100 : failed === 0 ? 200 : failed === mined.length ? 500 : 600
    return { version: '2.0.0', id, chainId: '0x38', status, atomic: carriers.length === 1, receipts }
  }

  /**
   * A bundler's transaction with the payment inside; its status does not show whether the payment succeeded.
   */
  const bundle = (call: Call, isPaid: boolean): WorldTx => {
    const effect = () => {
      const inner = effectOf(ACCOUNT, call, 'good')
      return isPaid ? inner : { status: '0x1' as const, logs: [], moved: [] }
    }
    return chain.send(
      BUNDLER,
      { to: ENTRY_POINT, value: 0n, data: `0x1fad948c${call.data.slice(2)}` },
      effect,
      0,
    )
  }

  const send = (outside: Outside, call: Call): Promise<unknown> =>
    outside(async () => {
      const behavior = faults.asked ?? 'good'
      act(behavior)
      if (faults.token) act(`token ${faults.token}`)
      const fail = (code: number, message: string) => Object.assign(new Error(message), { code })
      const lands = behavior.endsWith('landed')
      // A wallet that broadcasts and then answers with the code for "rejected" would be lying, and no known
      // wallet does.
      if (behavior === 'rejects' || behavior === 'rejects-landed') throw fail(4001, 'User rejected')
      if (behavior === 'bundle-failed' || behavior === 'bundle-paid')
        return bundle(call, behavior === 'bundle-paid').hash
      if (behavior === 'names-old') {
        const old = own().find(({ block }) => block !== null)
        if (old) return old.hash
      }
      const tx =
        lands || !/^(fails|busy|babbles|hangs|host-batch|garbage)/.test(behavior) ? broadcast(call) : null
      if (behavior === 'waits' && tx) tx.notBefore = chain.head() + 12
      if (behavior === 'frozen-landed') {
        // The page sleeps for an hour of blocks between the request and the answer.
        chain.mine(8_000)
        return tx?.hash ?? never()
      }
      if (behavior.startsWith('busy')) throw fail(-32002, 'Request timed out')
      if (behavior.startsWith('fails')) throw fail(lands ? -32603 : 4900, 'Internal JSON-RPC error.')
      if (behavior.startsWith('garbage')) return garbage[garbageGiven++ % garbage.length]
      if (behavior.startsWith('hangs') || behavior === 'host-batch') return never<Hash>()
      if (tx === null || behavior.startsWith('babbles')) throw new Error('Something went wrong')
      return tx.hash
    })

  payoutStore(page.storage, ACCOUNT).ledger.append(
    Array.from({ length: past }, (_, index) => {
      const calls: readonly Call[] = [{ to: PAYEE, value: 1_000_000n + BigInt(index), data: '0x' }]
      const hash: Hash = `0x${(index + 1).toString(16).padStart(64, 'f')}`
      return anAttempt({
        id: `past-${index}`,
        account: ACCOUNT,
        kind: 'eoa',
        calls,
        at: 1_780_000_000_000 + index,
        position: { block: 1n, nonce: 0n },
        submission: { kind: 'sent', from: ACCOUNT, calls, hash, nonce: BigInt(index), since: 1n },
      })
    }),
  )

  const moved = (some: readonly WorldTx[]) => some.flatMap((tx) => (tx.block === null ? [] : tx.moved))
  return {
    faults,
    chain,
    acted,
    open: () =>
      page.open(
        (outside) =>
          withHistory(
            eoaAccount({
              address: ACCOUNT,
              rpc: chain.rpc(outside),
              send: (call) => send(outside, call),
              request: (method, [asked]) =>
                outside(async () => {
                  if (method === 'wallet_getCallsStatus') return statusOf(String(asked))
                  const { id, calls } = asked as { id: string; calls: readonly WireCall[] }
                  return sendBatch(
                    id,
                    calls.map(({ to, value, data = '0x' }) => ({ to, value: BigInt(value), data })),
                  )
                }),
              sign: () => Promise.reject(new PortalError('refused', 'Not asked for.')),
              exclusive: exclusive('your wallet'),
            }),
            page.storage,
          ),
        chain,
      ),
    paid: () => countTransfers(moved(chain.txs).map(({ transfer }) => transfer)),
    paidWhole: () =>
      countTransfers(
        moved(chain.finalTxs())
          .filter(({ transfer, received }) => transfer.value === received)
          .map(({ transfer }) => transfer),
      ),
    possible: () =>
      new Set(
        chain.txs
          .filter(({ block, dropped }) => block === null && !dropped)
          .flatMap((tx) => transfersOf(callsOf(tx)).map(transferKey)),
      ),
    step: () => chain.mine(),
    emptyBatch: () => {},
    move: page.move,
    waits: page.waits,
    kill: page.kill,
    interfere(choice) {
      const last = own().findLast(({ block }) => block === null)
      if (!last) return null
      last.dropped = true
      const again = { to: last.to, value: last.value, data: last.input }
      // Sped up: the same payment with another hash. Cancelled: its nonce is used for something else. Or
      // lost.
      if (choice % 3 === 0) {
        const faster = chain.send(ACCOUNT, again, last.effect, last.nonce)
        held.set(faster.hash, callsOf(last))
        return 'sped up'
      }
      if (choice % 3 === 1) {
        broadcast({ to: ACCOUNT, value: 0n, data: '0x' }, 'good', last.nonce)
        return 'cancelled'
      }
      return 'lost'
    },
  }
}
