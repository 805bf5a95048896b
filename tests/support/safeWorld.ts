import { type Hex, pad, toEventSelector, zeroAddress } from 'viem'
import { exclusive } from '#account/exclusive.ts'
import { asTransfer, type Call, transferKey, transfersOf } from '#chain/money/Call.ts'
import { PortalError } from '#chain/PortalError.ts'
import type { TransactionDetails } from '#safe/service/detailsDocument.ts'
import type { ListedTransaction, SafeSource } from '#safe/service/SafeSource.ts'
import { FEE_COLLECTOR } from '#safe/tx/gasRefund.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { owners } from '../../safe-app/accounts.ts'
import { safeAccount } from '../../src/modes/safe/safeAccount.ts'
import { exampleSafe, executionLog, executionOfSafe, safeAnswer } from './fakeSafe.ts'
import {
  browser,
  counter,
  countTransfers,
  never,
  type Outside,
  type World,
  type WorldFaults,
} from './payoutWorld.ts'
import { codeOf, SINGLETON } from './safeCode.ts'
import { OWNERS, PAYEE, SAFE } from './safeExamples.ts'
import { effectOf, type TokenBehavior, type WorldTx, worldChain } from './worldChain.ts'

type Proposal = {
  readonly safeTxHash: SafeTx.SafeTxHash
  readonly tx: SafeTx.SafeTx
  readonly calls: readonly Call[]
  readonly token: TokenBehavior
  /** The service lists it. */
  listed: boolean
  signatures: number
  /** The transaction that executed it. */
  execution: WorldTx | null
  /** The service reports its execution. */
  indexed: boolean
  deleted: boolean
}

const MULTI_SEND_CALL_ONLY = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const FIRST_NONCE = 12n

