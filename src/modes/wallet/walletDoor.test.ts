import { afterEach, expect, test, vi } from 'vitest'
import { type WalletCommands, walletDoor } from './walletDoor.ts'

const Layer = () => null

function commands() {
  const made = { openConnect: vi.fn(), openAccount: vi.fn(), openNetworks: vi.fn(), reconnect: vi.fn() }
  return made satisfies WalletCommands
}

afterEach(() => vi.restoreAllMocks())

test('behavior: nothing is loaded before it is wanted', async () => {
  const load = vi.fn(async () => Layer)
  const door = walletDoor(load)
  expect(door.state()).toBe('idle')
  expect(load).not.toHaveBeenCalled()
  door.load()
  door.load()
  expect(door.state()).toBe('loading')
  await vi.waitFor(() => expect(door.state()).toBe('ready'))
  door.load()
  expect(load).toHaveBeenCalledOnce()
  expect(door.layer()).toBe(Layer)
})

test('behavior: a tap is kept until the layer has its commands, and done once', async () => {
  const door = walletDoor(async () => Layer)
  const ready = commands()
  door.ask('openConnect')
  expect(door.state()).toBe('loading')
  await vi.waitFor(() => expect(door.state()).toBe('ready'))
  door.provide({})
  expect(ready.openConnect).not.toHaveBeenCalled()
  door.provide(ready)
  door.provide(ready)
  expect(ready.openConnect).toHaveBeenCalledOnce()
  expect(ready.openAccount).not.toHaveBeenCalled()
})

test('behavior: a command that is there runs at once; of two early taps the last one counts', async () => {
  const door = walletDoor(async () => Layer)
  const ready = commands()
  door.ask('openConnect')
  door.ask('openNetworks')
  await vi.waitFor(() => expect(door.state()).toBe('ready'))
  door.provide(ready)
  expect(ready.openConnect).not.toHaveBeenCalled()
  expect(ready.openNetworks).toHaveBeenCalledOnce()
  door.ask('openAccount')
  expect(ready.openAccount).toHaveBeenCalledOnce()
})

test('behavior: a command that is missing now waits for its turn', async () => {
  const door = walletDoor(async () => Layer)
  const { openConnect, ...connected } = commands()
  door.load()
  await vi.waitFor(() => expect(door.state()).toBe('ready'))
  door.provide(connected)
  door.ask('openConnect')
  expect(openConnect).not.toHaveBeenCalled()
  door.provide({ openConnect })
  expect(openConnect).toHaveBeenCalledOnce()
})

test('error: a failed download is said, can be retried, and opens nothing by itself later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let online = false
  const door = walletDoor(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module')
    return Layer
  })
  const states: string[] = []
  const leave = door.subscribe(() => states.push(door.state()))
  const ready = commands()
  door.ask('openConnect')
  await vi.waitFor(() => expect(door.state()).toBe('failed'))
  expect(door.layer()).toBeNull()
  online = true
  door.load()
  await vi.waitFor(() => expect(door.state()).toBe('ready'))
  door.provide(ready)
  expect(ready.openConnect).not.toHaveBeenCalled()
  expect(states).toEqual(['loading', 'failed', 'loading', 'ready'])
  leave()
  door.ask('openConnect')
  expect(ready.openConnect).toHaveBeenCalledOnce()
})
