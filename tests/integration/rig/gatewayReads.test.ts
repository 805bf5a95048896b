import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { legacy, solo, TREASURY, undeployed } from '../../../rig/seed/safes.ts'
import { TREASURY_NONCE } from '../../../rig/seed/story.ts'
import type { Rig } from '../../../rig/startRig.ts'
import { brand, influencers, owners } from '../../../safe-app/accounts.ts'
import { ask, the } from './ask.ts'
import { borrowRig } from './borrowRig.ts'
import { type Details, type ListPage, pages, rowsOf } from './documents.ts'

let rig: Rig
const get = <T = unknown>(path: string) => ask<T>(rig.service.url, path)

beforeAll(async () => {
  rig = await borrowRig()
})

afterAll(() => rig.stop())

const history = '/v1/chains/56/safes/T/transactions/history'

type Balances = {
  readonly items: readonly {
    readonly tokenInfo: { readonly symbol: string; readonly type: string }
    readonly balance: string
    readonly fiatBalance: string
  }[]
}

describe('one Safe', () => {
  test('behavior: its state, nonces and overview agree with the chain', async () => {
    const { body } = await get('/v1/chains/56/safes/T')
    expect(body).toMatchObject({
      address: { value: TREASURY, name: null, logoUri: null },
      chainId: '56',
      nonce: Number(TREASURY_NONCE),
      threshold: 2,
      implementationVersionState: 'UP_TO_DATE',
      modules: null,
      guard: null,
      fallbackHandler: { value: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99' },
      version: '1.4.1',
      messagesTag: null,
      txQueuedTag: expect.stringMatching(/^\d{10}$/),
      txHistoryTag: expect.stringMatching(/^\d{10}$/),
    })
    expect((await get('/v1/chains/56/safes/T/nonces')).body).toEqual({
      currentNonce: Number(TREASURY_NONCE),
      recommendedNonce: Number(TREASURY_NONCE) + 2,
    })
    const safes = [TREASURY, solo.address, undeployed.address].map((safe) => `56:${safe}`).join(',')
    const overview = await get(`/v1/safes?currency=usd&safes=${safes}&wallet_address=${owners[1].address}`)
    expect(overview.body).toMatchObject([
      { address: { value: TREASURY }, queued: 3, awaitingConfirmation: 2 },
      { address: { value: solo.address }, queued: 0, awaitingConfirmation: 0 },
    ])
  })

  test('behavior: balances match the chain, most valuable first, with unknown tokens on request', async () => {
    const { body } = await get<Balances>('/v1/chains/56/safes/T/balances/usd?trusted=true')
    const symbols = body.items.map(({ tokenInfo }) => tokenInfo.symbol)
    expect(symbols.toSorted()).toEqual(['BNB', 'USDC', 'USDT'])
    const bnb = body.items.find(({ tokenInfo }) => tokenInfo.type === 'NATIVE_TOKEN')
    expect(bnb?.balance).toBe(`${await rig.chain.client.getBalance({ address: TREASURY })}`)
    const fiat = body.items.map(({ fiatBalance }) => Number(fiatBalance))
    expect(fiat).toEqual([...fiat].sort((a, b) => b - a))
    const all = await get<Balances>('/v1/chains/56/safes/T/balances/usd?trusted=false')
    expect(all.body.items).toHaveLength(4)
    expect(all.body.items.at(-1)).toMatchObject({ fiatBalance: '0', balance: '10000000000000000000000' })
  })

  test('behavior: returns an owner’s Safes, the chain’s configuration, contracts, apps and indexing status', async () => {
    const owned = await get(`/v1/chains/56/owners/${owners[0].address}/safes`)
    expect(owned.body).toEqual({ safes: [TREASURY, solo.address, legacy.address] })
    for (const path of ['/v1/chains/56', '/v2/chains/56']) {
      expect((await get(path)).body).toMatchObject({ chainId: '56', shortName: 'bnb', l2: true })
    }
    expect((await get('/v1/chains')).body).toMatchObject({ count: 1, results: [{ chainId: '56' }] })
    const multiSend = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
    expect((await get(`/v1/chains/56/contracts/${multiSend}`)).body).toMatchObject({
      trustedForDelegateCall: true,
    })
    expect((await get('/v1/chains/56/safe-apps')).body).toEqual([])
    expect((await get('/v1/chains/56/about/indexing')).body).toMatchObject({ synced: true })
    expect((await get('/v1/chains/56/safes/T/transactions/creation')).body).toMatchObject({ saltNonce: '7' })
    expect((await get('/v1/chains/56/safes/T/module-transactions')).body).toMatchObject({
      count: 0,
      results: [],
    })
  })

  test('behavior: incoming transfers and multisig transactions have their own lists', async () => {
    const incoming = await get<ListPage>('/v1/chains/56/safes/T/incoming-transfers')
    expect(incoming.body.count).toBeUndefined()
    expect(rowsOf(incoming.body).every(({ txInfo }) => txInfo.direction === 'INCOMING')).toBe(true)
    expect(rowsOf(incoming.body)[0]?.txInfo.sender?.value).toBe(brand.address)
    const executed = await get<ListPage>('/v1/chains/56/safes/T/multisig-transactions?executed=true')
    expect(rowsOf(executed.body).map(({ executionInfo }) => executionInfo?.nonce)).toEqual([5, 4, 3, 2, 1, 0])
    const atFour = await get<ListPage>('/v1/chains/56/safes/T/multisig-transactions?nonce=4')
    const statuses = rowsOf(atFour.body).map(({ txStatus }) => txStatus)
    expect(statuses.toSorted()).toEqual(['CANCELLED', 'SUCCESS'])
  })
})

describe('one transaction', () => {
  test('behavior: decodes the rows of an executed batch, with their tokens', async () => {
    const rows = (await pages(rig.service.url, history)).flatMap(rowsOf)
    const batch = the(rows.find(({ txInfo }) => txInfo.methodName === 'multiSend'))
    const { body } = await get<Details>(`/v1/chains/56/transactions/${batch.id}`)
    expect(body).toMatchObject({
      safeAddress: TREASURY,
      txId: batch.id,
      txStatus: 'SUCCESS',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      note: 'Payday of week 45',
      txData: {
        operation: 1,
        trustedDelegateCallTarget: true,
        to: { value: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2' },
        dataDecoded: { method: 'multiSend', accuracy: 'FULL_MATCH' },
      },
      detailedExecutionInfo: {
        type: 'MULTISIG',
        nonce: 2,
        confirmationsRequired: 2,
        executor: { value: owners[0].address },
        proposer: { value: owners[1].address },
        rejectors: [],
        trusted: true,
      },
    })
    const rowsDecoded = the(body.txData.dataDecoded?.parameters[0]?.valueDecoded)
    expect(rowsDecoded).toHaveLength(5)
    expect(rowsDecoded[1]?.dataDecoded?.parameters).toEqual([
      { name: 'to', type: 'address', value: influencers[1].address },
      { name: 'value', type: 'uint256', value: '125500000000000000000' },
    ])
    expect(rowsDecoded[4]).toMatchObject({ value: '250000000000000000', data: '0x', dataDecoded: null })
    expect(Object.keys(the(body.txData.tokenInfoIndex))).toHaveLength(3)
  })

  test('behavior: a payment lists its rejectors', async () => {
    const { body } = await get<ListPage>('/v1/chains/56/safes/T/transactions/queued')
    const { id } = the(rowsOf(body)[0])
    const details = await get<Details>(`/v1/chains/56/transactions/${id}`)
    expect(details.body.detailedExecutionInfo.rejectors).toMatchObject([{ value: owners[1].address }])
    const bare = id.split('_')[2]
    expect((await get(`/v1/chains/56/transactions/${bare}`)).body).toEqual(details.body)
  })

  test('behavior: a transfer has its own details', async () => {
    const row = the(rowsOf((await get<ListPage>(history)).body)[0])
    const { body } = await get<Details>(`/v1/chains/56/transactions/${row.id}`)
    expect(body).toMatchObject({ txId: row.id, txStatus: 'SUCCESS', detailedExecutionInfo: null })
    expect(body.txInfo).toEqual(row.txInfo)
  })

  test('behavior: a preview decodes without storing anything', async () => {
    const body = { to: influencers[0].address, value: '1000', data: null, operation: 0 }
    const preview = await ask(rig.service.url, '/v1/chains/56/transactions/T/preview', { body })
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({
      txInfo: { type: 'Transfer', transferInfo: { type: 'NATIVE_COIN', value: '1000' } },
      txData: { hexData: null, dataDecoded: null, value: '1000', operation: 0 },
    })
  })
})