/** A 2-of-3 Safe with its host and its service. The portal's account code runs on it unchanged. */
export function safeWorld(): World {
  const faults: WorldFaults = {}
  const page = browser(faults)
  const { acted, act } = counter()
  const proposals: Proposal[] = []
  const hostBatch: Call[] = []
  let modulePayments = 0
  const executed = () => proposals.filter(({ execution }) => execution !== null)
  /** Everything that the chain has executed so far. */
  const nonce = () =>
    executed().reduce(
      (next, { tx, execution }) => (execution?.block != null && tx.nonce >= next ? tx.nonce + 1n : next),
      FIRST_NONCE,
    )
  const chain = worldChain({
    code: (address) => codeOf(address, [SAFE]),
    call: (to, data) =>
      to === SAFE.toLowerCase() ? safeAnswer({ ...exampleSafe, nonce: nonce() }, data) : '0x',
    slot: (address, slot) =>
      `0x${(address === SAFE.toLowerCase() && slot === '0x0' ? SINGLETON.slice(2) : '').padStart(64, '0')}`,
  })

  const open = () => proposals.filter(({ execution, tx }) => execution === null && tx.nonce >= nonce())
  /** A module pays the last request. This is not a proposal, so it answers no request. */
  const payByModule = (): boolean => {
    const calls = proposals.at(-1)?.calls
    if (!calls) return false
    const success = {
      address: SAFE.toLowerCase(),
      topics: [toEventSelector('ExecutionFromModuleSuccess(address)'), pad(owners[1].address)],
      data: '0x',
    }
    const effect = () => ({
      status: '0x1' as const,
      logs: [...calls.flatMap((call) => effectOf(SAFE, call, 'good').logs), success],
      moved: [],
    })
    chain.send(owners[1].address, { to: owners[1].address, value: 0n, data: '0x' }, effect, modulePayments++)
    chain.mine()
    return true
  }
  const queued = () => open().filter(({ deleted }) => !deleted)
  const propose = (calls: readonly Call[], token: TokenBehavior, at?: bigint, isDraft = false): Proposal => {
    // A host counts no drafts when it recommends a nonce.
    const last = queued().reduce(
      (highest, { tx, signatures }) => (signatures > 0 && tx.nonce > highest ? tx.nonce : highest),
      nonce() - 1n,
    )
    const [only] = calls
    const inner: Pick<SafeTx.SafeTx, 'to' | 'value' | 'data' | 'operation'> =
      calls.length === 1 && only
        ? { ...only, operation: 0 }
        : { to: MULTI_SEND_CALL_ONLY, value: 0n, data: MultiSend.encode(calls), operation: 1 }
    if (faults.gasFromSafe) act('gas from the Safe')
    const tx: SafeTx.SafeTx = {
      ...inner,
      safeTxGas: faults.gasFromSafe ? 100_000n : 0n,
      baseGas: faults.gasFromSafe ? 60_000n : 0n,
      gasPrice: faults.gasFromSafe ? 1_000_000_000n : 0n,
      gasToken: zeroAddress,
      refundReceiver: faults.gasFromSafe ? FEE_COLLECTOR : zeroAddress,
      nonce: at ?? last + 1n,
    }
    const safeTxHash = SafeTx.hash(SAFE, tx, '1.4.1')
    const known = proposals.find((one) => one.safeTxHash === safeTxHash)
    if (known) {
      // Proposed in earnest, a draft is signed.
      if (!isDraft) known.signatures ||= 1
      return known
    }
    const proposal: Proposal = {
      safeTxHash,
      tx,
      calls,
      token,
      signatures: isDraft ? 0 : 1,
      listed: false,
      execution: null,
      indexed: false,
      deleted: false,
    }
    proposals.push(proposal)
    return proposal
  }

  /** One failing call reverts all of them; the nonce is used in any case. */
  const execute = (proposal: Proposal): void => {
    const { tx, calls, token, safeTxHash } = proposal
    const effect = () => {
      // Its block may have been undone, and another proposal executed at its nonce since.
      const isUsed = executed().some(
        ({ tx: other, execution }) =>
          other !== tx && other.nonce === tx.nonce && execution?.block != null && execution.status === '0x1',
      )
      if (isUsed) return { status: '0x0' as const, logs: [], moved: [] }
      const all = calls.map((call) => effectOf(SAFE, call, token))
      const fails = all.some(({ status }) => status === '0x0')
      const event = executionLog(safeTxHash, fails ? 'failure' : 'success')
      if (fails) return { status: '0x1' as const, logs: [event], moved: [] }
      return {
        status: '0x1' as const,
        logs: [...all.flatMap(({ logs }) => logs), event],
        moved: all.flatMap(({ moved }) => moved),
      }
    }
    const { input } = executionOfSafe('0x', tx)
    proposal.execution = chain.send(
      owners[0].address,
      { to: SAFE, value: 0n, data: input },
      effect,
      Number(tx.nonce),
    )
    chain.mine()
    // Other proposals with the same nonce can never be executed.
    for (const other of proposals) {
      if (other !== proposal && other.tx.nonce === tx.nonce && other.execution?.block == null)
        other.execution = null
    }
  }

  const statusOf = ({ execution, indexed, tx, token }: Proposal): TransactionDetails['txStatus'] => {
    if (execution?.block != null && indexed) return token === 'reverts' ? 'FAILED' : 'SUCCESS'
    // Not indexed, or overtaken: the service cannot distinguish the two.
    if (tx.nonce < nonce()) {
      act(execution ? 'executed, called cancelled' : 'overtaken, called cancelled')
      return 'CANCELLED'
    }
    return 'AWAITING_CONFIRMATIONS'
  }
  const details = (proposal: Proposal): TransactionDetails => {
    const { safeTxHash, tx, execution, indexed, signatures } = proposal
    return {
      safeAddress: SAFE,
      txStatus: statusOf(proposal),
      txHash: indexed && execution ? execution.hash : null,
      txInfo: null,
      note: null,
      safeAppInfo: null,
      txData: {
        to: tx.to,
        hexData: tx.data,
        value: faults.serviceLies ? tx.value + 1n : tx.value,
        operation: tx.operation,
      },
      detailedExecutionInfo: {
        type: 'MULTISIG',
        nonce: tx.nonce,
        safeTxGas: tx.safeTxGas,
        baseGas: tx.baseGas,
        gasPrice: tx.gasPrice,
        gasToken: tx.gasToken,
        refundReceiver: tx.refundReceiver,
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
    }
  }
  const listed = (proposal: Proposal): ListedTransaction => {
    const { tx, safeTxHash, execution, indexed, calls } = proposal
    const transfer = calls.length === 1 && calls[0] ? asTransfer(calls[0]) : null
    if (faults.undecoded) act('undecoded')
    return {
      id: `multisig_${SAFE}_${safeTxHash}`,
      txHash: indexed && execution ? execution.hash : null,
      timestamp: 1_790_000_000_000,
      txStatus: statusOf(proposal),
      txInfo:
        transfer && !faults.undecoded
          ? {
              type: 'Transfer',
              sender: SAFE,
              recipient: transfer.to,
              direction: 'OUTGOING',
              transferInfo: transfer.token
                ? { type: 'ERC20', tokenAddress: transfer.token, value: transfer.value }
                : { type: 'NATIVE_COIN', value: transfer.value },
            }
          : {
              type: 'Custom',
              to: tx.to,
              methodName: faults.undecoded ? null : 'multiSend',
              actionCount: faults.undecoded ? null : calls.length,
            },
      executionInfo: {
        type: 'MULTISIG',
        nonce: tx.nonce + (faults.serviceRenumbers ? 1n : 0n),
        confirmationsRequired: 2,
        confirmationsSubmitted: proposal.signatures,
      },
      conflict: false,
    }
  }
  const serveBy =
    (outside: Outside) =>
    <T>(answer: () => T): Promise<T> =>
      outside(async () => {
        if (faults.serviceDown) {
          act('service down')
          throw new PortalError('unreachable', 'The Safe service does not answer.')
        }
        if (faults.serviceBehind) act('service behind')
        for (const proposal of proposals) {
          if (!faults.serviceBehind) proposal.listed = true
          if (!faults.indexBehind && proposal.execution?.block != null) proposal.indexed = true
        }
        if (faults.serviceLies) act('service lies')
        if (faults.serviceRenumbers) act('service renumbers')
        return answer()
      })
  const isOmitted = (nonce: bigint) => {
    if (!faults.serviceOmits || nonce % 2n === 1n) return false
    act('service omits')
    return true
  }
  const list = (some: readonly Proposal[]) => ({
    transactions: some.filter((one) => one.listed).map(listed),
    cursor: null,
    unreadable: 0,
  })
  const gatewayBy = (serve: ReturnType<typeof serveBy>): SafeSource => ({
    name: 'service',
    queued: () => serve(() => list(queued())),
    history: () =>
      serve(() =>
        list(
          executed()
            .filter(({ indexed, tx }) => indexed && !isOmitted(tx.nonce))
            .toReversed(),
        ),
      ),
    transaction: (hash) =>
      serve(() => {
        const found = proposals.find(
          ({ safeTxHash, listed: is, deleted, indexed }) =>
            safeTxHash === hash && is && (!deleted || indexed),
        )
        return found ? details(found) : null
      }),
    executedAt: (_, at) =>
      serve(() => list(executed().filter(({ indexed, tx }) => indexed && tx.nonce === at)).transactions),
  })

  const hostBy = (outside: Outside) => ({
    send: (calls: readonly Call[]) =>
      outside(async () => {
        const behavior = faults.asked ?? 'good'
        act(behavior)
        if (faults.token) act(`token ${faults.token}`)
        const lands =
          behavior.endsWith('landed') ||
          ['good', 'same-nonce', 'bundle-paid', 'names-old', 'waits'].includes(behavior)
        const asked = behavior === 'lies' ? calls.map((call) => ({ ...call, value: call.value + 1n })) : calls
        // A person may choose the nonce of a queued proposal.
        const at = behavior === 'same-nonce' ? queued().at(-1)?.tx.nonce : undefined
        if (behavior === 'host-batch') {
          hostBatch.push(...calls)
          // Safe{Wallet} posts requests that are added to its batch, without a signature.
          propose(calls, faults.token ?? 'good', undefined, true)
          act('draft posted')
        }
        const proposal = lands || behavior === 'lies' ? propose(asked, faults.token ?? 'good', at) : null
        if (behavior.startsWith('rejects'))
          throw new PortalError('rejected', 'You closed the request in your Safe.')
        if (behavior.startsWith('fails')) throw new PortalError('unknown-result', 'Your Safe failed.')
        if (/^(hangs|frozen|host-batch)/.test(behavior)) return never<SafeTx.SafeTxHash>()
        if (behavior.startsWith('busy')) throw new PortalError('unknown-result', 'Request failed')
        if (proposal === null || behavior.startsWith('babbles') || behavior.startsWith('garbage'))
          throw new PortalError('malformed', 'No proposal.')
        return proposal.safeTxHash
      }),
    details: (hash: SafeTx.SafeTxHash) =>
      outside(async () => {
        const found = proposals.find(({ safeTxHash, deleted }) => safeTxHash === hash && !deleted)
        if (found && faults.hostForgets) act('host forgets')
        return found && !faults.hostForgets ? details(found) : null
      }),
    sign: () => never(),
    signatureOf: () => never(),
    addressBook: () => never(),
  })

  const moved = (some: readonly WorldTx[]) => some.flatMap((tx) => (tx.block === null ? [] : tx.moved))
  return {
    faults,
    chain,
    acted,
    open: () =>
      page.open(
        (outside) =>
          safeAccount({
            address: SAFE,
            facts: { owners: OWNERS, threshold: 2, readOnly: false },
            host: hostBy(outside),
            gateway: { ...gatewayBy(serveBy(outside)), message: async () => null },
            rpc: chain.rpc(outside),
            exclusive: exclusive('your Safe'),
            pause: () => outside(() => {}),
          }),
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
      new Set([
        ...open().flatMap(({ calls }) => transfersOf(calls).map(transferKey)),
        ...transfersOf(hostBatch).map(transferKey),
      ]),
    step() {
      chain.mine()
      // Owners do not see drafts.
      const next = queued().find(({ tx, signatures }) => tx.nonce === nonce() && signatures > 0)
      if (!next) return
      if (next.signatures < 2) next.signatures++
      else execute(next)
    },
    emptyBatch: () => void hostBatch.splice(0),
    move: page.move,
    waits: page.waits,
    kill: page.kill,
    interfere(choice) {
      // Owners do not see drafts, so none of them acts on one.
      const seen = queued().filter(({ signatures }) => signatures > 0)
      const last = seen.at(-1)
      if (choice === 10) return payByModule() ? 'a module paid' : null
      switch (choice % 5) {
        case 0: {
          // Another owner rejects it: a transaction with the same nonce and no payment is executed.
          if (!last || last.tx.nonce !== nonce()) return null
          execute(propose([{ to: SAFE, value: 0n, data: '0x' }], 'good', last.tx.nonce))
          return 'rejected'
        }
        case 1:
          if (!last) return null
          ;(choice < 5 ? last : (seen[0] ?? last)).deleted = true
          return 'deleted'
        case 2: {
          // Somebody who kept the signatures executes a deleted proposal.
          const gone = open().find(({ deleted, tx }) => deleted && tx.nonce === nonce())
          if (!gone) return null
          execute(gone)
          return 'deleted and executed'
        }
        case 3: {
          if (hostBatch.length === 0) return null
          const foreign: Call = { to: PAYEE, value: 77n, data: '0x' as Hex }
          propose([foreign, ...hostBatch.splice(0)], faults.token ?? 'good')
          return 'host batch signed'
        }
        default: {
          // Another owner proposes the same content again by hand.
          if (!last || last.tx.nonce !== nonce()) return null
          execute(propose([...last.calls], last.token, last.tx.nonce))
          return 'executed at once'
        }
      }
    },
  }
}
