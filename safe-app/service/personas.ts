import type { ServiceFaults } from './ServiceFaults.ts'

/** A Safe gateway's behavior, which the local service can imitate. */
export type GatewayPersona = {
  /** Its name in the host's Faults tab. */
  readonly label: string
  readonly faults: Partial<ServiceFaults>
}

/**
 * Gateway behaviors that were observed, and those that an app must handle. Failures affect only the app:
 * the host has its own access to the service.
 *
 * @param app origin of the app's pages
 */
export function gatewayPersonas(app: string) {
  return {
    honest: { label: 'Honest', faults: {} },
    early: {
      label: 'CANCELLED before an execution is indexed',
      faults: { indexLag: 60, early: true },
    },
    undecoded: {
      label: 'Names no method of a batch',
      faults: { rewrite: [['"methodName":"multiSend"', '"methodName":null']] },
    },
    cached: {
      label: 'Caches: answers for 60 s, 404s for 30 s, events come after 5 s',
      faults: { cached: true, eventDelay: 5_000 },
    },
    verifying: {
      label: 'Verifies: one wrong entry in a list is a 502 for all of it',
      faults: { verifying: true },
    },
    escaped: {
      label: 'Notes: every transaction has a note in HTML',
      faults: { note: 'R&D <5 pieces> "Q&A", Tom & Jerry’s, A&B&C&D&E&F&G&H&I' },
    },
    lockdown: {
      label: 'Lockdown: lets only the host’s pages ask',
      faults: { corsOff: true, onlyFrom: app },
    },
    busy: { label: 'Busy: 429, come back in 2 s', faults: { status: 429, retryAfter: 2, onlyFrom: app } },
    down: { label: 'Down', faults: { down: true, onlyFrom: app } },
    page: { label: 'Answers a web page', faults: { html: true, onlyFrom: app } },
  } satisfies Record<string, GatewayPersona>
}

export type GatewayPersonaName = keyof ReturnType<typeof gatewayPersonas>
