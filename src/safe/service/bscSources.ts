import { env } from '#env.ts'
import type { MessageSource, SafeSource } from './SafeSource.ts'
import { gateway, txService } from './sources.ts'

/** One instance for the whole page, so that its requests are paced together. */
export const bscGateway: SafeSource & MessageSource = gateway(env.gatewayUrl)

/** The sources for any Safe on BSC, in the order in which they are tried. */
export const bscSources: readonly SafeSource[] = env.txServiceUrl
  ? [bscGateway, txService(env.txServiceUrl)]
  : [bscGateway]
