import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Account, SafeOwner } from '#account/Account.ts'
import type { ListedAccount } from '#account/Activity.ts'
import { useConnection, usePortal } from '#account/connection.ts'
import { explorerTx } from '#chain/explorer.ts'
import * as AddressText from '#chain/money/Address.ts'
import { findPortalError } from '#chain/PortalError.ts'
import { useAccount } from '#components/account/useAccount.ts'
import { WrongNetwork } from '#components/account/WrongNetwork.tsx'
import { RequestError } from '#components/error/RequestError.tsx'
import type { OwnerActs } from '#domain/activity/ownerActs.ts'
import { ledger } from '#domain/ledger/ledger.ts'
import { recordSigned } from '#domain/ledger/recordSigned.ts'
import { accountContractQuery } from '#queries/account.ts'
import { refreshLists } from '#queries/activityLists.ts'
import type { ProposalReport } from '#safe/proposal/ProposalReport.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/content/Card.tsx'
import { ExternalLink } from '#ui/content/ExternalLink.tsx'
import { Tick } from '#ui/form/Tick.tsx'
import { Actions } from '#ui/layout/Actions.tsx'
import { Notice } from '#ui/Notice.tsx'

/** A connected wallet that can act as an owner. */
type Owner = Account & { readonly asOwner: SafeOwner }

/** The connected wallet as an owner of the Safe; null if it is not an owner, or is a contract, which has no key. */
export function useOwner({ owners }: ProposalReport): Owner | null {
  const account = useAccount()
  const { address, asOwner, contract } = account ?? {}
  const isOwner = address && asOwner && owners?.some((owner) => AddressText.equal(owner, address))
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
  children: ReactNode
}) {
  const { listed, report, owner, acts, children } = props
  const { safe, safeTxHash, flags, content, status } = report
  const { storage } = usePortal().page
  const connection = useConnection()
  const client = useQueryClient()
  const [isAware, setAware] = useState(false)
  const ended = {
    onSettled(_: unknown, error: Error | null) {
      // A lost answer may have come after the signature or the transaction.
      if (!error || findPortalError(error)?.kind === 'unknown-result') {
        recordSigned(ledger(storage, safe), report, Date.now())
      }
      return refreshLists(client, listed)
    },
  }
  const sign = useMutation({ mutationFn: async () => owner.asOwner.sign?.(safe, safeTxHash), ...ended })
  const execute = useMutation({ mutationFn: () => owner.asOwner.execute(safe, safeTxHash), ...ended })
  const hash = execute.data
  if (hash) {
    return (
      <Notice tone="info" title="Sent to the network.">
        <p>
          It usually takes a few seconds until it is final.{' '}
          <ExternalLink href={explorerTx(hash)}>View on BscScan</ExternalLink>
        </p>
      </Notice>
    )
  }
  const { canExecute } = acts
  const canSign = acts.canSign && !sign.isSuccess
  const isWarned = flags.some(({ level }) => level !== 'note')
  const isAsking = sign.isPending || execute.isPending
  const isUnsupported = connection.status === 'connected' && connection.unsupported
  const isBlocked = isAsking || isUnsupported || (isWarned && !isAware)
  const error = execute.error ?? sign.error
  const executes = status.kind === 'ready' ? 'Execute' : 'Sign and execute'
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
      {isWarned && (
        <Tick isTicked={isAware} onTick={setAware} isDisabled={isAsking}>
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
            {executes}
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
