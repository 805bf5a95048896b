import {
  type BaseError,
  ResourceUnavailableRpcError,
  SwitchChainError,
  TransactionExecutionError,
} from 'viem'
import { ConnectorAlreadyConnectedError, ConnectorNotFoundError, ProviderNotFoundError } from 'wagmi'
import { bsc, coded, describeFaults, type Row, raw, rpc } from '#tests/support/walletErrors.ts'

const sent = (cause: BaseError) => new TransactionExecutionError(cause, { account: null, chain: bsc })
const PENDING = 'Resource unavailable'
const MISSING = 'Connector not found'
const NO_PROJECT =
  'No projectId found. Every dApp must now provide a WalletConnect Cloud projectId to enable WalletConnect v2.'

const connectors: Row[] = [
  ['-32002', 'connect', raw(-32002, 'Already processing eth_requestAccounts.'), 'pending', PENDING],
  ['-32002 as wagmi forwards it', 'connect', coded(-32002), 'pending', PENDING],
  ['-32002 as its class', 'connect', new ResourceUnavailableRpcError(coded(-32002)), 'pending', PENDING],
  ['-32002 inside a failed switch', 'switch-chain', new SwitchChainError(coded(-32002)), 'pending', PENDING],
  ['-32002 inside a send', 'send', sent(rpc(-32002)), 'pending', PENDING],
  [
    'a text that says so',
    'connect',
    new Error("Request of type 'wallet_requestPermissions' already pending for origin https://x."),
    'pending',
    PENDING,
  ],
  ['a provider that went', 'connect', new ProviderNotFoundError(), 'connector-not-found', MISSING],
  ['a connector that went', 'disconnect', new ConnectorNotFoundError(), 'connector-not-found', MISSING],
  [
    'a provider that went, at a switch',
    'switch-chain',
    new SwitchChainError(new ProviderNotFoundError() as Error),
    'connector-not-found',
    MISSING,
  ],
  ['the text of one', 'connect', 'Provider not found.', 'connector-not-found', MISSING],
  [
    'a connection that is there',
    'connect',
    new ConnectorAlreadyConnectedError(),
    'already-connected',
    'Connector already connected',
  ],
  [
    'the text of one',
    'connect',
    new Error('Connector already connected'),
    'already-connected',
    'Connector already connected',
  ],
  [
    'no chain',
    'connect',
    new Error('No chains found on connector.'),
    'no-chains',
    'No chains found on connector.',
  ],
  [
    'no project id, from RainbowKit',
    'connect',
    new Error(
      'No projectId found. Every dApp must now provide a WalletConnect Cloud projectId to enable WalletConnect v2 https://www.rainbowkit.com/docs/installation#configure',
    ),
    'no-project-id',
    NO_PROJECT,
  ],
  [
    'no project id, in other words',
    'connect',
    new Error('Project ID is required'),
    'no-project-id',
    NO_PROJECT,
  ],
]

const steps: Row[] = [
  [
    'a hash, in RainbowKit’s words',
    'add-transaction',
    new Error('Unable to add transaction\nInvalid transaction hash\nTransaction must have a description'),
    'invalid-hash',
    'Invalid transaction hash',
  ],
  [
    'a description',
    'add-transaction',
    new Error('Unable to add transaction\nTransaction must have a description'),
    'no-description',
    'Transaction must have a description',
  ],
  [
    'confirmations',
    'add-transaction',
    new Error('Unable to add transaction\nTransaction confirmations must be a positiver integer'),
    'invalid-confirmations',
    'Transaction confirmations must be a positive integer',
  ],
  [
    'no nonce',
    'sign-in-prepare',
    new TypeError('Failed to fetch'),
    'prepare-failed',
    'Error preparing message, please retry!',
  ],
  [
    'nothing at all',
    'sign-in-prepare',
    undefined,
    'prepare-failed',
    'Error preparing message, please retry!',
  ],
  [
    'a wallet that failed',
    'sign-in-sign',
    raw(-32603),
    'sign-failed',
    'Error signing message, please retry!',
  ],
  [
    'a service that failed',
    'sign-in-verify',
    new Error('500'),
    'verify-failed',
    'Error verifying signature, please retry!',
  ],
  [
    'a code of a service',
    'sign-in-verify',
    raw(4001),
    'verify-failed',
    'Error verifying signature, please retry!',
  ],
  ['anything else', 'sign-in', new Error('boom'), 'sign-in-failed', 'Oops, something went wrong!'],
]

describeFaults('connectors', connectors)
describeFaults('steps of our own', steps)
