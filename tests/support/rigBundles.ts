import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleSdkApp } from '#tests/fixtures/sdk-app/bundleSdkApp.ts'
import { type Assets, buildHost } from '../../safe-app/host/buildHost.ts'
import { bundleSandboxWallet } from '../../safe-app/wallet/bundleSandboxWallet.ts'

/** Files that every rig serves unchanged. */
export type RigBundles = { readonly host: Assets; readonly wallet: string; readonly sdkApp: Assets }

const file = fileURLToPath(new URL('../../.cache/e2e-rig.json', import.meta.url))

/** Bundles once for all workers, because each bundling takes several seconds of processor time. */
export async function makeRigBundles(): Promise<void> {
  const host = await buildHost()
  const wallet = await bundleSandboxWallet()
  const sdkApp = await bundleSdkApp()
  // A fresh checkout lacks this folder.
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ host: [...host], wallet, sdkApp: [...sdkApp] }))
}

/** The result of `makeRigBundles`; throws if the browser tests are started without it. */
export function readRigBundles(): RigBundles {
  const { host, wallet, sdkApp } = JSON.parse(readFileSync(file, 'utf8'))
  return { host: new Map(host), wallet, sdkApp: new Map(sdkApp) }
}
