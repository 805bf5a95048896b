import { type Hex, keccak256, stringToHex } from 'viem'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import type { Address } from '#chain/money/Address.ts'
import * as Amount from '#chain/money/Amount.ts'
import type { Call } from '#chain/money/Call.ts'
import { plural } from '#domain/shared/format.ts'
import type { RowPayment } from './PayoutRow.ts'

/** Builds a file for the CSV Airdrop Safe App: exact decimal amounts, a blank contract for BNB. */
export function csvAirdropFile(payments: readonly RowPayment[]): string {
  const lines = payments.map(({ payee, amount }) => {
    const { address } = amount.token
    return [address ? 'erc20' : 'native', address ?? '', payee, Amount.toDecimal(amount), ''].join(',')
  })
  return ['token_type,token_address,receiver,amount,id', ...lines, ''].join('\r\n')
}

/** The Transaction Builder version that these files follow. */
const BUILDER_VERSION = '1.18.0'

/**
 * Builds a file for Safe's Transaction Builder, with the checksum that reveals changes.
 * @param createdAt ms since the epoch
 * Source: safe-global/safe-react-apps, apps/tx-builder/src/typings/models.ts
 */
export function transactionBuilderFile(account: Address, calls: readonly Call[], createdAt: number): string {
  const file = {
    version: '1.0',
    chainId: String(BSC_CHAIN_ID),
    createdAt,
    meta: {
      name: 'Payout',
      description: `${calls.length} ${plural(calls.length, 'payment')}`,
      txBuilderVersion: BUILDER_VERSION,
      createdFromSafeAddress: account,
      createdFromOwnerAddress: '',
    },
    transactions: calls.map(({ to, value, data }) => ({
      to,
      value: value.toString(),
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  }
  const checksum = builderChecksum(file)
  return `${JSON.stringify({ ...file, meta: { ...file.meta, checksum } }, null, 2)}\n`
}

/**
 * Computes the checksum of a Transaction Builder file without one. It covers the keys in order and the
 * values, except for the name, which people may change. Source: safe-global/safe-react-apps,
 * apps/tx-builder/src/lib/checksum.ts
 */
export function builderChecksum(file: { readonly meta: object; readonly [key: string]: unknown }): Hex {
  return keccak256(stringToHex(serialised({ ...file, meta: { ...file.meta, name: null } })))
}

/** Not JSON: an object is its sorted keys as a list, then its values, each followed by a comma. */
function serialised(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(serialised).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1))
  const values = entries.map(([, value]) => `${serialised(value)},`)
  return `{${JSON.stringify(entries.map(([key]) => key))}${values.join('')}}`
}
