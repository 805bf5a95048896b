import { expect } from 'playwright/test'
import { hashTypedData, parseEther, recoverAddress, recoverMessageAddress, toHex } from 'viem'
import { influencers, owners } from '../../../safe-app/accounts.ts'
import { approve, card } from '../../support/walletPage.ts'
import { recordEvents, request, test } from '../../support/walletSite.ts'

const [ada, ben] = owners
const dana = influencers[0]

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

test('error: signs only for its visible account and its own chain', async ({ page, site }) => {
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

test('behavior: sends a transaction that the chain carries out, decoded on the card', async ({
  page,
  site,
}) => {
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

test('error: a transaction that would revert is marked, and still sent when approved', async ({
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

test('behavior: switches and adds networks, with the events that belong to it', async ({ page, site }) => {
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

test('error: unknown methods of the wallet do not exist', async ({ page, site }) => {
  await page.goto(`${site.url}/wallet.html?wallet=connected`)
  for (const method of ['wallet_getCapabilities', 'wallet_sendCalls', 'snap_invoke']) {
    expect(await request(page, method)).toMatchObject({ code: -32601 })
  }
})
