import { type Address, getAddress } from 'viem'
import { createSiweMessage, parseSiweMessage, type SiweMessage, validateSiweMessage } from 'viem/siwe'
import { BSC_CHAIN_ID } from '#chain/chainId.ts'
import { Refusal } from '../../safe-app/service/http/Reply.ts'
import type { Nonces } from './Nonces.ts'

/** The longest validity of a message (ms). */
const LONGEST_LIFE = 15 * 60_000
/** The most that a browser's clock may be ahead (ms). */
const SKEW = 60_000

/**
 * Reads an EIP-4361 message written for one of `origins` and uses up its nonce. Returns the account in the
 * message; its signature is checked elsewhere.
 *
 * @throws Refusal with the reason
 */
export function checkMessage(
  message: string,
  { origins, nonces, now }: { origins: readonly string[]; nonces: Nonces; now: () => number },
): Address {
  const fields = parseSiweMessage(message)
  if (!isComplete(fields)) throw refused('The message is not one of EIP-4361.')
  // Uses up the nonce even if another check fails: one message, one attempt.
  const isFresh = nonces.take(fields.nonce)
  const written = rewrite(fields)
  if (written !== message) throw refused('The message holds more than its fields.')
  const origin = origins.find((each) => new URL(each).host === fields.domain)
  if (origin === undefined) throw refused('The message is for another site.')
  if (fields.uri !== origin) throw refused('The message is for another address.')
  if (fields.version !== '1' || fields.chainId !== BSC_CHAIN_ID) {
    throw refused('The message is for another network.')
  }
  if (!isFresh) throw refused('The nonce is not open.')
  const { issuedAt, expirationTime } = fields
  if (!expirationTime || expirationTime.getTime() - issuedAt.getTime() > LONGEST_LIFE) {
    throw refused('The message is valid for too long.')
  }
  if (issuedAt.getTime() > now() + SKEW) throw refused('The message is from the future.')
  const isTimely = validateSiweMessage({ message: fields, domain: fields.domain, time: new Date(now()) })
  if (!isTimely) throw refused('The message is not valid now.')
  return getAddress(fields.address)
}

type Complete = SiweMessage & { readonly issuedAt: Date }

function isComplete(fields: ReturnType<typeof parseSiweMessage>): fields is Complete {
  const { address, domain, uri, version, chainId, nonce, issuedAt } = fields
  return Boolean(address && domain && uri && version && chainId && nonce && issuedAt)
}

/** viem's parser skips unknown text; a message rebuilt from its fields hides nothing. */
function rewrite(fields: Complete): string | null {
  try {
    return createSiweMessage(fields)
  } catch {
    return null
  }
}

function refused(message: string): Refusal {
  return new Refusal(401, { message })
}
