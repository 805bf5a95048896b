import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getConnection } from '#account/connection.ts'
import { NoOwnerNotice } from '#components/account/AccountNotices.tsx'
import { useAccount } from '#components/account/useAccount.ts'
import { parseSafeInfo } from '#safe/tx/SafeInfo.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'
import { OWNERS, SAFE } from '#tests/support/safeExamples.ts'
import { SafeBar, SafeConnector } from './mode.tsx'

const host = vi.hoisted(() => {
  const getInfo = vi.fn<() => Promise<object>>()
  return { getInfo, sdk: { safe: { getInfo }, txs: {}, eth: {} } }
})
vi.mock('@safe-global/safe-apps-react-sdk', () => ({ useSafeAppsSDK: () => ({ sdk: host.sdk }) }))

/** The host's data about its Safe. */
const infoOf = (isReadOnly: boolean) => ({
  safeAddress: SAFE,
  chainId: 56,
  owners: [...OWNERS],
  threshold: 2,
  isReadOnly,
})

function Notice() {
  const account = useAccount()
  return account && <NoOwnerNotice account={account} />
}

/** A portal in a host that may have no connected wallet of an owner (`isReadOnly`). */
function open(isReadOnly = true) {
  const info = parseSafeInfo(infoOf(isReadOnly))
  if (!info) throw new Error('The host’s answer is readable')
  renderInPortal(
    <>
      <SafeConnector info={info} />
      <Notice />
      <header>
        <SafeBar />
      </header>
    </>,
  )
}

const notice = () => screen.queryByText('No owner’s wallet is connected in your Safe.')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const asked = () => host.getInfo.mock.calls.length

beforeEach(() => {
  vi.useFakeTimers()
  host.getInfo.mockReset().mockResolvedValue(infoOf(true))
})
afterEach(() => vi.useRealTimers())

test('behavior: asks the host every second while no owner’s wallet is connected, and no longer', async () => {
  open()
  expect(notice()).toBeTruthy()
  await pass(999)
  expect(asked()).toBe(0)
  await pass(2_001)
  expect(asked()).toBe(3)
  expect(notice()).toBeTruthy()
  host.getInfo.mockResolvedValue(infoOf(false))
  await pass(1_000)
  expect(notice()).toBeNull()
  expect(asked()).toBe(4)
  // From now on, only changes of the Safe are looked for, every 30 seconds.
  await pass(29_000)
  expect(asked()).toBe(4)
  await pass(1_000)
  expect(asked()).toBe(5)
})

test('error: an owner’s wallet is noticed within 3 s, though the host loses a question and answers slowly', async () => {
  open()
  await pass(1_000)
  expect(notice()).toBeTruthy()
  const late = () => new Promise<object>((resolve) => setTimeout(() => resolve(infoOf(false)), 500))
  host.getInfo.mockReturnValueOnce(new Promise(() => {})).mockImplementation(late)
  await pass(3_000)
  expect(notice()).toBeNull()
})

test('behavior: asks at once when the person comes back from the host’s own dialog', async () => {
  open()
  host.getInfo.mockResolvedValue(infoOf(false))
  window.dispatchEvent(new Event('focus'))
  await pass(0)
  expect(asked()).toBe(1)
  expect(notice()).toBeNull()
})

test('behavior: asks often again once the wallet is disconnected', async () => {
  open(false)
  expect(notice()).toBeNull()
  await pass(30_000)
  expect(notice()).toBeTruthy()
  await pass(1_000)
  expect(asked()).toBe(2)
})

test('behavior: the header repeats nothing that the host shows of the Safe, and says who may only view it', async () => {
  open()
  const header = screen.getByRole('banner')
  expect(header.textContent).toBe('View only')
  host.getInfo.mockResolvedValue(infoOf(false))
  await pass(3_000)
  expect(header.textContent).toBe('')
  expect(header.querySelector('[title]')).toBeNull()
})

test('error: a host that writes addresses in another case shows the same Safe and the same owners', async () => {
  const lower = {
    ...infoOf(false),
    safeAddress: SAFE.toLowerCase(),
    owners: OWNERS.map((owner) => owner.toLowerCase()),
  }
  const info = parseSafeInfo(lower)
  if (!info) throw new Error('The host’s answer is readable')
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  host.getInfo.mockResolvedValue(infoOf(false))
  renderInPortal(<SafeConnector info={info} />)
  const account = () => {
    const connection = getConnection()
    return connection.status === 'connected' ? connection.account : null
  }
  expect([account()?.address, account()?.safe?.owners]).toEqual([SAFE, [...OWNERS]])
  const before = account()
  await pass(30_000)
  expect(asked()).toBe(1)
  expect(reload).not.toHaveBeenCalled()
  expect(account()).toBe(before)
})
