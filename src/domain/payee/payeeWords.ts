import type { Address } from '#chain/money/Address.ts'
import type { ResolvedName } from '#chain/names/spaceId.ts'
import { clipped, LONGEST_CELL } from '#chain/names/trimEdges.ts'
import { networkOf } from '#chain/networks.ts'
import { count, plural, when } from '#domain/shared/format.ts'
import type { EnteredName, PayeeDoubt } from './checkPayee.ts'
import type { PayeeTextFault } from './readPayee.ts'

/** Why this payee can’t be paid, and what to do. */
export function payeeFaultText(fault: PayeeTextFault): string {
  switch (fault.kind) {
    case 'empty':
      return 'Enter the recipient’s address.'
    case 'not-an-address':
      return 'That’s not an address. It should start with 0x and have 42 characters.'
    case 'wrong-length':
      return fault.missing > 0
        ? `This address is too short: ${count(fault.missing, 'character')} ${plural(fault.missing, 'is', 'are')} missing. Copy it again.`
        : `This address is too long, by ${count(-fault.missing, 'character')}. Copy it again.`
    case 'too-long':
      return `This is longer than ${LONGEST_CELL} characters. Enter only the address.`
    case 'no-0x':
      return 'An address starts with 0x. Copy it again.'
    case 'wrong-checksum':
      return 'This address has a typo (its checksum doesn’t match). Copy it again from the source.'
    case 'zero-address':
      return 'This is the zero address. Money sent there is lost.'
    case 'other-chain':
      return `This address is for ${elsewhere(fault.prefix)}. Ask the recipient for one on BNB Smart Chain.`
    case 'several-addresses':
      return 'There are two different addresses here. Enter only the right one.'
    case 'words-around':
      return 'There’s more here than an address. Enter only the address.'
    case 'icap':
      return 'That’s an ICAP address (XE…). Ask the recipient for the one that starts with 0x.'
    case 'token-page':
      return 'This link opens a token’s page. Ask the recipient for their own address.'
    case 'unknown-link':
      return 'We can’t read an address from this link. Enter only the address.'
    case 'other-token':
      return 'This payment link is for a token that isn’t offered here. Pay it from a list, with the token’s contract.'
    case 'payment-link':
      return 'We can’t read this payment link exactly. Enter the address and the amount.'
    case 'beacon-chain':
      return 'That’s an address of the BNB Beacon Chain, which has ended. Ask for one that starts with 0x.'
    case 'foreign-address':
      return `That’s a ${fault.network} address. Ask the recipient for one that starts with 0x.`
    case 'unstoppable-name':
      return `That’s a name of Unstoppable Domains. We look up .bnb names only. Ask whoever uses ${clipped(fault.name)} for the 0x address.`
    case 'name':
      return `We look up .bnb names only. Ask whoever uses ${clipped(fault.name)} for the 0x address.`
    case 'bnb-name':
      return `Look up ${clipped(fault.name)}, or enter the 0x address.`
    case 'foreign-name':
      return `A name has only a–z, 0–9 and hyphens. ${clipped(fault.name)} may imitate another one. Enter the 0x address.`
    case 'person-or-name':
      return `${clipped(fault.name)} is someone in People and also a .bnb name. Choose the person, or look up the name.`
    case 'nobody':
      return `You have no one called ${clipped(fault.name)} in People. Enter their address.`
    case 'several-people':
      return `You have ${fault.addresses.length} people called ${clipped(fault.name)}. Choose one, or enter the address.`
    case 'payer':
      return 'This is the address you pay from.'
    case 'dead':
      return 'No one has the key to this address. Money sent there is lost.'
    case 'system-contract':
      return 'This address belongs to the network itself. Money sent there is lost.'
    case 'token-contract':
      return `This is the ${clipped(fault.symbol)} token contract. Money sent there is lost.`
    case 'safe-contract':
      return 'That’s a shared Safe contract, not someone’s Safe. Money sent there is lost.'
    case 'shared-contract':
      return 'That’s a shared contract, not someone’s address. Money sent there is lost.'
  }
}

/** The other network that a prefix stands for. */
function elsewhere(prefix: string): string {
  const name = networkOf(prefix)
  return name === null ? `another network (${clipped(prefix)})` : `${name}, another network`
}

