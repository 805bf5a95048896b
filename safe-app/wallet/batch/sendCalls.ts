import { concatHex, getAddress, type Hex, isAddress, isHex, toHex } from 'viem'
import type { Call } from '#chain/money/Call.ts'
import * as MultiSend from '#safe/tx/MultiSend.ts'
import { BATCH_EXECUTOR } from '../../chain/batchExecutor.ts'
import { broadcast } from '../broadcast.ts'
import { describeCall } from '../describeCall.ts'
import { failAfterBroadcast } from '../failAfterBroadcast.ts'
import { node } from '../node.ts'
import type { Prompts } from '../Prompts.ts'
import { invalidParams, RpcError, unauthorized, unknownMethod } from '../RpcError.ts'
import { sendBundle } from '../sendBundle.ts'
import { sameAddress } from '../sendTransaction.ts'
import type { Wallet } from '../Wallet.ts'
import { isUpgraded } from './capabilities.ts'

/** MetaMask's limit. */
const LIMIT = 10

/** Gas for one call and for the overhead; unused gas is not paid. */
const GAS_OF_CALL = 100_000n
const GAS_AROUND = 150_000n

type CallsParams = {
  readonly id?: string
  readonly from?: string
  readonly chainId?: Hex
  readonly calls?: readonly { readonly to?: string; readonly value?: Hex; readonly data?: Hex }[]
}

/** `wallet_sendCalls` (EIP-5792): shows every call, sends them together and returns the batch's id. */
export async function sendCalls(
  wallet: Wallet,
  prompts: Prompts,
  params: unknown,
): Promise<string | { readonly id: string }> {
  const { batches, batchError } = wallet.faults
  if (batches === '') throw unknownMethod('wallet_sendCalls')
  const [wanted] = params as [CallsParams | undefined]
  if (!sameAddress(wanted?.from, wallet.visible()[0])) throw unauthorized()
  const { id: home } = wallet.config.network
  if (wallet.chainId() !== home || Number(wanted?.chainId) !== home)
    throw new RpcError(5710, 'Unsupported chain')
  const calls = readCalls(wanted?.calls)
  if (calls.length > LIMIT) throw new RpcError(5740, `Batch size cannot exceed ${LIMIT}.`)
  // Before the EIP was final, the wallet chose the id.
  const id =
    (batches === 'legacy' ? undefined : wanted?.id) ?? toHex(crypto.getRandomValues(new Uint8Array(32)))
  if (wallet.batches.find(id)) throw new RpcError(5720, 'Duplicate ID')
  const upgrades = batches !== 'loose' && !(await isUpgraded(wallet))
  await ask(wallet, prompts, calls, upgrades)
  if (batchError !== 0) throw new RpcError(batchError, 'The batch was not sent.')
  wallet.batches.add({ id, hashes: await send(wallet, calls, upgrades) })
  failAfterBroadcast(wallet)
  return batches === 'legacy' ? id : { id }
}

function readCalls(calls: CallsParams['calls']): readonly Call[] {
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams('calls')
  return calls.map(({ to, value = '0x0', data = '0x' }) => {
    if (!to || !isAddress(to, { strict: false }) || !isHex(value) || !isHex(data))
      throw invalidParams('calls')
    return { to: getAddress(to), value: BigInt(value), data }
  })
}

async function ask(
  wallet: Wallet,
  prompts: Prompts,
  calls: readonly Call[],
  upgrades: boolean,
): Promise<void> {
  const { name, address } = wallet.account()
  const warnings = [
    ...(upgrades && wallet.faults.batches === 'ready'
      ? ['This changes your account to a smart account.']
      : []),
    ...((await fails(wallet, calls)) ? ['This batch is likely to fail.'] : []),
  ]
  await prompts.ask({
    title: `Send ${calls.length} calls at once`,
    rows: [
      ['From', `${name} ${address}`],
      ...calls.flatMap((call, index) =>
        describeCall(wallet.config, call).map(([label, value]) => [`${index + 1}. ${label}`, value] as const),
      ),
    ],
    ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
  })
}

/** Whether the whole batch would revert now, with the executor's code at the account's address. */
async function fails({ config, account }: Wallet, calls: readonly Call[]): Promise<boolean> {
  const { address } = account()
  const request = { from: address, to: address, data: MultiSend.encode(calls) }
  try {
    await node(config.rpcUrl, 'eth_call', [
      request,
      'latest',
      { [address]: { code: concatHex(['0xef0100', BATCH_EXECUTOR]) } },
    ])
    return false
  } catch {
    return true
  }
}

async function send(wallet: Wallet, calls: readonly Call[], upgrades: boolean): Promise<readonly Hex[]> {
  const account = wallet.account()
  if (wallet.faults.bundle !== '') return [await sendBundle(wallet, calls)]
  if (wallet.faults.batches === 'loose') {
    const hashes: Hex[] = []
    for (const call of calls) hashes.push(await broadcast(wallet.config, account, call, { gas: GAS_OF_CALL }))
    return hashes
  }
  const together = { to: account.address, value: 0n, data: MultiSend.encode(calls) }
  const gas = GAS_AROUND + GAS_OF_CALL * BigInt(calls.length)
  return [
    await broadcast(wallet.config, account, together, {
      gas,
      ...(upgrades ? { lendTo: BATCH_EXECUTOR } : {}),
    }),
  ]
}
