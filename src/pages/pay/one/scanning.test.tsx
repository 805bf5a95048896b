import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PayPage } from '#pages/pay/PayPage.tsx'
import { fakeWallet } from '#tests/support/fakeAccount.ts'
import { answerNodes } from '#tests/support/fakeNodes.ts'
import { payeeAt } from '#tests/support/payeeAt.ts'
import { payNode } from '#tests/support/payNode.ts'
import { renderInPortal } from '#tests/support/renderInPortal.tsx'

const USDT = '0x55d398326f99059fF775485246999027B3197955'
const link = `ethereum:${USDT}@56/transfer?address=${payeeAt(1)}&uint256=5000000000000000000`

/** A camera that is on until it is stopped, and sees the code that a test shows it. */
function fakeCamera(ask: () => Promise<void> = async () => {}) {
  const tracks: { readyState: 'live' | 'ended'; stop: () => void }[] = []
  const seen: string[] = []
  const getUserMedia = vi.fn(async () => {
    await ask()
    const track = {
      readyState: 'live' as 'live' | 'ended',
      stop: () => Object.assign(track, { readyState: 'ended' }),
    }
    tracks.push(track)
    return { getTracks: () => [track] }
  })
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => seen.map((rawValue) => ({ rawValue }))
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  return {
    getUserMedia,
    show: (text: string) => seen.push(text),
    isOn: () => tracks.some(({ readyState }) => readyState === 'live'),
  }
}

beforeEach(() => {
  answerNodes(payNode())
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  // The test's browser has no streams.
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

function open() {
  window.location.hash = '#/pay'
  return renderInPortal(<PayPage />, { account: fakeWallet() })
}
const payTo = () => screen.getByLabelText<HTMLInputElement>('To').value
const scan = () => screen.findByRole('button', { name: 'Scan' })
const failed = (name: string) => async () => {
  throw Object.assign(new Error('No'), { name })
}

test('behavior: a scanned payment link fills in the form, and the camera is off again', async () => {
  const camera = fakeCamera()
  const { user } = open()
  await user.click(await scan())
  await waitFor(() => expect(camera.isOn()).toBe(true))
  camera.show(link)
  await waitFor(() => expect(payTo()).toBe(payeeAt(1)))
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('5')
  expect(camera.isOn()).toBe(false)
  expect(screen.queryByLabelText('Camera')).toBeNull()
})

test('behavior: the camera is asked for on a press only, and off once the person closes it or leaves', async () => {
  const camera = fakeCamera()
  const { user, unmount } = open()
  await scan()
  expect(camera.getUserMedia).not.toHaveBeenCalled()
  await user.click(await scan())
  await waitFor(() => expect(camera.isOn()).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(camera.isOn()).toBe(false)
  await user.click(await scan())
  await waitFor(() => expect(camera.isOn()).toBe(true))
  unmount()
  expect(camera.isOn()).toBe(false)
})

test('error: a camera that is allowed after the person closed it stays off', async () => {
  let allow = () => {}
  const camera = fakeCamera(
    () =>
      new Promise((resolve) => {
        allow = resolve
      }),
  )
  const { user } = open()
  await user.click(await scan())
  await waitFor(() => expect(camera.getUserMedia).toHaveBeenCalled())
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await act(async () => allow())
  expect(camera.isOn()).toBe(false)
})

test.each([
  ['NotAllowedError', 'You didn’t allow the camera.'],
  ['NotFoundError', 'We found no camera.'],
  ['NotReadableError', 'The camera didn’t start.'],
])('error: %s is said in a sentence, and the field stays as it is', async (name, words) => {
  fakeCamera(failed(name))
  const { user } = open()
  await user.click(await scan())
  expect((await screen.findByText(new RegExp(`^${words}`))).getAttribute('role')).toBe('alert')
  expect(payTo()).toBe('')
})

test('behavior: where the page around this one allows no camera, a press pastes instead', async () => {
  fakeCamera(failed('NotAllowedError'))
  vi.stubGlobal('parent', {})
  const { user } = open()
  await user.click(await scan())
  expect(
    await screen.findByText('The camera can’t be used inside this page. Paste the address instead.'),
  ).toBeTruthy()
  await navigator.clipboard.writeText(`Address: ${payeeAt(2)}`)
  await user.click(screen.getByRole('button', { name: 'Paste' }))
  await waitFor(() => expect(payTo()).toBe(payeeAt(2)))
})

test('error: a browser without a camera for pages says so', async () => {
  const { user } = open()
  await user.click(await scan())
  expect(await screen.findByText(/^The camera can’t be used inside this page/)).toBeTruthy()
})
