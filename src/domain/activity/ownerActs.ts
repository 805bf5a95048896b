import type { SafeOwner } from '#account/Account.ts'
import type { Address } from '#chain/money/Address.ts'
import * as AddressText from '#chain/money/Address.ts'
import { isOpen } from '#chain/settlement/PaymentStatus.ts'
import { executionCall } from '#safe/proposal/executionCall.ts'
import { differences, type ProposalReport } from '#safe/proposal/ProposalReport.ts'

/** The actions open to an owner of the Safe right now. */
export type OwnerActs = { readonly canSign: boolean; readonly canExecute: boolean }

/**
 * An owner can sign a proposal while their signature is missing, and execute it when its turn has come and no other
 * signature is missing.
 */
export function ownerActs(report: ProposalReport, account: Address, owner: SafeOwner): OwnerActs {
  const { status, missing } = report
  if (!isOpen(status) || differences(report).length > 0) return { canSign: false, canExecute: false }
  const isMissing = missing?.some((one) => AddressText.equal(one, account)) ?? false
  return {
    canSign: owner.sign !== undefined && status.kind === 'needs-signatures' && isMissing,
    canExecute: status.turn.next === status.turn.own && executionCall(report, account) !== null,
  }
}
