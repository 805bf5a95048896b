import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  keccak256,
  stringToHex,
  zeroAddress,
} from 'viem'
import * as Amount from '#chain/money/Amount.ts'
import type { Call } from '#chain/money/Call.ts'
import * as Token from '#chain/money/Token.ts'
import { plural } from '#domain/shared/format.ts'

/** The effect of a call that is not a transfer, as a sentence, and how much attention it needs. */
export type KnownCall = {
  /** `settings` changes who controls the Safe, `power` gives others control over its money. */
  readonly kind: 'settings' | 'power' | 'call'
  /** The function's name; null if unknown. */
  readonly name: string | null
  readonly words: string
}

type Args = readonly (string | bigint | number | boolean)[]
type Known = {
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
const ofSafe: readonly Known[] = [
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
const ofOthers: readonly Known[] = [
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
