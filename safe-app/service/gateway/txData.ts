import { type Address, type Hex, zeroAddress } from 'viem'
import type { DataDecoded } from '../read/decodeData.ts'
import { coinLogo } from '../read/logos.ts'
import type { World } from '../World.ts'
import { isTrustedForDelegateCall } from '../write/propose.ts'
import { named } from './AddressInfo.ts'
import type { Content } from './txInfo.ts'

/** A transaction's call in details and previews. */
export async function txData(world: World, tx: Content) {
  const hexData: Hex | null = tx.data === '0x' ? null : tx.data
  const decoded = world.decode(hexData, tx.to)
  const rows = decoded?.parameters.flatMap(({ valueDecoded }) => valueDecoded ?? []) ?? []
  const hasNestedDelegate = rows.some(({ operation }) => operation === 1)
  const mentioned = await Promise.all(addressesIn(decoded).map((address) => named(world, address)))
  const infos = mentioned.filter(({ name }) => name !== null)
  return {
    hexData,
    dataDecoded: decoded,
    to: await named(world, tx.to),
    value: `${tx.value}`,
    operation: tx.operation,
    trustedDelegateCallTarget:
      tx.operation === 1 ? isTrustedForDelegateCall(tx.to) && !hasNestedDelegate : null,
    addressInfoIndex: infos.length === 0 ? null : Object.fromEntries(infos.map((info) => [info.value, info])),
    tokenInfoIndex: await tokenIndex(world, decoded),
  }
}

function addressesIn(decoded: DataDecoded | null): readonly Address[] {
  const found = decoded?.parameters.flatMap(({ type, value, valueDecoded }) => [
    ...(type === 'address' && value !== zeroAddress ? [value as Address] : []),
    ...(valueDecoded ?? []).flatMap((row) => [row.to, ...addressesIn(row.dataDecoded)]),
  ])
  return [...new Set(found ?? [])]
}

async function tokenIndex(world: World, decoded: DataDecoded | null) {
  if (decoded?.method !== 'multiSend') return null
  const rows = decoded.parameters.flatMap(({ valueDecoded }) => valueDecoded ?? [])
  const addresses = new Set(
    rows.filter((row) => row.value === '0' && row.dataDecoded?.method === 'transfer').map((row) => row.to),
  )
  const tokens = (await Promise.all([...addresses].map((address) => world.tokens.info(address)))).filter(
    (t) => t !== null,
  )
  const native = rows.some(({ value }) => value !== '0') ? [coinInfo(world)] : []
  const all = [...native, ...tokens]
  return all.length === 0 ? null : Object.fromEntries(all.map((token) => [token.address, token]))
}

function coinInfo({ network }: World) {
  const { name, symbol, decimals } = network.coin
  const logoUri = coinLogo(network)
  return {
    type: 'NATIVE_TOKEN',
    decimals,
    logoUri,
    name,
    symbol,
    trusted: true,
    address: zeroAddress,
  } as const
}
