import { afterEach, expect, test, vi } from 'vitest'
import { type WalletCommands, walletLoader } from './walletLoader.ts'

const Layer = () => null

function commands() {
  const made = {
    openConnect: vi.fn(),
    openAccount: vi.fn(),
    openNetworks: vi.fn(),
    reconnect: vi.fn(),
    disconnect: vi.fn(),
  }
  return made satisfies WalletCommands
}

afterEach(() => vi.restoreAllMocks())

test('behavior: loads nothing before it is needed', async () => {
  const load = vi.fn(async () => Layer)
  const loader = walletLoader(load)
  expect(loader.state()).toBe('idle')
  expect(load).not.toHaveBeenCalled()
  loader.load()
  loader.load()
  expect(loader.state()).toBe('loading')
  await vi.waitFor(() => expect(loader.state()).toBe('ready'))
  loader.load()
  expect(load).toHaveBeenCalledOnce()
  expect(loader.layer()).toBe(Layer)
})

test('behavior: keeps a tap until the layer has its commands, and runs it once', async () => {
  const loader = walletLoader(async () => Layer)
  const ready = commands()
  const asked: boolean[] = []
  loader.subscribe(() => asked.push(loader.isAsked()))
  loader.ask('openConnect')
  expect(loader.state()).toBe('loading')
  await vi.waitFor(() => expect(loader.state()).toBe('ready'))
  loader.provide({})
  expect(ready.openConnect).not.toHaveBeenCalled()
  expect(loader.isAsked()).toBe(true)
  loader.provide(ready)
  expect(loader.isAsked()).toBe(false)
  expect(asked.at(-1)).toBe(false)
  loader.provide(ready)
  expect(ready.openConnect).toHaveBeenCalledOnce()
  expect(ready.openAccount).not.toHaveBeenCalled()
})

test('behavior: runs an available command at once, and only the last of two early taps', async () => {
  const loader = walletLoader(async () => Layer)
  const ready = commands()
  loader.ask('openConnect')
  loader.ask('openNetworks')
  await vi.waitFor(() => expect(loader.state()).toBe('ready'))
  loader.provide(ready)
  expect(ready.openConnect).not.toHaveBeenCalled()
  expect(ready.openNetworks).toHaveBeenCalledOnce()
  loader.ask('openAccount')
  expect(ready.openAccount).toHaveBeenCalledOnce()
})

test('behavior: a missing command runs when it becomes available', async () => {
  const loader = walletLoader(async () => Layer)
  const { openConnect, ...connected } = commands()
  loader.load()
  await vi.waitFor(() => expect(loader.state()).toBe('ready'))
  loader.provide(connected)
  loader.ask('openConnect')
  expect(openConnect).not.toHaveBeenCalled()
  loader.provide({ openConnect })
  expect(openConnect).toHaveBeenCalledOnce()
})

test('error: a failed download is reported, can be retried, and opens nothing later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let online = false
  const loader = walletLoader(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module')
    return Layer
  })
  const states: string[] = []
  const leave = loader.subscribe(() => {
    if (states.at(-1) !== loader.state()) states.push(loader.state())
  })
  const ready = commands()
  loader.ask('openConnect')
  await vi.waitFor(() => expect(loader.state()).toBe('failed'))
  expect(loader.layer()).toBeNull()
  online = true
  loader.load()
  await vi.waitFor(() => expect(loader.state()).toBe('ready'))
  loader.provide(ready)
  expect(ready.openConnect).not.toHaveBeenCalled()
  expect(states).toEqual(['loading', 'failed', 'loading', 'ready'])
  leave()
  loader.ask('openConnect')
  expect(ready.openConnect).toHaveBeenCalledOnce()
})
