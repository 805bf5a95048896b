import { parseAbi, toEventSelector } from 'viem'

/** Events of Safe 1.3.0 and later, some of which older Safes have too. Both forms are listed if only the indexed fields differ. */
export const safeEvents = parseAbi([
  'event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler)',
  'event SafeMultiSigTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures, bytes additionalInfo)',
  'event SafeModuleTransaction(address module, address to, uint256 value, bytes data, uint8 operation)',
  'event ExecutionFromModuleSuccess(address indexed module)',
  'event ExecutionFromModuleFailure(address indexed module)',
  'event ApproveHash(bytes32 indexed approvedHash, address indexed owner)',
  'event SignMsg(bytes32 indexed msgHash)',
  'event SafeReceived(address indexed sender, uint256 value)',
])

/** 1.4.1 indexes an execution's hash, older Safes have it in the data; the topic is the same. */
export const executionEvents = {
  success: toEventSelector('ExecutionSuccess(bytes32,uint256)'),
  failure: toEventSelector('ExecutionFailure(bytes32,uint256)'),
} as const

/** 1.4.1 indexes the proxy, 1.3.0 has it in the data. */
export const proxyCreation = toEventSelector('ProxyCreation(address,address)')

/** The event of the factory 1.1.1, which does not name the singleton. */
export const oldProxyCreation = toEventSelector('ProxyCreation(address)')

/** The same topic for ERC-20, with the value in the data, and ERC-721, with the id as fourth topic. */
export const transferEvent = toEventSelector('Transfer(address,address,uint256)')

/** The topics requested for new blocks. */
export const watchedTopics = [
  ...safeEvents.map((event) => toEventSelector(event)),
  executionEvents.success,
  executionEvents.failure,
  proxyCreation,
  oldProxyCreation,
  transferEvent,
]
