import * as v from 'valibot'
import type * as Address from '#chain/money/Address.ts'
import * as Token from '#chain/money/Token.ts'
import { isBnbName } from '#chain/names/addressLike.ts'
import { gatherLookAlikes, type LookAlike } from '#chain/names/lookAlike.ts'
import { address } from '#chain/schemas.ts'
import { clipped } from '#chain/text/label.ts'
import { isSafeContract } from '#safe/tx/knownContracts.ts'
import { isKnown as isMultiSend } from '#safe/tx/MultiSend.ts'

/** Why an address is never paid: money sent there is lost, or goes nowhere. */
export type PayeeFault =
  | {
      readonly kind:
        | 'payer'
        | 'zero-address'
        | 'dead'
        | 'system-contract'
        | 'safe-contract'
        | 'shared-contract'
    }
  | { readonly kind: 'token-contract'; readonly symbol: string }

/** Why an address is never paid, and what to do. */
export function payeeFaultText(fault: PayeeFault): string {
  switch (fault.kind) {
    case 'zero-address':
      return 'This is the zero address. Money sent there is lost.'
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

export type PayeeOptions = {
  /** The paying account; null if none is connected. */
  readonly payer: Address.Address | null
  /** Tokens besides the pinned ones, by lower-case contract. */
  readonly tokens: ReadonlyMap<string, Token.Token>
  /** The addresses that a name in the place of an address can mean; without it, a name means nobody. */
  readonly named?: ((name: string) => readonly Address.Address[]) | undefined
  /** The addresses of `.bnb` names, as looked up by a person. Other names stay without an address. */
  readonly lookedUp?: readonly LookedUpName[] | undefined
}

/**
 * Addresses up to here have no owner: precompiles, BNB Smart Chain's own contracts, and numbers mistaken for
 * addresses.
 */
const LAST_RESERVED = 0xffff_ffffn

/** Burn addresses that do not repeat one group of digits. */
const deadAddresses: ReadonlySet<string> = new Set([
  '0xdead000000000000000042069420694206942069',
  '0xdead000000000000000000000000000000000000',
  '0x00000000000000000000045261d4ee77acdb3286',
])

/** Shared contracts that keep any funds they receive. Lower case. */
const sharedContracts: ReadonlySet<string> = new Set([
  // Multicall3, Permit2, the two deterministic deployers and the ERC-4337 entry points.
  '0xca11bde05977b3631167028862be2a173976ca11',
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  '0x914d7fec6aac8cd542e72bca78b30650d45643d7',
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
])

/** Tokens that the portal does not pay, whose contracts people paste instead of an account. Lower case. */
const otherTokens: ReadonlyMap<string, string> = new Map([
  ['0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', 'WBNB'],
  ['0xe9e7cea3dedca5984780bafc599bd69add087d56', 'BUSD'],
  ['0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82', 'CAKE'],
  ['0x2170ed0880ac9a755fd29b2688956bd959f933f8', 'ETH'],
  ['0x7130d2a12b9bcbfae4f2634d864a1ee1ce3ead9c', 'BTCB'],
])

/** Why an address must not be paid, whatever its source; null if there is no known reason. */
export function payeeFault(payee: Address.Address, { payer, tokens }: PayeeOptions): PayeeFault | null {
  const lower = payee.toLowerCase()
  if (payer && lower === payer.toLowerCase()) return { kind: 'payer' }
  const number = BigInt(lower)
  if (number === 0n) return { kind: 'zero-address' }
  if (deadAddresses.has(lower) || REPEATED.test(lower) || number === 0xdeadn) return { kind: 'dead' }
  if (number <= LAST_RESERVED) return { kind: 'system-contract' }
  const symbol = (Token.find(payee) ?? tokens.get(lower))?.symbol ?? otherTokens.get(lower)
  if (symbol !== undefined) return { kind: 'token-contract', symbol }
  if (isMultiSend(payee) || isSafeContract(payee)) return { kind: 'safe-contract' }
  return sharedContracts.has(lower) ? { kind: 'shared-contract' } : null
}

/** Up to eight digits repeated, such as 0xEeee…EEeE: nobody has the key to such an address. */
const REPEATED = /^0x(.{1,8})\1+$/

/** A payee, and whether it had a checksum: without one a wrong digit goes unnoticed. */
export type Payee = {
  readonly payee: Address.Address
  readonly hasChecksum: boolean
  readonly entered?: EnteredName
}

/** An address that can be mistaken for another one. */
export type Alike = {
  /** For `look-alike` the whole address must be entered again; for `similar` a tick is enough. */
  readonly kind: 'look-alike' | 'similar'
  readonly id: string
  readonly payee: Address.Address
  readonly like: Address.Address
  /** `like` was paid or saved before; otherwise it is in the same list. */
  readonly isKnown: boolean
}

/** A fact about a payee that a tick confirms. */
export type PayeeFact = {
  readonly kind: 'contract' | 'no-checksum'
  readonly id: string
  readonly payee: Address.Address
}

/**
 * A doubt that a person must confirm before an address is paid. `id` identifies the fact, so an answer applies to
 * nothing else.
 */
export type PayeeDoubt = Alike | PayeeFact

/**
 * The doubts about some addresses, in their order.
 * @param known see `findAlike`
 * @param contracts those of which the chain says so, by checksummed address
 */
export function payeeDoubts(
  payees: readonly Payee[],
  known: KnownPayees,
  contracts: ReadonlySet<Address.Address>,
): readonly PayeeDoubt[] {
  const alike = new Map<Address.Address, Alike>()
  const all = new Set(payees.map(({ payee }) => payee))
  for (const found of findAlike(all, known)) if (found) alike.set(found.payee, found)
  const unsure = new Set(payees.filter(({ hasChecksum }) => !hasChecksum).map(({ payee }) => payee))
  return [...all].flatMap((payee): readonly PayeeDoubt[] => {
    const found = alike.get(payee)
    return [
      ...(found ? [found] : []),
      ...(contracts.has(payee) ? [contractDoubt(payee)] : []),
      ...(unsure.has(payee) ? [noChecksumDoubt(payee)] : []),
    ]
  })
}

/** The doubt about a payee that is a contract. */
export function contractDoubt(payee: Address.Address): PayeeFact & { readonly kind: 'contract' } {
  return { kind: 'contract', id: `contract/${payee}`, payee }
}

/** The doubt about a payee in all lower or all upper case. */
export function noChecksumDoubt(payee: Address.Address): PayeeFact & { readonly kind: 'no-checksum' } {
  return { kind: 'no-checksum', id: `no-checksum/${payee}`, payee }
}

/** The addresses that a thief would imitate: those that an account has paid, and those that its person saved. */
export type KnownPayees = {
  readonly paid: readonly Address.Address[]
  readonly saved: readonly Address.Address[]
}

/**
 * Compares payees with the known ones and with each other. Yields null if there is nothing to report, so that a long
 * comparison can pause at any address. A payee that was paid is compared only with the known ones, because one of
 * them may be the imitation. New addresses in the list do not make it doubtful.
 */
export function* findAlike(
  payees: Iterable<Address.Address>,
  { paid, saved }: KnownPayees,
): Generator<Alike | null> {
  const knownKeys = new Set<string>()
  const gathered = gatherLookAlikes()
  // Known payees are added first, so they are found first.
  for (const address of [...paid, ...saved]) {
    knownKeys.add(address.toLowerCase())
    gathered.add(address)
    yield null
  }
  const paidKeys = new Set(paid.map((address) => address.toLowerCase()))
  const all = [...payees]
  const ofPaid = new Map<Address.Address, LookAlike | null>()
  for (const payee of all) {
    if (paidKeys.has(payee.toLowerCase())) ofPaid.set(payee, gathered.find(payee))
    yield null
  }
  for (const payee of all) {
    gathered.add(payee)
    yield null
  }
  for (const payee of all) {
    const like = ofPaid.has(payee) ? ofPaid.get(payee) : gathered.find(payee)
    yield like
      ? {
          kind: like.kind,
          id: `${like.kind}/${payee}/${like.known}`,
          payee,
          like: like.known,
          isKnown: knownKeys.has(like.known.toLowerCase()),
        }
      : null
  }
}

/** The doubts about payments, and whether all checks were made. Each one is ticked, or typed, by its id. */
export type DraftChecks = {
  readonly doubts: readonly { readonly id: string }[]
  /** Failed reads, which a person may choose to ignore. */
  readonly unread: readonly { readonly id: string }[]
  /** A read is still running, which blocks the next step. */
  readonly isBusy: boolean
}

/** How many doubts and failed reads the person has not ticked. */
function countOpen({ doubts, unread }: Omit<DraftChecks, 'isBusy'>, ticks: ReadonlySet<string>): number {
  return [...doubts, ...unread].filter(({ id }) => !ticks.has(id)).length
}

/** True once everything was read or ignored, and every doubt was ticked. */
export function isAnswered(checks: DraftChecks, ticks: ReadonlySet<string>): boolean {
  return !checks.isBusy && countOpen(checks, ticks) === 0
}

/** Ticks doubts and failed reads by their ids, or takes their ticks back. */
export function withTicks<Draft extends { readonly ticks: ReadonlySet<string> }>(
  draft: Draft,
  ids: readonly string[],
  yes: boolean,
): Draft {
  const ticks = new Set(draft.ticks)
  for (const id of ids) {
    if (yes) ticks.add(id)
    else ticks.delete(id)
  }
  return { ...draft, ticks }
}

/**
 * The `.bnb` name that was entered for a payee, and when it was looked up (ms since the epoch, by this device's
 * clock).
 */
export type EnteredName = { readonly name: string; readonly at: number }

/** A `.bnb` name with the address that it led to. This address is paid, even if the name leads elsewhere later. */
export type LookedUpName = EnteredName & { readonly address: Address.Address }

/**
 * At most this many names are looked up for one list: each costs public endpoints about twelve reads, and as many again
 * in the review.
 */
export const MOST_NAMES = 25

const bnbName = v.pipe(
  v.string(),
  v.check((text) => isBnbName(text)),
)
const lookedUpAt = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))

/** A stored name, as untrusted input. */
export const storedName = v.pipe(
  v.strictTuple([bnbName, lookedUpAt]),
  v.transform(([name, at]): EnteredName => ({ name, at })),
)

/** A stored name with its address, as untrusted input. */
export const storedLookUp = v.pipe(
  v.strictTuple([bnbName, address, lookedUpAt]),
  v.transform(([name, address, at]): LookedUpName => ({ name, address, at })),
)

/** The names with one more, which replaces an earlier meaning of the same name. */
export function withLookUp(names: readonly LookedUpName[], added: LookedUpName): readonly LookedUpName[] {
  return [...names.filter(({ name }) => name !== added.name), added]
}
