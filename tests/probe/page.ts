import type { Address, Hash } from 'viem'
import { askEndpoint } from '#pages/settings/diagnostics/endpoints/askEndpoint.ts'
import type { EndpointReading } from '#pages/settings/diagnostics/facts.ts'
import { askGateway, askTxService } from './askServices.ts'
import type { ServiceReading } from './reading.ts'

/** The requests that a page has to send. */
export type PageQuestions = {
  readonly rpcUrls: readonly string[]
  readonly gatewayUrl: string
  readonly txServiceUrl: string | null
  readonly safe: Address | null
  readonly sample: Hash | null
  readonly pause: number
}

/** The results of the page, with the endpoints in order. */
export type PageReadings = {
  readonly endpoints: readonly EndpointReading[]
  readonly gateway: ServiceReading
  readonly txService: ServiceReading | null
}

/** Sends all requests from the page in which it runs. Never throws. */
export async function askAll({ rpcUrls, sample, pause, ...services }: PageQuestions): Promise<PageReadings> {
  const { gatewayUrl, txServiceUrl, safe } = services
  const [endpoints, gateway, txService] = await Promise.all([
    Promise.all(rpcUrls.map((url) => askEndpoint(url, sample, pause))),
    askGateway(gatewayUrl, safe, pause),
    // Its lists need api-kit, which is as large as everything else together, so pages request the version
    // only.
    txServiceUrl === null ? null : askTxService(txServiceUrl, null, pause),
  ])
  return { endpoints, gateway, txService }
}
