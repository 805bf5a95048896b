import { toHex } from 'viem'
import * as Proposal from '../chain/Proposal.ts'
import * as Service from '../chain/Service.ts'
import type { HostConfig } from '../HostConfig.ts'
import type { HostStore } from '../state/Host.ts'

const firstSeen = new Map<string, number>()

/** A transaction's details for the app, from the service, with the faults of a lying or late host. */
export async function readTransaction(
  config: HostConfig,
  store: HostStore,
  safeTxHash: string,
): Promise<Service.TxDetails> {
  const { notFound, lieTx } = store.get().faults
  const seen = firstSeen.get(safeTxHash) ?? Date.now()
  firstSeen.set(safeTxHash, seen)
  if (Date.now() - seen < notFound * 1000) throw new Error('Not indexed yet (fault).')
  if (lieTx === 'other')
    return Proposal.details(config.gatewayUrl, await otherHash(config, store, safeTxHash))
  const details = await Proposal.details(config.gatewayUrl, safeTxHash)
  if (lieTx === 'no' || !details.txData) return details
  return lieTx === 'to'
    ? { ...details, txData: { ...details.txData, to: { value: nobody(config), name: null } } }
    : {
        ...details,
        txData: { ...details.txData, value: `${BigInt(details.txData.value ?? 0) + 10n ** 18n}` },
      }
}

/** The hash of another transaction of the Safe, or a made-up one if there is none. */
export async function otherHash(config: HostConfig, store: HostStore, not: string): Promise<string> {
  const { safe } = store.get().settings
  for (const list of ['queued', 'history'] as const) {
    const path = `/safes/${safe}/transactions/${list}`
    const page = await Service.get<Service.Page<Service.ListItem>>(config.gatewayUrl, path)
    for (const item of page.results) {
      if (item.type !== 'TRANSACTION' || !item.transaction.id.startsWith('multisig_')) continue
      const hash = item.transaction.id.split('_')[2]
      if (hash && hash !== not) return hash
    }
  }
  return toHex(BigInt(not) ^ 1n, { size: 32 })
}

function nobody(config: HostConfig): `0x${string}` {
  const stranger = config.personas.find((persona) => persona.role === 'stranger')
  return stranger?.address ?? '0x000000000000000000000000000000000000dEaD'
}
