import {
  getDefaultCallbackHandlerDeployment,
  getMultiSendDeployment,
  getProxyFactoryDeployment,
  getSafeSingletonDeployment,
  getSignMessageLibDeployment,
} from '@safe-global/safe-deployments'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { oldSafeContracts } from './oldSafeContracts.ts'

const registry = {
  gnosis_safe: getSafeSingletonDeployment,
  proxy_factory: getProxyFactoryDeployment,
  multi_send: getMultiSendDeployment,
  default_callback_handler: getDefaultCallbackHandlerDeployment,
  sign_message_lib: getSignMessageLibDeployment,
}

describe('oldSafeContracts', () => {
  test.each(Object.entries(oldSafeContracts))(
    'behavior: %s has the address and the code that Safe deployed',
    (_, { version, deployment, address, code }) => {
      const known = registry[deployment]({ version })?.deployments.canonical
      expect(known?.address).toBe(address)
      expect(keccak256(code)).toBe(known?.codeHash)
    },
  )
})
