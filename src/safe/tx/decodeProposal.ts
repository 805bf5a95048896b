import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  stringToHex,
  zeroAddress,
} from 'viem'
import * as Amount from '#chain/money/Amount.ts'
import { asTransfer, type Call, type Transfer, transferTo } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { plural } from '#domain/shared/format.ts'
import { hashSignedBy } from '#safe/signature/signOnChain.ts'
import * as MultiSend from './MultiSend.ts'
import type { SafeTx } from './SafeTx.ts'

/** The meaning of one row of a proposal, decoded from the signed bytes alone. */
type RowMeaning =
  /** For a token that is not pinned, `amount.token` is derived from the address: see `isPinned`. */
  | {
      readonly kind: 'transfer'
      readonly to: Address
      readonly amount: Amount.Amount
      readonly isPinned: boolean
    }
  | { readonly kind: 'rejection' }
  | { readonly kind: 'known'; readonly call: KnownCall }
  | { readonly kind: 'unknown' }
  /** Signs a hash in the name of the Safe, through Safe's own library. */
  | { readonly kind: 'signature'; readonly hash: Hex }
  /** Runs foreign code as the Safe itself, so it can do anything, whatever its calldata suggests. */
  | { readonly kind: 'delegatecall' }

/** One call of a proposal. `path` is its position: `3`, or `3.1` inside a nested multisend. */
export type ProposalRow = {
  readonly path: string
  readonly to: Address
  /** wei */
  readonly value: bigint
  readonly data: Hex
  readonly operation: 0 | 1
  readonly meaning: RowMeaning
}

export type ProposalContent = {
  readonly rows: readonly ProposalRow[]
  /** The sum of all transfers per token, in the order of first appearance. */
  readonly totals: readonly Amount.Amount[]
  /** Rows that are not transfers and therefore in no total. */
  readonly others: number
}

/** Maximum depth of nested multisends; deeper ones are shown as a delegatecall. */
const MAX_DEPTH = 4

/** Decodes a proposal, only from its signed fields and never from a service's description. */
export function decodeProposal(safe: Address, tx: SafeTx): ProposalContent {
  const isRejection = isAddressEqual(tx.to, safe) && tx.value === 0n && tx.data === '0x' && tx.operation === 0
  const rows: readonly ProposalRow[] = isRejection
    ? [{ ...fieldsOf(tx), path: '1', meaning: { kind: 'rejection' } }]
    : unfold(safe, tx, '', 0)
  const transfers = rows.flatMap(({ meaning }) => (meaning.kind === 'transfer' ? [meaning] : []))
  return { rows, totals: Amount.totalsOf(transfers), others: rows.length - transfers.length }
}

type Fields = Call & { readonly operation: 0 | 1 }

function fieldsOf({ to, value, data, operation }: Fields): Fields {
  return { to, value, data, operation }
}

/**
 * Expands a call into rows. A batch through Safe's own MultiSend yields its contents, anything else one row.
 */
function unfold(safe: Address, call: Fields, prefix: string, depth: number): ProposalRow[] {
  const batch = call.operation === 1 && depth < MAX_DEPTH && MultiSend.isKnown(call.to)
  const inner = batch ? MultiSend.decode(call.data) : null
  if (inner && inner.length > 0) {
    const zeroIsSafe = MultiSend.zeroIsSafe(call.to)
    return inner.flatMap((row, index) => {
      const meant = zeroIsSafe && row.to === zeroAddress ? { ...row, to: safe } : row
      return unfold(safe, meant, prefix === '' ? `${index + 1}` : `${prefix}.${index + 1}`, depth + 1)
    })
  }
  return [{ ...fieldsOf(call), path: prefix || '1', meaning: meaningOf(safe, call) }]
}

function meaningOf(safe: Address, call: Fields): RowMeaning {
  if (call.operation === 1) {
    const hash = hashSignedBy(call)
    return hash ? { kind: 'signature', hash } : { kind: 'delegatecall' }
  }
  const transfer = asTransfer(call)
  if (transfer) {
    const pinned = Token.find(transfer.token)
    const token: Token.Token = pinned ?? {
      address: transfer.token,
      symbol: 'base units',
      name: 'Unverified token',
      decimals: 0,
    }
    return {
      kind: 'transfer',
      to: transfer.to,
      amount: { token, value: transfer.value },
      isPinned: pinned !== undefined,
    }
  }
  const known = readKnownCall(safe, call)
  return known ? { kind: 'known', call: known } : { kind: 'unknown' }
}

