import { type Hash, type Hex, UserRejectedRequestError } from 'viem'
import type { Account } from '#account/Account.ts'
import { exclusive } from '#account/exclusive.ts'
import type { Submission } from '#account/Submission.ts'
import type { PaymentStatus } from '#chain/settlement/PaymentStatus.ts'
import { safeAccount } from '#modes/safe/safeAccount.ts'
import { eoaAccount } from '#modes/wallet/eoaAccount.ts'
import { gateway } from '#safe/service/sources.ts'
import * as SafeTx from '#safe/tx/SafeTx.ts'
import { the } from '#tests/integration/rig/ask.ts'
import { confirmAt, executeOn, nonces } from '#tests/integration/rig/proposals.ts'
import { localRpc } from '#tests/support/localRpc.ts'
import { recordedAccount } from '#tests/support/recordedAccount.ts'
import type { SeededSafe } from '../../rig/seed/safes.ts'
import type { Rig } from '../../rig/startRig.ts'
import { brand, owners } from '../../safe-app/accounts.ts'
import type { Faults } from '../../safe-app/wallet/Faults.ts'
import { type Answer, type SigningHost, signAs, signingHost } from './accountHost.ts'
import { sandboxRequest } from './sandboxRequest.ts'

const [ada, ben] = owners

/** How the person answers the next request: waits until `until` has settled, then rejects or approves. */
export type Manner = { readonly until?: Promise<void>; readonly no?: boolean }

/** One implementation of `Account`, with the people and machines around it. */
export type Subject = {
  readonly account: Account
  /** The kinds of status from the submission until it is final. */
  readonly steps: readonly PaymentStatus['kind'][]
  /** Sets how the person answers the next request; after that one, requests are approved again. */
  meet(manner: Manner): void
  /** Keeps transactions out of blocks if the chain would otherwise mine them at once. */
  hold(): Promise<void>
  /** Does everything that others do until the submission is in a block; calls `note` between their steps. */
  carryOut(submission: Submission, note?: () => Promise<void>): Promise<void>
  /** Does everything that others do until the requested text is signed. */
  signAlong(text: string): Promise<void>
  /** Uses the submission's nonce for another transaction. */
  overtake(submission: Submission): Promise<void>
}

/** A wallet with a local test key as the wallet mode's `send`; batches go to the sandbox wallet. */
export function walletSubject(rig: Rig, batches: Faults['batches'] = ''): Subject {
  const { client } = rig.chain
  const store = new Map<string, string>()
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  let next: Manner = {}
  const agrees = async () => {
    const manner = next
    next = {}
    await manner.until
    return !manner.no
  }
  const meetNext = async () => {
    if (!(await agrees())) throw new UserRejectedRequestError(new Error('User rejected the request.'))
  }
  const release = async () => {
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
  }
  return {
    account: recordedAccount(
      eoaAccount({
        address: brand.address,
        rpc: localRpc(rig.chain.rpcUrl),
        exclusive: exclusive('your wallet'),
        async send({ to, value, data }): Promise<Hash> {
          await meetNext()
          // An explicit gas limit, so that it is sent although it will revert.
          return client.sendTransaction({ account: brand.account, to, value, data, gas: 200_000n })
        },
        async sign(text) {
          await meetNext()
          return brand.account.signMessage({ message: text })
        },
        request: sandboxRequest(rig, brand, batches, agrees).request,
      }),
      storage,
    ),
    steps: ['pending', 'confirming', 'paid'],
    meet(manner) {
      next = manner
    },
    hold: () => client.setAutomine(false),
    async carryOut(_, note = async () => {}) {
      await note()
      await release()
      await note()
    },
    signAlong: async () => {},
    async overtake(submission) {
      const hash = the(submission.kind === 'sent' ? submission.hash : null)
      const { nonce, maxFeePerGas = 0n } = await client.getTransaction({ hash })
      const fee = 3n * maxFeePerGas
      await client.sendTransaction({
        account: brand.account,
        to: brand.address,
        nonce,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: fee,
      })
      await release()
    },
  }
}

/** A Safe with Ada at its host; Ben confirms if two signatures are required, and Ada executes. */
export function safeSubject(rig: Rig, safe: SeededSafe): Subject & { readonly host: SigningHost } {
  const host = signingHost(rig, safe, ada)
  const others = safe.threshold > 1 ? [ben] : []
  const yes: Answer = { kind: 'sign', gas: 300_000n }
  host.answer = async () => yes
  const proposed = (submission: Submission) =>
    the(
      host.proposed.find(
        (tx) =>
          submission.kind === 'proposed' &&
          SafeTx.hash(safe.address, tx, safe.version) === submission.safeTxHash,
      ),
    )
  return {
    host,
    account: safeAccount({
      address: safe.address,
      facts: {
        owners: safe.owners.map(({ address }) => address),
        threshold: safe.threshold,
        readOnly: false,
      },
      host,
      gateway: gateway(rig.service.url),
      rpc: localRpc(rig.chain.rpcUrl),
      exclusive: exclusive('your Safe'),
      // Every host here answers; other tests cover the queue being watched in the meantime. The wait for another nonce,
      // of a second, passes at once.
      pause: (ms) => (ms > 1_000 ? new Promise(() => {}) : Promise.resolve()),
    }),
    steps: ['needs-signatures', 'ready', 'confirming', 'paid'],
    meet({ until, no }) {
      host.answer = async () => {
        host.answer = async () => yes
        await until
        return no ? { kind: 'close' } : yes
      }
    },
    hold: async () => {},
    async carryOut(submission, note = async () => {}) {
      const tx = proposed(submission)
      await note()
      for (const owner of others) await confirmAt(rig, tx, owner, safe)
      await note()
      await executeOn(rig, tx, [ada, ...others], safe)
      await note()
    },
    async signAlong(text) {
      for (const owner of others) await signAs(rig, safe, owner, text)
    },
    async overtake() {
      const { current } = await nonces(rig, safe)
      await executeOn(rig, SafeTx.rejection(safe.address, current), [ada, ...others], safe)
    },
  }
}

/** The hash under which an account's list shows a submission. */
export function listedUnder(submission: Submission): Hex | null {
  if (submission.kind === 'proposed') return submission.safeTxHash
  return submission.kind === 'sent' ? submission.hash : (submission.hashes.at(-1) ?? null)
}
