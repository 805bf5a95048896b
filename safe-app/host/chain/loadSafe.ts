import type { HostSafe } from '../HostConfig.ts'
import * as Service from './Service.ts'

/** The singleton by version that an undeployed Safe will use, SafeL2 since 1.3.0 (safe-deployments, canonical set). */
const singletons: Readonly<Record<string, `0x${string}`>> = {
  '1.5.0': '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e',
  '1.3.0': '0x3E5c63644E683549055b9Be8653de26E0B4CD36E',
  '1.4.1': '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  '1.2.0': '0x6851D6fDFAfD08c0295C392436245E5bc78B0185',
  '1.1.1': '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F',
}

/**
 * The Safe from the service. A Safe that is not deployed is 404 there; the host then uses its planned
 * configuration, as the real one does. Throws ServiceError otherwise.
 */
export async function loadSafe(
  gatewayUrl: string,
  safe: string,
  planned: HostSafe | undefined,
): Promise<Service.SafeState> {
  try {
    return await Service.get<Service.SafeState>(gatewayUrl, `/safes/${safe}`)
  } catch (error) {
    const missing = error instanceof Service.ServiceError && error.status === 404
    if (!missing || !planned || planned.deployed) throw error
    const singleton = singletons[planned.version.split('+')[0] ?? '']
    return {
      address: { value: planned.address, name: null },
      nonce: 0,
      threshold: planned.threshold,
      owners: planned.owners.map((value) => ({ value, name: null })),
      implementation: { value: singleton ?? planned.address, name: null },
      modules: null,
      fallbackHandler: null,
      guard: null,
      version: planned.version,
    }
  }
}
