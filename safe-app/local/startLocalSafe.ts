import type { LocalSafe, LocalSafeConfig } from './LocalSafe.ts'
import { readConfigAndFork } from './readConfig.ts'
import { startWorld } from './startWorld.ts'

/** Checks the types of a configuration file. */
export function defineConfig(config: LocalSafeConfig): LocalSafeConfig {
  return config
}

/**
 * Starts a chain, Safe's contracts, some Safes, a transaction service and a host with a test wallet, for any Safe App.
 * Throws ConfigError with one sentence about a mistake in the configuration.
 */
export async function startLocalSafe(config: LocalSafeConfig = {}): Promise<LocalSafe> {
  return startWorld(await readConfigAndFork(config))
}
