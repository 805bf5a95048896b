import * as Service from '../chain/Service.ts'
import type { HostConfig } from '../HostConfig.ts'
import type { Settings } from '../state/Settings.ts'
import * as AppRecord from './AppRecord.ts'
import * as Manifest from './Manifest.ts'

/**
 * The host's record of an app before opening it. Only listed and added apps have their manifest read; an app
 * opened by URL stays "unknown" and gets no browser features.
 */
export async function resolveApp(
  config: HostConfig,
  { listed }: Settings,
  appUrl: string,
): Promise<AppRecord.AppRecord> {
  const base = appUrl.split(/[?#]/)[0] ?? appUrl
  const custom = AppRecord.customApps().find((app) => AppRecord.isSameUrl(app.url, base))
  if (custom) return Manifest.fetchApp(appUrl, 'custom').catch(() => custom)
  if (listed || (await backendKnows(config, base))) {
    return Manifest.fetchApp(appUrl, 'listed').catch(() => AppRecord.unknown(appUrl))
  }
  return AppRecord.unknown(appUrl)
}

/** Whether the backend lists an app. The host requests this again by URL while the app is already running. */
export async function backendKnows(config: HostConfig, url: string): Promise<boolean> {
  try {
    const query = new URLSearchParams({ clientUrl: location.origin, url })
    const apps = await Service.get<readonly { url: string }[]>(config.gatewayUrl, `/safe-apps?${query}`)
    return apps.some((app) => AppRecord.isSameUrl(app.url, url))
  } catch {
    return false
  }
}
