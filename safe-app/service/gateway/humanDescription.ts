import { type Address, decodeFunctionData, formatUnits, type Hex, maxUint256, parseAbi } from 'viem'
import type { World } from '../World.ts'

const described = parseAbi([
  'function transfer(address, uint256)',
  'function approve(address, uint256)',
  'function withdraw(uint256)',
  'function changeThreshold(uint256)',
  'function addOwnerWithThreshold(address, uint256)',
  'function removeOwner(address, address, uint256)',
  'function swapOwner(address, address, address)',
  'function setGuard(address)',
  'function enableModule(address)',
  'function setFallbackHandler(address)',
  'function setDelegate(bytes32, address)',
  'function setAllowance(address, address, uint96, uint16, uint32)',
])

/** The gateway's sentence for a call of a few well-known functions; null for any other. */
export async function humanDescription(
  world: World,
  { to, data }: { readonly to: Address; readonly data: Hex },
): Promise<string | null> {
  const call = decode(data)
  if (call === null) return null
  const { functionName: name, args } = call
  switch (name) {
    case 'transfer':
      return `Send ${await tokenValue(world, to, args[1])} to ${short(args[0])}`
    case 'approve':
      return `Approve ${await tokenValue(world, to, args[1])}`
    case 'withdraw':
      return `Withdraw ${await tokenValue(world, to, args[0])}`
    case 'changeThreshold':
      return `Change threshold to ${args[0]}`
    case 'addOwnerWithThreshold':
      return `Add new owner ${short(args[0])} with threshold ${args[1]}`
    case 'removeOwner':
      return `Remove owner ${short(args[1])} with threshold ${args[2]}`
    case 'swapOwner':
      return `Swap owner ${short(args[1])} with ${short(args[2])}`
    case 'setGuard':
      return `Set guard ${short(args[0])}`
    case 'enableModule':
      return `Enable module ${short(args[0])}`
    case 'setFallbackHandler':
      return `Set fallback handler ${short(args[0])}`
    case 'setDelegate':
      return `Set delegate ${short(args[1])}`
    case 'setAllowance':
      return `Set allowance for ${short(args[0])}`
  }
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: described, data })
  } catch {
    // Another function, or data that does not fit.
    return null
  }
}

async function tokenValue(world: World, token: Address, amount: bigint): Promise<string> {
  const info = await world.tokens.info(token)
  const units = info === null || info.decimals === 0 ? `${amount}` : formatUnits(amount, info.decimals)
  const text = amount === maxUint256 ? 'unlimited' : units
  return info === null ? text : `${text} ${info.symbol}`
}

function short(address: Address): string {
  return `${address.slice(0, 6)}...${address.slice(-4)}`
}