/** The transfers of a proposal, as its fingerprint uses them. */
export function transfersIn({ rows }: ProposalContent): readonly Transfer[] {
  return rows.flatMap(({ meaning }) =>
    meaning.kind === 'transfer' ? [transferTo(meaning.to, meaning.amount)] : [],
  )
}

/** The effect of a call that is not a transfer, as a sentence, and how much attention it needs. */
type KnownCall = {
  /** `settings` changes who controls the Safe, `power` gives others control over its money. */
  readonly kind: 'settings' | 'power' | 'call'
  /** The function's name; null if unknown. */
  readonly name: string | null
  readonly words: string
}

type Args = readonly (string | bigint | number | boolean)[]
type KnownFunction = {
  readonly signature: string
  readonly kind: KnownCall['kind']
  readonly words: (args: Args) => string
}

const most = 2n ** 255n
const amount = (value: unknown) =>
  typeof value === 'bigint' && value >= most ? 'any amount' : `up to ${value} base units`

/** A token of the allowance module, where the zero address means BNB; undefined if it is not pinned. */
const tokenAt = (token: unknown) => Token.find(token === zeroAddress ? null : (token as Address))

const allowance = (token: unknown, value: unknown) => {
  const base = BigInt(value as bigint)
  const pinned = tokenAt(token)
  return pinned
    ? Amount.format({ token: pinned, value: base })
    : `${base} base units of the unverified token ${token}`
}

const nameOf = (token: unknown) => tokenAt(token)?.symbol ?? `the unverified token ${token}`

/** A number of minutes in the largest unit that divides it. */
function period(minutes: number): string {
  const units = [
    [1_440, 'day'],
    [60, 'hour'],
    [1, 'minute'],
  ] as const
  const [size, unit] = units.find(([one]) => minutes % one === 0) ?? [1, 'minute']
  const count = minutes / size
  return plural(count, unit, `${count} ${unit}s`)
}

/** Functions that a Safe calls on itself. */
const ofSafe: readonly KnownFunction[] = [
  {
    signature: 'addOwnerWithThreshold(address,uint256)',
    kind: 'settings',
    words: ([owner, threshold]) => `Adds the owner ${owner} and sets the required signatures to ${threshold}`,
  },
  {
    signature: 'removeOwner(address,address,uint256)',
    kind: 'settings',
    words: ([, owner, threshold]) =>
      `Removes the owner ${owner} and sets the required signatures to ${threshold}`,
  },
  {
    signature: 'swapOwner(address,address,address)',
    kind: 'settings',
    words: ([, before, after]) => `Replaces the owner ${before} by ${after}`,
  },
  {
    signature: 'changeThreshold(uint256)',
    kind: 'settings',
    words: ([threshold]) => `Sets the required signatures to ${threshold}`,
  },
  {
    signature: 'enableModule(address)',
    kind: 'settings',
    words: ([module]) => `Lets the module ${module} move money without any signature`,
  },
  {
    signature: 'disableModule(address,address)',
    kind: 'settings',
    words: ([, module]) => `Takes all power from the module ${module}`,
  },
  {
    signature: 'setGuard(address)',
    kind: 'settings',
    words: ([guard]) => `Lets the contract ${guard} forbid transactions of the Safe`,
  },
  {
    signature: 'setModuleGuard(address)',
    kind: 'settings',
    words: ([guard]) => `Lets the contract ${guard} forbid what modules do`,
  },
  {
    signature: 'setFallbackHandler(address)',
    kind: 'settings',
    words: ([handler]) => `Lets the contract ${handler} answer in the name of the Safe`,
  },
  {
    signature: 'changeMasterCopy(address)',
    kind: 'settings',
    words: ([code]) => `Replaces the whole code of the Safe by ${code}`,
  },
]

