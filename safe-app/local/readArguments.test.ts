import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readArguments as read } from './readArguments.ts'

/** The plan of options that ask for one. */
async function readArguments(args: readonly string[], from: string) {
  const plan = await read(args, from)
  if (typeof plan === 'string') throw new Error(plan)
  return plan
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'local-safe-arguments-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

test('behavior: options win over the configuration file in the folder', async () => {
  put('local-safe.config.json', '{ "chain": 100, "port": 6000, "app": "http://localhost:3000" }')
  const plan = await readArguments(['--chain', '137', '--headless'], folder)
  expect(plan).toMatchObject({
    network: { id: 137 },
    app: 'http://localhost:3000',
    ports: { host: 6000 },
    headless: true,
  })
})

test('behavior: a configuration may be a module', async () => {
  put('local-safe.config.mjs', 'export default { chain: 1 }')
  expect((await readArguments([], folder)).network.name).toBe('Ethereum')
})

test('behavior: Safes come from a file, as a list or under their name', async () => {
  put('safes.json', '[{ "name": "Mine", "owners": ["Ben"] }]')
  put('more.json', '{ "safes": [{ "name": "Ours", "owners": ["Ben"] }] }')
  expect((await readArguments(['--safe', 'safes.json'], folder)).safes[0]?.name).toBe('Mine')
  expect((await readArguments(['--safes', 'more.json'], folder)).safes[0]?.name).toBe('Ours')
})

test('behavior: contracts of the options are added to those of the file, both relative to the folder', async () => {
  put('abi.json', '[{ "type": "function", "name": "poke", "inputs": [] }]')
  put('local-safe.config.json', '{ "contracts": ["abi.json"] }')
  const plan = await readArguments(['--contracts', 'abi.json', '--abi', 'abi.json'], folder)
  expect(plan.contracts).toHaveLength(3)
})

test('behavior: without options the host has port 5174 and the chain is Ethereum', async () => {
  const { ports, network, blockTime } = await readArguments([], folder)
  expect(ports).toEqual({ host: 5174, service: 5175, rpc: 5176 })
  expect([network.id, blockTime]).toEqual([1, 2])
})

test('behavior: --help and --version print a text, and --block-time sets the seconds', async () => {
  expect(await read(['-h'], folder)).toContain('--block-time N')
  expect(await read(['--version'], folder)).toBe('0.1.0')
  expect((await readArguments(['--block-time', '5'], folder)).blockTime).toBe(5)
  await expect(read(['--block-time', 'soon'], folder)).rejects.toThrow('blockTime must be a whole number')
})

test.each([
  [['--frobnicate'], "Unknown option '--frobnicate'. --help lists the options."],
  [['--chain', 'bsc'], 'The options: chain must be a whole number from 1 to 9007199254740991.'],
  [['--port', '70000'], 'The options: port must be a whole number from 0 to 65533.'],
  [
    ['--app', 'localhost'],
    'The options: app must be a URL that starts with http:// or https://, not "localhost".',
  ],
  [['--safes', 'text.json'], /text\.json is not valid JSON: /],
  [['--safes', 'empty.json'], 'The options: safes must be a list of Safes.'],
  [['--config', 'list.json'], 'list.json must export an object as its default.'],
  [
    ['--config', 'other.json'],
    'other.json: "chian" is not an option. The options are app, chain, safes, fork, contracts, port, blockTime, headless.',
  ],
  [['--config', 'broken.mjs'], /^broken\.mjs can't be loaded: /],
  [['--config', 'none.js'], /^There is no file .*none\.js\.$/],
  [['--config', 'contract.json'], 'contract.json: contracts must be a list.'],
  [['--config', 'contract.json', '--abi', 'abi.json'], 'contract.json: contracts must be a list.'],
  [['--port', '-1'], /^Option '--port' argument is ambiguous\. --help lists the options\.$/],
])('error: %j is refused in one sentence', async (args, sentence) => {
  put('text.json', 'safes')
  put('empty.json', '{}')
  put('list.json', '[]')
  put('other.json', '{ "chian": 1 }')
  put('broken.mjs', 'export default {')
  put('contract.json', '{ "contracts": "out/Vault.json" }')
  put('abi.json', '[]')
  await expect(readArguments(args, folder)).rejects.toThrow(sentence)
})
