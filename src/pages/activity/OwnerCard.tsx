import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Hash } from 'viem'
import type { Account, SafeOwner } from '#account/Account.ts'
import type { ListedAccount } from '#account/Activity.ts'
import { useConnection, usePortal } from '#account/connection.ts'
import { explorerTx } from '#chain/explorer.ts'
import { type Address, equal } from '#chain/money/Address.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { WrongNetwork } from '#components/account/AccountNotices.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { RequestError } from '#components/error/ExplainedError.tsx'
import { ledger } from '#domain/ledger/ledger.ts'
import { recordSigned } from '#domain/ledger/recordSigned.ts'
import { accountContractQuery } from '#queries/account.ts'
import { namedExecutionQuery, refreshLists } from '#queries/activity.ts'
import { executionCall } from '#safe/proposal/executionCall.ts'
import {
  differences,
  isStrangeRefund,
  type ProposalReport,
  warningsOf,
} from '#safe/proposal/ProposalReport.ts'
import { Actions, Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Tick } from '#ui/form/Fields.tsx'
import { Notice } from '#ui/Notice.tsx'

/** A connected wallet that can act as an owner. */
type Owner = Account & { readonly asOwner: SafeOwner }

/** The connected wallet as an owner of the Safe; null if it is not an owner, or is a contract, which has no key. */
export function useOwner({ owners }: ProposalReport): Owner | null {
  const account = useAccount()
  const { address, asOwner, contract } = account ?? {}
  const isOwner = address && asOwner && owners?.some((owner) => equal(owner, address))
  const { data } = useQuery(accountContractQuery(isOwner ? account : null))
  const hasKey = contract === undefined || data === null
  return account && asOwner && isOwner && hasKey ? { ...account, asOwner } : null
}

/**
 * Lets the connected owner sign or execute an open proposal. It comes after the warnings, so that they are read first.
 * @param children a link to do the same in Safe{Wallet}
 */
export function OwnerCard(props: {
  listed: ListedAccount
  report: ProposalReport
  owner: Owner
  acts: OwnerActs
  /** The warnings of the proposal, also those that another part of the page has answered. */
  seen: readonly string[]
  children: ReactNode
}) {
  const { listed, report, owner, acts, seen, children } = props
  const { safe, safeTxHash, content, status } = report
  const { storage } = usePortal().page
  const connection = useConnection()
  const client = useQueryClient()
  const warnings = warningsOf(report)
  // A tick stands for the warnings that it was given for, not for one that comes later.
  const [awareOf, setAwareOf] = useState<readonly string[]>([])
  const isAware = warnings.every((words) => awareOf.includes(words))
  const isForbidden = isStrangeRefund(report)
  const ended = {
    onSettled(_: unknown, error: Error | null) {
      // A lost answer may have come after the signature or the transaction.
      if (!error || findPortalError(error)?.kind === 'unknown-result') {
        recordSigned(ledger(storage, safe), report, Date.now())
      }
      return refreshLists(client, listed)
    },
  }
  const sign = useMutation({ mutationFn: async () => owner.asOwner.sign?.(safe, safeTxHash, seen), ...ended })
  const execute = useMutation({ mutationFn: () => owner.asOwner.execute(safe, safeTxHash, seen), ...ended })
  const hash = execute.data ?? null
  const named = useQuery(namedExecutionQuery(report, hash))
  // Nothing is lost by another try: the nonce of the Safe makes a second execution impossible.
  const isLost =
    named.data === 'other' || (named.data === 'unseen' && named.dataUpdatedAt - execute.submittedAt > LOST)
  if (hash && !isLost) return <SentExecution hash={hash} isSeen={named.data === 'seen'} />
  const { canExecute } = acts
  const canSign = acts.canSign && !sign.isSuccess
  const isAsking = sign.isPending || execute.isPending
  const isUnsupported = connection.status === 'connected' && connection.unsupported
  const isBlocked = isAsking || isUnsupported || isForbidden || !isAware
  const error = execute.error ?? sign.error
  return (
    <Card title="Your turn">
      {acts.canSign && !canSign && (
        <Notice tone="good" title="You signed.">
          <p>It can take a minute until your signature is listed.</p>
        </Notice>
      )}
      {canExecute ? (
        <p>
          {status.kind === 'ready' ? 'Enough owners signed.' : 'Yours is the last signature it needs.'}{' '}
          {content.totals.length > 0 ? 'The money moves at once.' : 'It runs at once.'} Your wallet pays the
          network fee.
        </p>
      ) : (
        canSign && <p>Free, and moves no money yet: it still has to be executed.</p>
      )}
      <WrongNetwork />
      {hash && isLost && (
        <Notice
          tone="warn"
          title={
            named.data === 'other'
              ? 'We can’t see this proposal in the transaction that your wallet named.'
              : 'No network node knows the transaction that your wallet named.'
          }
        >
          <p>
            It may never run. Look for it in your wallet, or try again: it can run only once.{' '}
            <ExternalLink href={explorerTx(hash)}>View on BscScan</ExternalLink>
          </p>
        </Notice>
      )}
      {warnings.length > 0 && (
        <Tick
          isTicked={isAware && !isForbidden}
          onTick={(is) => setAwareOf(is ? warnings : [])}
          isDisabled={isAsking || isForbidden}
        >
          I read the warning above. Continue.
        </Tick>
      )}
      {isAsking && (
        <Notice tone="info" title={sign.isPending ? 'Sign in your wallet.' : 'Confirm in your wallet.'}>
          <p>
            {sign.isPending
              ? 'It shows a “SafeTx” message. Compare it with the hashes on this page.'
              : 'It shows one transaction to this Safe, “execTransaction”.'}
          </p>
        </Notice>
      )}
      {error && <RequestError error={error} />}
      <Actions>
        {canExecute && (
          <Button primary disabled={isBlocked} onClick={() => execute.mutate()}>
            {status.kind === 'ready' ? 'Execute' : 'Sign and execute'}
          </Button>
        )}
        {canSign && (
          <Button primary={!canExecute} disabled={isBlocked} onClick={() => sign.mutate()}>
            {canExecute ? 'Sign only' : 'Sign'}
          </Button>
        )}
        {children}
      </Actions>
    </Card>
  )
}

/** How long (ms) after a wallet named a transaction its nodes may still not know it. */
const LOST = 20_000

/** The transaction that a wallet named: only its word, until a node knows that it executes this proposal. */
function SentExecution({ hash, isSeen }: { hash: Hash; isSeen: boolean }) {
  return (
    <Notice tone="info" title={isSeen ? 'Sent to the network.' : 'Your wallet says that it was sent.'}>
      <p>
        {isSeen
          ? 'It usually takes a few seconds until it is final.'
          : 'We’re looking for it on the network.'}{' '}
        <ExternalLink href={explorerTx(hash)}>View on BscScan</ExternalLink>
      </p>
    </Notice>
  )
}

/** The actions open to an owner of the Safe right now. */
type OwnerActs = { readonly canSign: boolean; readonly canExecute: boolean }

/**
 * An owner can sign a proposal while their signature is missing, and execute it when its turn has come and no other
 * signature is missing.
 */
export function ownerActs(report: ProposalReport, account: Address, owner: SafeOwner): OwnerActs {
  const { status, missing } = report
  if (!isOpen(status) || differences(report).length > 0) return { canSign: false, canExecute: false }
  const isMissing = missing?.some((one) => equal(one, account)) ?? false
  return {
    canSign: owner.sign !== undefined && status.kind === 'needs-signatures' && isMissing,
    canExecute: status.turn.next === status.turn.own && executionCall(report, account) !== null,
  }
}
