import type { Address, Hash } from 'viem'
import { askEndpoint } from '#features/diagnostics/endpoints/askEndpoint.ts'
import type { EndpointReading } from '#features/diagnostics/endpoints/reading.ts'
import { askGateway, askTxService } from './askServices.ts'
import type { ServiceReading } from './reading.ts'

/** What a page is asked to find out. */
export type PageQuestions = {
  readonly rpcUrls: readonly string[]
  readonly gatewayUrl: string
  readonly txServiceUrl: string | null
  readonly safe: Address | null
  readonly sample: Hash | null
  readonly pause: number
}

/** What it found out, the endpoints in their order. */
export type PageReadings = {
  readonly endpoints: readonly EndpointReading[]
  readonly gateway: ServiceReading
  readonly txService: ServiceReading | null
}

/** Asks everything from where it runs. Never throws. */
export async function askAll({ rpcUrls, sample, pause, ...services }: PageQuestions): Promise<PageReadings> {
  const { gatewayUrl, txServiceUrl, safe } = services
  const [endpoints, gateway, txService] = await Promise.all([
    Promise.all(rpcUrls.map((url) => askEndpoint(url, sample, pause))),
    askGateway(gatewayUrl, safe, pause),
    // Its lists come through api-kit, which is as large as the rest together, so pages ask for the version alone.
    txServiceUrl === null ? null : askTxService(txServiceUrl, null, pause),
  ])
  return { endpoints, gateway, txService }
}