/** Functions of other contracts that get a description. */
const ofOthers: readonly KnownFunction[] = [
  {
    signature: 'approve(address,uint256)',
    kind: 'power',
    words: ([spender, value]) => `Lets ${spender} take ${amount(value)} of this token at any time`,
  },
  {
    signature: 'increaseAllowance(address,uint256)',
    kind: 'power',
    words: ([spender, value]) => `Lets ${spender} take ${amount(value)} more of this token at any time`,
  },
  {
    signature: 'transferFrom(address,address,uint256)',
    kind: 'call',
    words: ([from, to, value]) => `Moves ${value} base units of this token from ${from} to ${to}`,
  },
  {
    signature: 'setApprovalForAll(address,bool)',
    kind: 'power',
    words: ([operator]) => `Changes whether ${operator} may take all tokens of this collection`,
  },
  // The functions of the allowance module (spending limits). Source: safe-modules, `AllowanceModule.sol`.
  {
    signature: 'setAllowance(address,address,uint96,uint16,uint32)',
    kind: 'power',
    words: ([delegate, token, value, minutes]) =>
      BigInt(value as bigint) === 0n
        ? `Sets what ${delegate} may spend of ${nameOf(token)} to zero`
        : `Lets ${delegate} spend up to ${allowance(token, value)} (${
            minutes === 0 ? 'never resets' : `resets every ${period(Number(minutes))}`
          }) without further signatures`,
  },
  {
    signature: 'addDelegate(address)',
    kind: 'power',
    words: ([delegate]) =>
      `Makes ${delegate} a delegate, who can spend its allowances of the Safe without further signatures`,
  },
  {
    signature: 'resetAllowance(address,address)',
    kind: 'power',
    words: ([delegate, token]) =>
      `Lets ${delegate} spend its whole allowance of ${nameOf(token)} again without further signatures`,
  },
  {
    signature: 'executeAllowanceTransfer(address,address,address,uint96,address,uint96,address,bytes)',
    kind: 'power',
    words: ([safe, token, to, value, paymentToken, payment, delegate]) => {
      const fee =
        BigInt(payment as bigint) === 0n
          ? ''
          : ` and ${allowance(paymentToken, payment)} to the account that executes it`
      return `Moves ${allowance(token, value)} from the Safe ${safe} to ${to}${fee}, from the allowance of ${delegate}`
    },
  },
  {
    signature: 'deleteAllowance(address,address)',
    kind: 'call',
    words: ([delegate, token]) => `Takes the allowance of ${nameOf(token)} from ${delegate}`,
  },
  {
    signature: 'removeDelegate(address,bool)',
    kind: 'call',
    words: ([delegate]) => `Removes the delegate ${delegate}, who can spend no allowance any more`,
  },
  {
    signature: 'approveHash(bytes32)',
    kind: 'power',
    words: ([hash]) => `Signs ${hash} as an owner of that Safe`,
  },
  {
    signature: 'signMessage(bytes)',
    kind: 'power',
    words: () => 'Signs a message in the name of the Safe',
  },
]

/**
 * The known function that a call makes; null for an unknown one, or for calldata that does not re-encode to
 * the same bytes. A Safe's call to itself always gets a description, because a settings change could hide
 * behind one excess byte.
 */
export function readKnownCall(safe: string, call: Call): KnownCall | null {
  const isOwn = call.to.toLowerCase() === safe.toLowerCase()
  for (const { signature, kind, words } of isOwn ? [...ofSafe, ...ofOthers] : ofOthers) {
    const args = decode(signature, call)
    if (args) return { kind, name: signature.slice(0, signature.indexOf('(')), words: words(args) }
  }
  if (!isOwn) return null
  const words = 'Calls the Safe itself with data that this portal cannot read: it may change who rules it'
  return { kind: 'settings', name: null, words }
}

function decode(signature: string, call: Call): Args | null {
  const data = call.data.toLowerCase() as Hex
  const { selector, abi } = functionOf(signature)
  if (data.slice(0, 10) !== selector) return null
  try {
    const { args } = decodeFunctionData({ abi, data })
    const again = encodeFunctionData({ abi, args } as Parameters<typeof encodeFunctionData>[0])
    return again === data ? ((args ?? []) as Args) : null
  } catch {
    return null
  }
}

type Callable = { readonly selector: string; readonly abi: Abi }
const functions = new Map<string, Callable>()

/** The ABI of `name(type,type)`, built here so that no parser has to be downloaded. */
function functionOf(signature: string): Callable {
  const known = functions.get(signature)
  if (known) return known
  const open = signature.indexOf('(')
  const types = signature.slice(open + 1, -1).split(',')
  const abi: Abi = [
    {
      type: 'function',
      name: signature.slice(0, open),
      stateMutability: 'nonpayable',
      inputs: types.map((type, index) => ({ name: `a${index}`, type })),
      outputs: [],
    },
  ]
  const made = { selector: keccak256(stringToHex(signature)).slice(0, 10), abi }
  functions.set(signature, made)
  return made
}
