import { env } from '#env.ts'
import { gateway } from './Gateway.ts'
import type { MessageSource, SafeSource } from './SafeSource.ts'
import { txService } from './TxService.ts'

/** One for the whole page: its requests are paced together. */
export const bscGateway: SafeSource & MessageSource = gateway(env.gatewayUrl)

/** Who is asked about any Safe on BSC, in this order. */
export const bscSources: readonly SafeSource[] = env.txServiceUrl
  ? [bscGateway, txService(env.txServiceUrl)]
  : [bscGateway]
