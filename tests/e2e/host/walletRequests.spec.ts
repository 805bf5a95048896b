import { hashTypedData, parseEther, recoverAddress, recoverMessageAddress, toHex } from 'viem'
import { approve, card, walletSettings } from '#tests/support/walletPage.ts'
import { recordEvents, request } from '#tests/support/walletSite.ts'
import { expect, test } from '#tests/support/worlds.ts'
import { deployContracts } from '../../../rig/chain/deployContracts.ts'
import { influencers, owners, stranger } from '../../../safe-app/accounts.ts'
import { chainClient } from '../../../safe-app/chain/chainClient.ts'

const [ada, ben] = owners
const [dana, eli] = influencers

test('behavior: signs text and typed data with the chosen account', async ({ page, site }) => {
  await page.goto(`${site.url}/wallet.html?wallet=connected,account:1`)
  const text = 'Prove that this is me'
  const signing = request(page, 'personal_sign', [toHex(text), ben.address])
  await approve(page, text)
  const { value: signature } = await signing
  expect(await recoverMessageAddress({ message: text, signature: signature as `0x${string}` })).toBe(
    ben.address,
  )
  const typed = {
    domain: { name: 'Portal', chainId: 56 },
    types: {
      Note: [{ name: 'text', type: 'string' }],
    },
    primaryType: 'Note',
    message: { text: 'typed words' },
  } as const
  const typing = request(page, 'eth_signTypedData_v4', [ben.address, JSON.stringify(typed)])
  await approve(page, 'typed words')
  const { value: typedSignature } = await typing
  expect(
    await recoverAddress({ hash: hashTypedData(typed), signature: typedSignature as `0x${string}` }),
  ).toBe(ben.address)
})

test('error: signs only for its visible account and its current chain', async ({ page, site }) => {
  await page.goto(`${site.url}/wallet.html?wallet=connected,chain:1`)
  expect(await request(page, 'personal_sign', [toHex('x'), ben.address])).toMatchObject({ code: 4100 })
  const typed = { domain: { chainId: 56 }, types: { Note: [] }, primaryType: 'Note', message: {} }
  expect(await request(page, 'eth_signTypedData_v4', [ada.address, JSON.stringify(typed)])).toMatchObject({
    code: -32603,
  })
  expect(
    await request(page, 'eth_sendTransaction', [{ from: ada.address, to: ben.address, value: '0x1' }]),
  ).toMatchObject({ code: 4901 })
})

test('behavior: sends a transaction that the chain executes, decoded on the card', async ({ page, site }) => {
  await page.goto(`${site.url}/wallet.html?wallet=connected`)
  const before = await request(page, 'eth_getBalance', [dana.address, 'latest'])
  const sending = request(page, 'eth_sendTransaction', [
    { from: ada.address.toLowerCase(), to: dana.address, value: toHex(parseEther('1.5')) },
  ])
  await expect(card(page)).toContainText('1.50 BNB')
  await expect(card(page)).toContainText(dana.name)
  await approve(page, dana.address)
  const { value: hash } = await sending
  await expect
    .poll(async () => (await request(page, 'eth_getTransactionReceipt', [hash])).value)
    .toMatchObject({ status: '0x1' })
  const after = await request(page, 'eth_getBalance', [dana.address, 'latest'])
  expect(BigInt(after.value as string) - BigInt(before.value as string)).toBe(parseEther('1.5'))
})

