import { type BaseError, SwitchChainError, TransactionExecutionError, UserRejectedRequestError } from 'viem'
import { cyclicRejection } from '#tests/support/hostileValues.ts'
import { added, bsc, coded, describeFaults, type Row, raw, rpc } from '#tests/support/walletErrors.ts'

const sent = (cause: BaseError) => new TransactionExecutionError(cause, { account: null, chain: bsc })
const REJECTED = 'User rejected request'

const rejections: Row[] = [
  ['4001 as an object', 'connect', raw(4001), 'rejected', REJECTED],
  ['4001 as an error', 'sign', coded(4001), 'rejected', REJECTED],
  ['4001 of a frozen object', 'connect', Object.freeze(raw(4001)), 'rejected', REJECTED],
  ['4001 through wagmi', 'connect', new UserRejectedRequestError(coded(4001)), 'rejected', REJECTED],
  [
    '4001 through wagmi, twice',
    'connect',
    added(added(raw(4001, 'MetaMask: User rejected.'))),
    'rejected',
    REJECTED,
  ],
  ['4001 through viem’s send', 'send', sent(added(rpc(4001))), 'rejected', REJECTED],
  [
    '4001 where MetaMask Mobile keeps it',
    'sign',
    raw(-32603, 'no', { data: { originalError: { code: 4001 } } }),
    'rejected',
    REJECTED,
  ],
  ['4001 in an error inside an error', 'connect', { error: { error: raw(4001) } }, 'rejected', REJECTED],
  [
    '4001 where ethers keeps it',
    'sign',
    coded('ACTION_REJECTED', 'x', { info: { error: raw(4001) } }),
    'rejected',
    REJECTED,
  ],
  ['4001 in a circle of causes', 'connect', cyclicRejection, 'rejected', REJECTED],
  ['5000 of WalletConnect', 'connect', raw(5000, 'User rejected.'), 'rejected', REJECTED],
  ['5000 through viem', 'switch-chain', added(rpc(5000)), 'rejected', REJECTED],
  [
    'a closed WalletConnect dialog',
    'connect',
    new Error('Connection request reset. Please try again.'),
    'rejected',
    REJECTED,
  ],
  [
    'the same through wagmi',
    'connect',
    added(new Error('Connection request reset. Please try again.')),
    'rejected',
    REJECTED,
  ],
  ['a closed Coinbase dialog', 'connect', added(new Error('User closed modal')), 'rejected', REJECTED],
  ['no account given', 'connect', added(new Error('Accounts received is empty')), 'rejected', REJECTED],
  ['Coinbase’s denial', 'connect', new Error('User denied account authorization'), 'rejected', REJECTED],
  ['a text that says so', 'connect', 'User rejected the request', 'rejected', REJECTED],
  [
    'a class that lost its code',
    'connect',
    { name: 'UserRejectedRequestError', message: '' },
    'rejected',
    REJECTED,
  ],
  [
    'an added chain that was not switched to',
    'switch-chain',
    added(added(new Error('User rejected switch after adding network.'))),
    'rejected',
    REJECTED,
  ],
  [
    'the same of the MetaMask SDK',
    'switch-chain',
    new SwitchChainError(new Error('User rejected switch after adding network.')),
    'rejected',
    REJECTED,
  ],
  ['a chain the person would not add', 'switch-chain', added(raw(4001)), 'rejected', REJECTED],
  ['a refusal to sign in', 'sign-in-sign', added(coded(4001)), 'rejected', REJECTED],
  [
    'a closed dialog at a sign-in',
    'sign-in-sign',
    new Error('Connection request reset. Please try again.'),
    'rejected',
    REJECTED,
  ],
  ['a text inside an error', 'connect', { error: 'User rejected' }, 'rejected', REJECTED],
  ['a refusal of a sign-in', 'sign-in', raw(4001), 'rejected', REJECTED],
]

describeFaults('a refusal', rejections)
