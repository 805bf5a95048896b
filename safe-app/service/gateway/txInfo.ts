import { type Address, getAddress, size, zeroAddress } from 'viem'
import type { SafeTx } from '#safe/tx/SafeTx.ts'
import type { Transfer } from '../indexer/ChainFacts.ts'
import type { DataDecoded } from '../read/decodeData.ts'
import type { World } from '../World.ts'
import { type AddressInfo, named } from './AddressInfo.ts'
import { humanDescription } from './humanDescription.ts'
import { isSettingsMethod, settingsInfo } from './settingsInfo.ts'

export type Erc20Info = {
  readonly type: 'ERC20'
  readonly tokenAddress: Address
  readonly value: string
  readonly tokenName: string | null
  readonly tokenSymbol: string | null
  readonly logoUri: string | null
  readonly decimals: number | null
  /** Null inside a Safe's own transaction: the gateway sets it only for transfers found on the chain. */
  readonly trusted: boolean | null
  readonly imitation: boolean
}

export type TransferTxInfo = {
  readonly type: 'Transfer'
  readonly humanDescription: string | null
  readonly sender: AddressInfo
  readonly recipient: AddressInfo
  readonly direction: 'INCOMING' | 'OUTGOING' | 'UNKNOWN'
  readonly transferInfo: { readonly type: 'NATIVE_COIN'; readonly value: string } | Erc20Info | Erc721Info
}

type Erc721Info = {
  readonly type: 'ERC721'
  readonly tokenAddress: Address
  readonly tokenId: string
  readonly tokenName: string | null
  readonly tokenSymbol: string | null
  readonly logoUri: string | null
  readonly trusted: boolean | null
}

/** The fields of a SafeTx that define its effect. */
export type Content = Pick<SafeTx, 'to' | 'value' | 'data' | 'operation'>

/**
 * The gateway's description of a Safe's transaction. `tx` may include the gas fields, which must be zero in a
 * rejection.
 */
export async function txInfo(world: World, safe: Address, tx: Content & Partial<SafeTx>) {
  const data = tx.data === '0x' ? null : tx.data
  const decoded = world.decode(data, tx.to)
  const dataSize = data === null ? 0 : size(data)
  if ((tx.value > 0n && dataSize > 0) || tx.operation !== 0) return custom(world, safe, tx, dataSize, decoded)
  if (tx.value > 0n && dataSize === 0) {
    return transfer(world, safe, safe, tx.to, { type: 'NATIVE_COIN', value: `${tx.value}` })
  }
  if (
    tx.value === 0n &&
    dataSize > 0 &&
    tx.to === safe &&
    decoded !== null &&
    isSettingsMethod(decoded.method)
  ) {
    return {
      type: 'SettingsChange' as const,
      humanDescription: await humanDescription(world, tx),
      dataDecoded: decoded,
      settingsInfo: settingsInfo(decoded),
    }
  }
  const token = await tokenTransfer(world, safe, tx, decoded)
  return token ?? custom(world, safe, tx, dataSize, decoded)
}

/** A transfer on the chain that was not made by the Safe's own transaction. */
export async function transferInfo(world: World, safe: Address, entry: Transfer): Promise<TransferTxInfo> {
  if (entry.token === null) {
    return transfer(world, safe, entry.from, entry.to, { type: 'NATIVE_COIN', value: `${entry.value}` })
  }
  const token = await world.tokens.info(entry.token)
  const tokenAddress = entry.token
  const about = { tokenName: token?.name ?? null, tokenSymbol: token?.symbol ?? null }
  const logoUri = token?.logoUri ?? null
  const trusted = token?.trusted ?? null
  if (entry.type === 'ERC721_TRANSFER') {
    const info = {
      type: 'ERC721' as const,
      tokenAddress,
      tokenId: `${entry.value}`,
      ...about,
      logoUri,
      trusted,
    }
    return transfer(world, safe, entry.from, entry.to, info)
  }
  return transfer(world, safe, entry.from, entry.to, {
    type: 'ERC20',
    tokenAddress,
    value: `${entry.value}`,
    ...about,
    logoUri,
    decimals: token?.decimals ?? null,
    trusted,
    imitation: false,
  })
}

async function tokenTransfer(
  world: World,
  safe: Address,
  tx: Content,
  decoded: DataDecoded | null,
): Promise<TransferTxInfo | null> {
  const { to } = tx
  const [first, second, third] = decoded?.parameters.map(({ value }) => `${value}`) ?? []
  const parts =
    decoded?.method === 'transfer'
      ? { from: safe, recipient: first, value: second }
      : decoded?.method === 'transferFrom' && (first === safe || second === safe)
        ? { from: first, recipient: second, value: third }
        : null
  const token = parts === null ? null : await world.tokens.info(to)
  if (parts === null || token === null) return null
  const from = getAddress(parts.from ?? safe)
  const info = await transfer(world, safe, from, getAddress(parts.recipient ?? zeroAddress), {
    type: 'ERC20',
    tokenAddress: to,
    value: parts.value ?? '0',
    tokenName: token.name,
    tokenSymbol: token.symbol,
    logoUri: token.logoUri,
    decimals: token.decimals,
    trusted: null,
    imitation: false,
  })
  return { ...info, humanDescription: await humanDescription(world, tx) }
}

async function transfer(
  world: World,
  safe: Address,
  from: Address,
  to: Address,
  info: TransferTxInfo['transferInfo'],
): Promise<TransferTxInfo> {
  const [sender, recipient] = await Promise.all([named(world, from), named(world, to)])
  const direction = from === safe ? 'OUTGOING' : to === safe ? 'INCOMING' : 'UNKNOWN'
  return { type: 'Transfer', humanDescription: null, sender, recipient, direction, transferInfo: info }
}

async function custom(
  world: World,
  safe: Address,
  tx: Content & Partial<SafeTx>,
  dataSize: number,
  decoded: DataDecoded | null,
) {
  const info = {
    type: 'Custom' as const,
    humanDescription: await humanDescription(world, tx),
    to: await named(world, tx.to),
    dataSize: `${dataSize}`,
    value: `${tx.value}`,
    isCancellation: isCancellation(safe, tx, dataSize),
    methodName: decoded?.method ?? null,
  }
  if (decoded?.method !== 'multiSend') return info
  return { ...info, actionCount: decoded.parameters[0]?.valueDecoded?.length ?? 0 }
}

function isCancellation(safe: Address, tx: Content & Partial<SafeTx>, dataSize: number): boolean {
  const isEmptyCall = tx.to === safe && dataSize === 0 && tx.value === 0n && tx.operation === 0
  const gas = [tx.safeTxGas, tx.baseGas, tx.gasPrice].every((amount) => !amount)
  const refund = [tx.gasToken, tx.refundReceiver].every((address) => !address || address === zeroAddress)
  return isEmptyCall && gas && refund
}