test('error: a transaction that would revert is marked, and is still sent if approved', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/wallet.html?wallet=connected`)
  const reverting = '0x00000000000000000000000000000000000000Ad'
  await fetch(site.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'anvil_setCode',
      params: [reverting, '0x60006000fd'],
    }),
  })
  const sending = request(page, 'eth_sendTransaction', [{ from: ada.address, to: reverting, data: '0x12' }])
  await approve(page, 'likely to fail')
  const { value: hash } = await sending
  await expect
    .poll(async () => (await request(page, 'eth_getTransactionReceipt', [hash])).value)
    .toMatchObject({ status: '0x0' })
})

test('behavior: sends several calls at once where the setting allows it, and shows every call on the card', async ({
  page,
  site,
}) => {
  await deployContracts(chainClient(site.rpcUrl))
  await page.goto(`${site.url}/wallet.html?wallet=connected,batches:ready`)
  expect(await request(page, 'wallet_getCapabilities', [ada.address])).toEqual({
    value: { '0x38': { atomic: { status: 'ready' } } },
  })
  const balances = async () => {
    const read = async (address: string) => request(page, 'eth_getBalance', [address, 'latest'])
    return [await read(dana.address), await read(eli.address)].map(({ value }) => BigInt(value as string))
  }
  const [danaBefore = 0n, eliBefore = 0n] = await balances()
  const calls = [
    { to: dana.address, value: toHex(parseEther('0.5')) },
    { to: eli.address, value: toHex(parseEther('0.25')) },
  ]
  const batch = { version: '2.0.0', id: '0x12', chainId: '0x38', from: ada.address, atomicRequired: true }
  const sending = request(page, 'wallet_sendCalls', [{ ...batch, calls }])
  for (const said of ['0.50 BNB', dana.address, '0.25 BNB', eli.address, 'changes your account']) {
    await expect(card(page)).toContainText(said)
  }
  await approve(page)
  expect(await sending).toEqual({ value: { id: '0x12' } })
  const status = async () => (await request(page, 'wallet_getCallsStatus', ['0x12'])).value
  await expect.poll(status).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
  expect(await balances()).toEqual([danaBefore + parseEther('0.5'), eliBefore + parseEther('0.25')])

  await page.reload()
  expect(await status()).toMatchObject({ status: 200 })
  expect(await request(page, 'wallet_getCapabilities', [ada.address])).toEqual({
    value: { '0x38': { atomic: { status: 'supported' } } },
  })
  const settings = await walletSettings(page)
  await settings.getByLabel('Forgets what it sent at once').check()
  expect(await request(page, 'wallet_getCallsStatus', ['0x12'])).toMatchObject({ code: 5730 })
  await settings.getByLabel('Several payments at once').selectOption({ label: 'Not offered' })
  expect(await request(page, 'wallet_getCapabilities', [ada.address])).toMatchObject({ code: -32601 })
})

test('behavior: returns a bundle in which the payment failed, and answers a broadcast payment with an error', async ({
  page,
  site,
}) => {
  await deployContracts(chainClient(site.rpcUrl))
  await page.goto(`${site.url}/wallet.html?wallet=connected`)
  const settings = await walletSettings(page)
  await settings.getByLabel('Payments go out').selectOption({ label: 'In somebody’s bundle, and fail in it' })
  const balance = async () => (await request(page, 'eth_getBalance', [eli.address, 'latest'])).value
  const before = await balance()
  const payment = { from: ada.address, to: eli.address, value: toHex(parseEther('0.1')) }
  const sending = request(page, 'eth_sendTransaction', [payment])
  await approve(page, '0.10 BNB')
  const { value: hash } = await sending
  await expect
    .poll(async () => (await request(page, 'eth_getTransactionReceipt', [hash])).value)
    .toMatchObject({ status: '0x1', from: stranger.address.toLowerCase() })
  expect(await balance()).toBe(before)

  await settings.getByLabel('Payments go out').selectOption({ label: 'As transactions of its own' })
  await settings.getByLabel('What was broadcast is answered').selectOption({ label: 'By 4900' })
  const events = await recordEvents(page)
  const lost = request(page, 'eth_sendTransaction', [payment])
  await approve(page, '0.10 BNB')
  expect(await lost).toMatchObject({ code: 4900 })
  expect(await events()).toContainEqual(['disconnect', 4900])
  await expect.poll(balance).toBe(toHex(BigInt(before as string) + parseEther('0.1')))
})

test('behavior: switches and adds networks and emits the matching events', async ({ page, site }) => {
  await page.goto(`${site.url}/wallet.html?wallet=chain:1,unknownChain`)
  const events = await recordEvents(page)
  const bsc = { chainId: '0x38' }
  expect(await request(page, 'wallet_switchEthereumChain', [bsc])).toMatchObject({ code: 4902 })
  const adding = request(page, 'wallet_addEthereumChain', [
    { ...bsc, chainName: 'BNB Smart Chain', rpcUrls: ['https://rpc.example'] },
  ])
  await approve(page, 'BNB Smart Chain (56)')
  expect(await adding).toEqual({ value: null })
  expect(await request(page, 'eth_chainId')).toEqual({ value: '0x38' })
  const back = request(page, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])
  await approve(page, 'Ethereum (1)')
  expect(await back).toEqual({ value: null })
  expect(await request(page, 'net_version')).toEqual({ value: '1' })
  expect(await events()).toEqual(
    expect.arrayContaining([
      ['chainChanged', '0x38'],
      ['chainChanged', '0x1'],
    ]),
  )
  expect(await request(page, 'wallet_switchEthereumChain', [{ chainId: 56 }])).toMatchObject({ code: -32602 })
})

test('error: a wallet that cannot switch answers -32601 or 4200', async ({ page, site }) => {
  const bsc = { chainId: '0x38', chainName: 'BNB Smart Chain', rpcUrls: ['https://rpc.example'] }
  for (const code of [-32601, 4200]) {
    await page.goto(`${site.url}/wallet.html?wallet=chain:1,noSwitch:${code}`)
    expect(await request(page, 'wallet_switchEthereumChain', [bsc])).toMatchObject({ code })
    expect(await request(page, 'wallet_addEthereumChain', [bsc])).toMatchObject({ code })
  }
})

test('error: wallet methods that are not implemented answer -32601', async ({ page, site }) => {
  await page.goto(`${site.url}/wallet.html?wallet=connected`)
  for (const method of [
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'snap_invoke',
  ]) {
    expect(await request(page, method)).toMatchObject({ code: -32601 })
  }
})
