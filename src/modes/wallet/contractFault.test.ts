import {
  AbiDecodingDataSizeTooSmallError,
  AbiDecodingZeroDataError,
  type BaseError,
  CallExecutionError,
  ChainDoesNotSupportContract,
  decodeFunctionResult,
  ExecutionRevertedError,
  encodeErrorResult,
  getContractError,
  InternalRpcError,
  parseAbi,
  RawContractError,
  TransactionExecutionError,
} from 'viem'
import { added, bsc, describeFaults, type Row, raw, rpc } from '#tests/support/walletErrors.ts'

const abi = parseAbi([
  'function transfer(address, uint256) returns (bool)',
  'error TooLittle(uint256 have)',
  'error Error(string)',
])
const call = { abi, functionName: 'transfer', args: ['0x0000000000000000000000000000000000000001', 1n] }
const sent = (cause: BaseError) => new TransactionExecutionError(cause, { account: null, chain: bsc })
const revertedWith = (reason: string) =>
  getContractError(
    new RawContractError({
      data: encodeErrorResult({ abi, errorName: 'Error', args: [reason] }),
      message: 'execution reverted',
    }),
    call,
  )
const undecodable = () => {
  try {
    return decodeFunctionResult({ abi, functionName: 'transfer', data: `0x${'07'.repeat(32)}` })
  } catch (error) {
    return error
  }
}

const REVERTED = 'The contract reverted the call.'

const calls: Row[] = [
  [
    'no multicall',
    'read',
    new ChainDoesNotSupportContract({ chain: bsc, contract: { name: 'multicall3' } }),
    'no-multicall',
    'Chain "BNB Smart Chain" does not support multicall.',
  ],
  [
    'no multicall on a chain with a strange name',
    'read',
    new ChainDoesNotSupportContract({ chain: { ...bsc, name: 'a\nb' }, contract: { name: 'multicall3' } }),
    'no-multicall',
    'Chain does not support multicall.',
  ],
  [
    'no multicall, of the first wagmi',
    'read',
    Object.assign(new Error('Chain "Foo" does not support multicall.'), {
      name: 'ChainDoesNotSupportMulticallError',
    }),
    'no-multicall',
    'Chain "Foo" does not support multicall.',
  ],
  [
    'no name service, which is not multicall',
    'read',
    new ChainDoesNotSupportContract({ chain: bsc, contract: { name: 'ensUniversalResolver' } }),
    'unknown',
    'The wallet could not do this.',
  ],
  [
    'an empty answer',
    'read',
    getContractError(new AbiDecodingZeroDataError(), call),
    'contract-empty',
    'The contract returned no data.',
  ],
  [
    'a revert with its reason',
    'read',
    revertedWith('transfer amount exceeds balance'),
    'contract-reverted',
    'The contract reverted the call with the reason "transfer amount exceeds balance".',
  ],
  [
    'a revert with a reason that is not a sentence',
    'read',
    revertedWith(`\u202e\u0007a\n"b"\u2028${'x'.repeat(500)}`),
    'contract-reverted',
    `The contract reverted the call with the reason "a b ${'x'.repeat(115)}…".`,
  ],
  ['a revert with a blank reason', 'read', revertedWith(' \n\u200b'), 'contract-reverted', REVERTED],
  [
    'a revert without a reason',
    'read',
    getContractError(new RawContractError({ message: 'execution reverted' }), call),
    'contract-reverted',
    REVERTED,
  ],
  [
    'a revert with an error of the contract’s own',
    'read',
    getContractError(
      new RawContractError({ data: encodeErrorResult({ abi, errorName: 'TooLittle', args: [1n] }) }),
      call,
    ),
    'contract-reverted',
    'The contract reverted the call with the reason "TooLittle".',
  ],
  [
    'a revert known only by its code',
    'read',
    getContractError(new RawContractError({}), call),
    'contract-reverted',
    REVERTED,
  ],
  [
    'a revert known only by its data',
    'read',
    getContractError(new InternalRpcError(rpc(-32603, 'x', '0x12345678')), call),
    'contract-reverted',
    REVERTED,
  ],
  [
    'a revert with the reason in its data',
    'read',
    getContractError(
      new InternalRpcError(
        rpc(-32603, 'x', encodeErrorResult({ abi, errorName: 'Error', args: ['paused'] })),
      ),
      call,
    ),
    'contract-reverted',
    'The contract reverted the call with the reason "paused".',
  ],
  [
    'an internal error that viem takes for a revert',
    'read',
    getContractError(new InternalRpcError(rpc(-32603, 'secret')), call),
    'unknown',
    'The wallet could not do this.',
  ],
  [
    'a revert that a node calls internal',
    'read',
    getContractError(new InternalRpcError(rpc(-32603, 'VM Exception: execution reverted')), call),
    'contract-reverted',
    'The contract reverted the call with the reason "VM Exception: execution reverted".',
  ],
  [
    'a revert of a simulated send',
    'send',
    sent(new ExecutionRevertedError({ message: 'execution reverted: paused' })),
    'contract-reverted',
    'The contract reverted the call with the reason "paused".',
  ],
  [
    'a revert of a plain call',
    'read',
    new CallExecutionError(new ExecutionRevertedError({ cause: rpc(3, 'execution reverted: closed') }), {}),
    'contract-reverted',
    'The contract reverted the call with the reason "closed".',
  ],
  [
    'a node’s revert',
    'read',
    raw(3, 'execution reverted: not the owner', { data: '0x08c379a0' }),
    'contract-reverted',
    'The contract reverted the call with the reason "not the owner".',
  ],
  [
    'a node’s revert inside a wallet’s error',
    'send',
    raw(-32603, 'Internal JSON-RPC error.', { data: { code: 3, message: 'execution reverted' } }),
    'contract-reverted',
    REVERTED,
  ],
  [
    'an answer that is too short',
    'read',
    getContractError(new AbiDecodingDataSizeTooSmallError({ data: '0x12', params: [], size: 1 }), call),
    'contract-undecodable',
    'The answer of the contract could not be decoded.',
  ],
  [
    'an answer that is no truth value',
    'read',
    undecodable(),
    'contract-undecodable',
    'The answer of the contract could not be decoded.',
  ],
  [
    'a refusal, though a contract was called',
    'send',
    getContractError(added(rpc(4001)), call),
    'rejected',
    'User rejected request',
  ],
]

describeFaults('a contract call', calls)
