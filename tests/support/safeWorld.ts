import { type Hash, type Hex, toHex, zeroAddress } from 'viem'
import { exclusive } from '#account/exclusive.ts'
import { asTransfer, type Call } from '#chain/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { TransactionDetails } from '#safe/detailsDocument.ts'
import * as MultiSend from '#safe/MultiSend.ts'
import type { ListedTransaction, SafeSource } from '#safe/SafeSource.ts'
import * as SafeTx from '#safe/SafeTx.ts'
import { safeAccount } from '../../src/modes/safe/safeAccount.ts'
import { exampleSafe, executionReceipt, safeRpc, transferLog } from './fakeSafe.ts'
import { browser, countTransfers, type Moods, movedBy, never, type World } from './payoutWorld.ts'
import { OWNERS, SAFE } from './safeExamples.ts'

type Proposal = {
  readonly safeTxHash: SafeTx.SafeTxHash
  readonly tx: SafeTx.SafeTx
  readonly calls: readonly Call[]
  readonly effect: 'good' | 'reverts' | 'moves-nothing'
  /** The service has indexed it. */
  listed: boolean
  signatures: number
  /** Of the transaction that executed it. */
  hash: Hash | null
  deleted: boolean
}

const MULTI_SEND_CALL_ONLY = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** A 2-of-3 Safe with its host and its service: the portal's own account code runs on it, unchanged. */
export function safeWorld(): World {
  const moods: Moods = {}
  const page = browser(moods)
  const proposals: Proposal[] = []
  const receipts: Record<Hash, unknown> = {}
  let nonce = 12n
  let serial = 1

  const open = () =>
    proposals.filter(({ hash, deleted, tx }) => hash === null && !deleted && tx.nonce >= nonce)
  const propose = (calls: readonly Call[], effect: Proposal['effect'], at?: bigint): Proposal => {
    const last = open().reduce((highest, { tx }) => (tx.nonce > highest ? tx.nonce : highest), nonce - 1n)
    const [only] = calls
    const inner: Pick<SafeTx.SafeTx, 'to' | 'value' | 'data' | 'operation'> =
      calls.length === 1 && only
        ? { ...only, operation: 0 }
        : { to: MULTI_SEND_CALL_ONLY, value: 0n, data: MultiSend.encode(calls), operation: 1 }
    const tx: SafeTx.SafeTx = {
      ...inner,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      nonce: at ?? last + 1n,
    }
    const safeTxHash = SafeTx.hash(SAFE, tx, '1.4.1')
    const known = proposals.find((one) => one.safeTxHash === safeTxHash)
    if (known) return known
    const proposal = {
      safeTxHash,
      tx,
      calls,
      effect,
      listed: false,
      signatures: 1,
      hash: null,
      deleted: false,
    }
    proposals.push(proposal)
    return proposal
  }

  const rpc = (method: string, params: readonly unknown[] = []) =>
    page.outside(async () => {
      if (moods.rpcDown) throw new Error('connection refused')
      if (moods.rpcMalformed) return { hello: 'world' }
      const known = moods.rpcBehind ? {} : receipts
      const finalized = moods.finalityBehind ? 0 : 1_000
      return safeRpc({ ...exampleSafe, nonce, receipts: known, finalized })(method, params)
    })

  const details = ({ safeTxHash, tx, hash, signatures }: Proposal): TransactionDetails => ({
    safeAddress: SAFE,
    txStatus: hash ? 'SUCCESS' : tx.nonce < nonce ? 'CANCELLED' : 'AWAITING_CONFIRMATIONS',
    txHash: hash,
    txInfo: null,
    note: null,
    safeAppInfo: null,
    txData: {
      to: tx.to,
      hexData: tx.data,
      value: moods.serviceLies ? tx.value + 1n : tx.value,
      operation: tx.operation,
    },
    detailedExecutionInfo: {
      type: 'MULTISIG',
      nonce: tx.nonce,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: zeroAddress,
      refundReceiver: zeroAddress,
      safeTxHash,
      executor: null,
      signers: [...OWNERS],
      confirmationsRequired: 2,
      confirmations: OWNERS.slice(0, signatures).map((signer) => ({
        signer,
        signature: null,
        submittedAt: null,
      })),
      proposer: null,
    },
  })
  const listed = (proposal: Proposal): ListedTransaction => {
    const { tx, safeTxHash, hash, calls, effect } = proposal
    const transfer = calls.length === 1 && calls[0] ? asTransfer(calls[0]) : null
    return {
      id: `multisig_${SAFE}_${safeTxHash}`,
      txHash: hash,
      timestamp: 1_790_000_000_000,
      txStatus: hash
        ? effect === 'reverts'
          ? 'FAILED'
          : 'SUCCESS'
        : tx.nonce < nonce
          ? 'CANCELLED'
          : 'AWAITING_CONFIRMATIONS',
      txInfo: transfer
        ? {
            type: 'Transfer',
            sender: SAFE,
            recipient: transfer.to,
            direction: 'OUTGOING',
            transferInfo: transfer.token
              ? { type: 'ERC20', tokenAddress: transfer.token, value: transfer.value }
              : { type: 'NATIVE_COIN', value: transfer.value },
          }
        : { type: 'Custom', to: tx.to, methodName: 'multiSend', actionCount: calls.length },
      executionInfo: {
        type: 'MULTISIG',
        nonce: tx.nonce,
        confirmationsRequired: 2,
        confirmationsSubmitted: 1,
      },
      conflict: false,
    }
  }
  const serve = <T>(answer: () => T): Promise<T> =>
    page.outside(async () => {
      if (moods.serviceDown) throw new PortalError('unreachable', 'The Safe service does not answer.')
      if (!moods.serviceBehind) for (const proposal of proposals) proposal.listed = true
      return answer()
    })
  const list = (some: readonly Proposal[]) => ({
    transactions: some.filter((one) => one.listed).map(listed),
    cursor: null,
    unreadable: 0,
  })
  const gateway: SafeSource = {
    name: 'service',
    queued: () => serve(() => list(open())),
    history: () => serve(() => list(proposals.filter(({ hash }) => hash !== null).toReversed())),
    transaction: (hash) =>
      serve(() => {
        const found = proposals.find(
          ({ safeTxHash, listed: is, deleted }) => safeTxHash === hash && is && !deleted,
        )
        return found ? details(found) : null
      }),
    executedAt: () => serve(() => []),
  }

  const host = {
    send: (calls: readonly Call[]) =>
      page.outside(async () => {
        const mood = moods.asked ?? 'good'
        const effect = mood === 'reverts' || mood === 'moves-nothing' ? mood : 'good'
        const lands = mood.endsWith('landed') || ['good', 'reverts', 'moves-nothing'].includes(mood)
        const asked = mood === 'lies' ? calls.map((call) => ({ ...call, value: call.value + 1n })) : calls
        const proposal = lands || mood === 'lies' ? propose(asked, effect) : null
        if (mood.startsWith('rejects'))
          throw new PortalError('rejected', 'You closed the request in your Safe.')
        if (mood.startsWith('refuses')) throw new PortalError('refused', 'Your Safe refused the request.')
        if (mood.startsWith('hangs')) return never<SafeTx.SafeTxHash>()
        if (mood === 'busy') throw new PortalError('busy', 'A request is open.')
        if (proposal === null || mood.startsWith('babbles'))
          throw new PortalError('malformed', 'No proposal.')
        return proposal.safeTxHash
      }),
    details: (hash: SafeTx.SafeTxHash) =>
      page.outside(async () => {
        const found = proposals.find(({ safeTxHash, deleted }) => safeTxHash === hash && !deleted)
        return found && !moods.hostForgets ? details(found) : null
      }),
    sign: () => never(),
    signatureOf: () => never(),
  }

  const execute = (proposal: Proposal) => {
    const hash = toHex(serial++, { size: 32 })
    proposal.hash = hash
    nonce = proposal.tx.nonce + 1n
    const moved = movedBy(proposal.calls, proposal.effect)
    receipts[hash] = executionReceipt(hash, proposal.safeTxHash as Hex, {
      event: proposal.effect === 'reverts' ? 'failure' : 'success',
      logs: moved.flatMap(({ token, to, value }) => (token ? [transferLog(token, SAFE, to, value)] : [])),
    })
  }

  return {
    moods,
    open: () =>
      page.open(
        safeAccount({
          address: SAFE,
          facts: { owners: OWNERS, threshold: 2, readOnly: false },
          host,
          gateway: { ...gateway, message: async () => null },
          rpc,
          exclusive: exclusive('your Safe'),
        }),
      ),
    paid: () =>
      countTransfers(proposals.flatMap(({ hash, effect, calls }) => (hash ? movedBy(calls, effect) : []))),
    step() {
      const next = open().find(({ tx }) => tx.nonce === nonce)
      if (!next) return
      if (next.signatures < 2) next.signatures++
      else execute(next)
    },
    waits: page.waits,
    kill: page.kill,
    meddle(deed) {
      const last = open().at(-1)
      if (!last) return
      if (deed % 3 === 0) {
        // Another owner rejects it: the same nonce for nothing, executed.
        execute(propose([{ to: SAFE, value: 0n, data: '0x' }], 'good', last.tx.nonce))
      } else if (deed % 3 === 1) last.deleted = true
      else last.signatures = 2
    },
  }
}
