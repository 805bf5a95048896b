import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { safeReactSdkAsModule, toModule } from './safeReactSdk.ts'

const file = createRequire(import.meta.url).resolve('@safe-global/safe-apps-react-sdk')

test('behavior: turns the installed file into a module with both names and no unresolved require', async () => {
  const original = await readFile(file, 'utf8')
  const code = toModule(original)
  await expect(transformWithOxc(code, 'sdk.js')).resolves.toBeDefined()
  expect(code).toMatch(/^export const SafeProvider = /m)
  expect(code).toMatch(/^export const useSafeAppsSDK = /m)
  const required = new Set([...original.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name))
  const imported = [...code.matchAll(/^import \* as required\d+ from "([^"]+)";$/gm)].map(([, name]) => name)
  expect(imported).toEqual([...required])
  expect(imported).toContain('@safe-global/safe-apps-sdk')
})

test('behavior: exports what the wrapped file exports', async () => {
  const source = `const path = require("node:path"); exports.SafeProvider = path.sep; exports.useSafeAppsSDK = 7;`
  const module = `data:text/javascript,${encodeURIComponent(toModule(source))}`
  expect(await import(/* @vite-ignore */ module)).toMatchObject({ SafeProvider: '/', useSafeAppsSDK: 7 })
})

test('error: an unexpected file stops the build', () => {
  expect(() => toModule('export const SafeProvider = 1')).toThrow('not the CommonJS file')
})

test('behavior: changes only the SDK’s own file', () => {
  const { transform } = safeReactSdkAsModule()
  if (typeof transform !== 'function') throw new Error('The plugin has no transform')
  const run = (id: string) => transform.call({} as never, 'require("react")', id, {} as never)
  expect(run('/x/node_modules/react/index.js')).toBeNull()
  expect(run('/x/node_modules/@safe-global/safe-apps-react-sdk/dist/index.js')).not.toBeNull()
  expect(run(file)).not.toBeNull()
})
