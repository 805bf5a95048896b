import { clipped, LONGEST_CELL } from '#chain/names/edges.ts'
import type { PayeeDoubt } from './checkPayee.ts'
import type { PayeeTextFault } from './readPayee.ts'

/** Why this payee can’t be paid, and what to do. */
export function payeeFaultText(fault: PayeeTextFault): string {
  switch (fault.kind) {
    case 'empty':
      return 'Enter the address of the person you pay.'
    case 'not-an-address':
      return 'This is not an address. It starts with 0x and has 40 more characters, 0 to 9 and a to f.'
    case 'too-long':
      return `This is longer than ${LONGEST_CELL} characters. Write the address and nothing else.`
    case 'no-0x':
      return 'An address starts with 0x, and this does not. Copy it again.'
    case 'wrong-checksum':
      return 'One character of this address is wrong: its upper and lower case do not fit. Copy it again.'
    case 'zero-address':
      return 'This is the zero address. Money sent there is lost.'
    case 'other-chain':
      return `This address is marked for another network (${clipped(fault.prefix)}). The portal pays on BNB Smart Chain. Ask the payee for an address there.`
    case 'tron':
      return 'This is an address of Tron. Money cannot get there from BNB Smart Chain. Ask the payee for an address that starts with 0x.'
    case 'beacon-chain':
      return 'This is an address of the BNB Beacon Chain, which has ended. Ask the payee for an address that starts with 0x.'
    case 'bitcoin':
      return 'This is an address of Bitcoin. Ask the payee for an address on BNB Smart Chain, which starts with 0x.'
    case 'name':
      return `Names like ${clipped(fault.name)} can change owner. Enter the 0x address instead.`
    case 'payer':
      return 'This is the paying account itself.'
    case 'dead':
      return 'No one has the key to this address. Money sent there is lost.'
    case 'system-contract':
      return 'This address belongs to the chain itself. Money sent there is lost.'
    case 'token-contract':
      return `This is the ${clipped(fault.symbol)} token contract. Money sent there is lost.`
    case 'safe-contract':
      return 'This contract is shared by all Safes and isn’t anyone’s account. Money sent there is lost.'
    case 'shared-contract':
      return 'This is a shared contract, not anyone’s account. Money sent there is lost.'
  }
}

/** What makes a payee doubtful, in a sentence. Look-alikes are shown digit by digit instead. */
export function payeeDoubtText(doubt: PayeeDoubt): string {
  switch (doubt.kind) {
    case 'look-alike':
      return `${doubt.payee} begins and ends like ${doubt.like}, ${whereKnown(doubt.isKnown)}, and is another address.`
    case 'similar':
      return `${doubt.payee} is much like ${doubt.like}, ${whereKnown(doubt.isKnown)}. Compare every digit.`
    case 'contract':
      return `${doubt.payee} is a contract. A Safe is one, too; another contract may keep what it gets for ever.`
    case 'no-checksum':
      return `${doubt.payee} is all in one case, so nothing shows a wrong digit. Compare every digit with where you got it.`
  }
}

function whereKnown(isKnown: boolean): string {
  return isKnown ? 'which you have paid before' : 'which stands in this list too'
}

/** The label of the tick for a doubt. */
export const payeeTicks: Readonly<Record<Exclude<PayeeDoubt['kind'], 'look-alike'>, string>> = {
  similar: 'This address is right',
  contract: 'This contract can be paid',
  'no-checksum': 'Every digit is right',
}

/** What could not be read about payees, by the id of the tick to continue without it. */
export type UnreadPayees = {
  readonly id: string
  readonly words: string
  readonly onAgain: (() => void) | null
}

/** Ids of the ticks for unreadable data. */
export const UNREAD_HISTORY = 'unread/history'
export const UNREAD_CODE = 'unread/code'

/**
 * Explains what was not read. @param codes how many payees were not checked, whether checks are turned off,
 * and a retry
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
            words:
              'Whom the account has paid before could not be read, so addresses that look like theirs are not found.',
            onAgain: null,
          },
        ]
      : []),
    ...(unread > 0
      ? [
          {
            id: UNREAD_CODE,
            words: `Whether ${unread.toLocaleString('en-US')} of the payees ${unread === 1 ? 'is a contract' : 'are contracts'} ${isOff ? 'is not checked, as chosen in Diagnostics' : 'could not be read'}.`,
            onAgain: again,
          },
        ]
      : []),
  ]
}
