/**
 * `simulate` of a Safe's fallback handler, which runs `calldataPayload` by delegatecall in the Safe and undoes it, and
 * `simulate` of Safe's SimulateTxAccessor, which is run so. Literal, so that no parser is downloaded.
 */
export const handlerAbi = [
  {
    type: 'function',
    name: 'simulate',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'targetContract', type: 'address' },
      { name: 'calldataPayload', type: 'bytes' },
    ],
    outputs: [{ name: 'response', type: 'bytes' }],
  },
] as const

export const accessorAbi = [
  {
    type: 'function',
    name: 'simulate',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
    ],
    outputs: [
      { name: 'estimate', type: 'uint256' },
      { name: 'success', type: 'bool' },
      { name: 'returnData', type: 'bytes' },
    ],
  },
] as const

type Contracts = {
  readonly accessors: readonly `0x${string}`[]
  readonly multiSends: readonly `0x${string}`[]
}

/**
 * SimulateTxAccessor and MultiSendCallOnly on BSC for each version of a Safe, the canonical one first (from
 * `@safe-global/safe-deployments`). 1.3.0 stands there a second time, made by an EIP-155 factory.
 */
export const simulationContracts: ReadonlyMap<string, Contracts> = new Map([
  [
    '1.3.0',
    {
      accessors: ['0x59AD6735bCd8152B84860Cb256dD9e96b85F69Da', '0x727a77a074D1E6c4530e814F89E618a3298FC044'],
      multiSends: [
        '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D',
        '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B',
      ],
    },
  ],
  [
    '1.4.1',
    {
      accessors: ['0x3d4BA2E0884aa488718476ca2FB8Efc291A46199'],
      multiSends: ['0x9641d764fc13c8B624c04430C7356C1C7C8102e2'],
    },
  ],
  [
    '1.5.0',
    {
      accessors: ['0x07EfA797c55B5DdE3698d876b277aBb6B893654C'],
      multiSends: ['0xA83c336B20401Af773B6219BA5027174338D1836'],
    },
  ],
])
