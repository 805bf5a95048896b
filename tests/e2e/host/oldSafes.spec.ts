import { expect } from 'playwright/test'
import { getAddress, type Hash, hashMessage, parseAbi, parseEther } from 'viem'
import { serveSdkApp } from '#tests/fixtures/sdk-app/serveSdkApp.ts'
import { ask, granted } from '#tests/support/sdkCalls.ts'
import { chainReader } from '#tests/support/sending.ts'
import { withApps } from '#tests/support/withApps.ts'
import { owners } from '../../../safe-app/accounts.ts'
import { withLocalSafe } from '../../../safe-app/local/playwright.ts'

const [, ben] = owners
const versions = ['1.1.1', '1.2.0', '1.3.0', '1.4.1', '1.5.0'] as const
const payee = getAddress('0x000000000000000000000000000000000000beef')
const coins = parseEther('1.5')

const test = withLocalSafe(withApps(serveSdkApp), {
  chain: 56,
  safes: versions.map((version) => ({
    name: version,
    owners: ['Ada', 'Ben', 'Cleo'],
    threshold: 2,
    version,
  })),
})

for (const version of versions) {
  test(`behavior: an app proposes for a Safe of ${version}, a second owner executes in the host, the payee is paid in full`, async ({
    page,
    safe,
    host,
    apps,
  }) => {
    await safe.openApp(page, `${apps}/`, { safe: version })
    const frame = await host.appFrame()
    const info = granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
    expect(info).toMatchObject({ chainId: 56, version: expect.stringMatching(version), threshold: 2 })
    const txs = [{ to: payee, value: `${coins}`, data: '0x' }]
    const sending = ask(frame, ({ sdk }, given) => sdk.txs.send({ txs: given }), txs)
    await host.sign()
    const { safeTxHash } = granted(await sending)
    await host.done()

    await host.actAs(ben.name)
    const row = await host.queueRow(/^Nonce 0: /)
    await row.getByRole('button', { name: 'Execute' }).click()
    const read = () => ask(frame, ({ sdk }, hash) => sdk.txs.getBySafeTxHash(hash), safeTxHash)
    await expect.poll(async () => granted(await read()).txStatus, { timeout: 15_000 }).toBe('SUCCESS')
    const chain = chainReader(safe.rpc)
    const address = getAddress(info.safeAddress)
    expect(await chain.getBalance({ address: payee })).toBe(coins)
    expect(await chain.getBalance({ address })).toBe(parseEther('100') - coins)
  })
}

test('behavior: a Safe of 1.1.1 signs an app’s message on chain, and its contract confirms it', async ({
  page,
  safe,
  host,
  apps,
}) => {
  await safe.openApp(page, `${apps}/`, { safe: '1.1.1' })
  const frame = await host.appFrame()
  const signing = ask(frame, ({ sdk }) => sdk.txs.signMessage('Hello'))
  await expect(host.dialog('Sign a message on chain')).toContainText(
    '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2',
  )
  await host.sign()
  const { safeTxHash } = granted(await signing) as { safeTxHash: Hash }
  await host.done()
  await safe.execute(safeTxHash, { safe: '1.1.1', as: 'Ben' })
  const { safeAddress } = granted(await ask(frame, ({ sdk }) => sdk.safe.getInfo()))
  const isValid = chainReader(safe.rpc).readContract({
    address: getAddress(safeAddress),
    abi: parseAbi(['function isValidSignature(bytes data, bytes signature) view returns (bytes4)']),
    functionName: 'isValidSignature',
    args: [hashMessage('Hello'), '0x'],
  })
  expect(await isValid).toBe('0x20c13b0b')
})