/** Why a name that was looked up isn’t a recipient, and what to do. */
export function nameFaultText(name: string, answer: Exclude<ResolvedName, { kind: 'found' }>): string {
  switch (answer.kind) {
    case 'nowhere':
      return `${clipped(name)} has no address. Check the spelling, or ask for the 0x address.`
    case 'unclaimed':
      return `${clipped(name)} points to ${answer.address}, but that address hasn’t named itself ${clipped(name)}. Ask for the 0x address.`
    case 'unknown':
      return unknownNameText(clipped(name), answer.why)
  }
}

function unknownNameText(name: string, why: Extract<ResolvedName, { kind: 'unknown' }>['why']): string {
  switch (why) {
    case 'one-source':
      return `${name} needs two sources that agree, and only one is set up here. Enter the 0x address.`
    case 'alone':
      return `Only one source answered for ${name}. We need two that agree.`
    case 'split':
      return `Our sources disagree about ${name}. Ask for the 0x address.`
    case 'silent':
      return `We couldn’t look up ${name}. Try again, or ask for the 0x address.`
  }
}

/** Explains that a name of a reviewed payment no longer means the address that it meant when it was entered. */
export function movedNameText(
  name: string,
  payee: Address,
  now: Exclude<ResolvedName, { kind: 'unknown' }>,
): string {
  const paid = `This payment goes to ${payee}, as entered.`
  switch (now.kind) {
    case 'found':
      return `${clipped(name)} now points to ${now.address}. ${paid}`
    case 'unclaimed':
      return `${clipped(name)} points to ${now.address}, which hasn’t named itself ${clipped(name)}. ${paid}`
    case 'nowhere':
      return `${clipped(name)} no longer has an address. ${paid}`
  }
}

/** The line beside the address of a recipient that was entered as a name. */
export function enteredText({ name, at }: EnteredName): string {
  return `${name}, looked up ${when(at)}`
}

/** Explains in a sentence why a payee is doubtful. Look-alikes are shown digit by digit instead. */
export function payeeDoubtText(doubt: PayeeDoubt): string {
  switch (doubt.kind) {
    case 'look-alike':
      return `${doubt.payee} looks like ${doubt.like}, ${whereKnown(doubt.isKnown)}, but it isn’t the same.`
    case 'similar':
      return `${doubt.payee} is similar to ${doubt.like}, ${whereKnown(doubt.isKnown)}. Compare every character.`
    case 'contract':
      return `${doubt.payee} is a contract. A Safe is one too; other contracts may keep the money for good.`
    case 'no-checksum':
      return `${doubt.payee} has no checksum, so a typo goes unnoticed. Compare every character with the source.`
  }
}

function whereKnown(isKnown: boolean): string {
  return isKnown ? 'which you’ve paid or saved' : 'also in this list'
}

/** The label of the tick for a doubt. */
export const payeeTicks: Readonly<Record<Exclude<PayeeDoubt['kind'], 'look-alike'>, string>> = {
  similar: 'The address is correct',
  contract: 'This contract can receive it',
  'no-checksum': 'Every character is correct',
}

/** Data about payees that could not be read, by the id of the tick to continue without it. */
export type UnreadPayees = {
  readonly id: string
  readonly words: string
  readonly onAgain: (() => void) | null
}

/** Ids of the ticks for unreadable data. */
const UNREAD_HISTORY = 'unread/history'
const UNREAD_CODE = 'unread/code'

/**
 * Explains which data was not read. @param codes how many payees were not checked, whether checks are turned off, and
 * a retry
 */
export function unreadPayees(
  history: 'reading' | 'read' | 'not-read',
  codes: { readonly unread: number; readonly isOff: boolean; readonly again: (() => void) | null },
): readonly UnreadPayees[] {
  const { unread, isOff, again } = codes
  return [
    ...(history === 'not-read'
      ? [
          {
            id: UNREAD_HISTORY,
            words: 'We couldn’t load who you paid before, so look-alike addresses may go unnoticed.',
            onAgain: null,
          },
        ]
      : []),
    ...(unread > 0
      ? [
          {
            id: UNREAD_CODE,
            words: `${isOff ? 'Checks before you pay are off, so we didn’t check' : 'Can’t reach the network, so we couldn’t check'} whether ${count(unread, 'recipient is a contract', 'recipients are contracts')}.`,
            onAgain: again,
          },
        ]
      : []),
  ]
}
