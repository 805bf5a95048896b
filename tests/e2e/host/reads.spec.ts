import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { openHost } from '#tests/support/hostLink.ts'
import { expect, test } from '#tests/support/rigFixture.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { TREASURY } from '../../../rig/seed/safes.ts'
import { owners } from '../../../safe-app/accounts.ts'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const [ada, ben, cleo] = owners

test.beforeEach(async ({ page, rig }) => {
  await openHost(page, rig)
})

test('behavior: every read of the SDK gets the same answer as from Safe{Wallet}', async ({ rig, host }) => {
  await test.step('behavior: getInfo returns the Safe as the gateway reports it, with a numeric chain id and the network', async () => {
    const info = granted(await ask(await host.appFrame(), ({ sdk }) => sdk.safe.getInfo()))
    const gateway = (await (await fetch(`${rig.serviceUrl}/v1/chains/56/safes/${TREASURY}`)).json()) as {
      nonce: number
      implementation: { value: string }
      fallbackHandler: { value: string }
    }
    expect(info).toEqual({
      safeAddress: TREASURY,
      chainId: 56,
      threshold: 2,
      owners: expect.arrayContaining([ada.address, ben.address, cleo.address]),
      isReadOnly: false,
      nonce: gateway.nonce,
      implementation: gateway.implementation.value,
      modules: null,
      fallbackHandler: gateway.fallbackHandler.value,
      guard: null,
      version: expect.stringMatching(/^1\.4\.1/),
      network: 'BNB SMART CHAIN',
    })
    expect(info.safeAddress).toBe(getAddress(info.safeAddress))
  })

  await test.step('behavior: getChainInfo returns the chain id as a string', async () => {
    const chain = granted(await ask(await host.appFrame(), ({ sdk }) => sdk.safe.getChainInfo()))
    expect(chain.chainId).toBe('56')
    expect(chain.shortName).toBe('bnb')
    expect(Object.keys(chain).sort()).toEqual([
      'blockExplorerUriTemplate',
      'chainId',
      'chainName',
      'nativeCurrency',
      'shortName',
    ])
  })

  await test.step('behavior: getEnvironmentInfo returns the host’s origin', async () => {
    const info = granted(await ask(await host.appFrame(), ({ sdk }) => sdk.safe.getEnvironmentInfo()))
    expect(info).toEqual({ origin: rig.hostUrl })
  })

  await test.step('behavior: balances are one object with items', async () => {
    const balances = granted(
      await ask(await host.appFrame(), ({ sdk }) => sdk.safe.experimental_getBalances({ currency: 'usd' })),
    ) as unknown as { fiatTotal: string; items: { balance: string; tokenInfo: { symbol: string } }[] }
    expect(balances.items.map((item) => item.tokenInfo.symbol)).toContain('BNB')
    expect(balances).toHaveProperty('fiatTotal')
  })

  await test.step('behavior: RPC calls reach the node unfiltered', async () => {
    const frame = await host.appFrame()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
    const decimals = granted(
      await ask(frame, ({ sdk }, call) => sdk.eth.call([call, 'latest']), { to: USDT, data }),
    )
    expect(BigInt(decimals)).toBe(18n)
    const balance = await ask(frame, async ({ sdk }) => {
      const { safeAddress } = await sdk.safe.getInfo()
      return sdk.eth.getBalance([safeAddress, 'latest'])
    })
    expect(BigInt(granted(balance))).toBeGreaterThan(0n)
  })

  await test.step('behavior: even eth_accounts reaches the node, which a public node would refuse', async () => {
    const frame = await host.appFrame()
    await frame.evaluate(() =>
      window.parent.postMessage(
        {
          id: 'accounts',
          method: 'rpcCall',
          params: { call: 'eth_accounts', params: [] },
          env: { sdkVersion: '9.1.0' },
        },
        '*',
      ),
    )
    const reply = () =>
      frame.evaluate(() => {
        const found = window.sdkApp.heard.find(({ data }) => (data as { id?: string }).id === 'accounts')
        return (found?.data as { data?: string[] } | undefined)?.data
      })
    await expect
      .poll(async () => (await reply())?.map((address) => address.toLowerCase()))
      .toContain(ada.address.toLowerCase())
  })

  await test.step('error: every failing handler answers "Request failed"', async () => {
    const frame = await host.appFrame()
    const reverting = { to: USDT, data: '0xa9059cbb' }
    expect(await ask(frame, ({ sdk }, call) => sdk.eth.call([call, 'latest']), reverting)).toEqual({
      error: 'Request failed',
    })
    expect(
      await ask(frame, ({ sdk }) =>
        sdk.txs.getBySafeTxHash('0x1111111111111111111111111111111111111111111111111111111111111111'),
      ),
    ).toEqual({ error: 'Request failed' })
    expect(await ask(frame, ({ sdk }) => sdk.eth.getTransactionByHash(['not a hash']))).toEqual({
      error: 'Request failed',
    })
  })

  await test.step('behavior: the host itself answers safe_setSettings', async () => {
    const settings = await ask(await host.appFrame(), ({ sdk }) =>
      sdk.eth.setSafeSettings([{ offChainSigning: false }]),
    )
    expect(settings).toEqual({ value: { offChainSigning: false } })
  })

  await test.step('behavior: getBySafeTxHash returns the gateway’s details', async () => {
    const list = (await (
      await fetch(`${rig.serviceUrl}/v1/chains/56/safes/${TREASURY}/transactions/queued`)
    ).json()) as { results: { type: string; transaction?: { id: string } }[] }
    const id = list.results.find((item) => item.transaction)?.transaction?.id ?? ''
    const hash = id.split('_')[2] ?? ''
    const details = granted(
      await ask(await host.appFrame(), ({ sdk }, h) => sdk.txs.getBySafeTxHash(h), hash),
    )
    const gateway = await (await fetch(`${rig.serviceUrl}/v1/chains/56/transactions/${hash}`)).json()
    expect(details).toEqual(gateway)
  })
})
