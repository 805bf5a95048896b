import type { Exchange, Traffic } from '../bridge/TrafficLog.ts'
import { earlyFault, lostFault } from './noticedEarly.ts'
import { callsPerSecond } from './noticedPolling.ts'

/** Something about an app's messages that fails, or will, in Safe{Wallet}. */
export type Noticed = {
  readonly id: string
  /** The evidence, in one sentence. */
  readonly fact: string
  /** Why it matters in Safe{Wallet}. */
  readonly why: string
  readonly fix: string
}

/** A rule sees the recorded messages; it returns its evidence as a sentence, or null. It claims nothing without. */
type Rule = Omit<Noticed, 'fact'> & { readonly find: (traffic: Traffic) => string | null }

/** Methods that open a dialog. */
const dialogs = ['sendTransactions', 'signMessage', 'signTypedMessage']

/** Methods that only a wallet answers. */
const ofWallets =
  /^(eth_accounts|eth_requestAccounts|eth_sendTransaction|eth_sendRawTransaction|eth_sign.*|personal_.*|wallet_.*)$/

const rules: readonly Rule[] = [
  {
    id: 'lost',
    find: lostFault,
    why: 'Safe{Wallet} loses messages while it prepares itself, and after it has found the app in its list.',
    fix: 'Repeat a read that is not answered within 2 s; never repeat a send.',
  },
  {
    id: 'early',
    find: earlyFault,
    why: 'Safe{Wallet} may not listen yet: then this message is lost, and nothing tells the app.',
    fix: 'Ask again if no answer comes within 2 s. “Drop the next messages” in Faults shows whether the app does.',
  },
  {
    id: 'polling',
    find: callsPerSecond,
    why: 'Each request goes to the node or the service of Safe{Wallet}, which refuse an app that asks too much.',
    fix: 'Ask once per block or every few seconds, and share one answer between components.',
  },
  {
    id: 'unknown method',
    find: ({ exchanges }) => {
      const methods = new Set(
        exchanges.filter(({ reason }) => reason === 'unknown method').map(({ method }) => method),
      )
      return methods.size === 0 ? null : `It called ${listed(methods)}, which Safe{Wallet} does not know.`
    },
    why: 'Safe{Wallet} never answers an unknown method, so the app waits for ever.',
    fix: 'Use the methods of @safe-global/safe-apps-sdk, and give every request a time limit.',
  },
  {
    id: 'another origin',
    find: ({ exchanges }) => {
      const origins = new Set(
        exchanges.filter(({ reason }) => reason === 'another origin').map(({ origin }) => origin),
      )
      return origins.size === 0
        ? null
        : `Its frame asks from ${listed(origins)}, not from the origin that was opened.`
    },
    why: 'Safe{Wallet} answers only the exact origin of the app’s address, so a redirect makes an app deaf.',
    fix: 'Open and list the app under the address at which it ends.',
  },
  {
    id: 'overlapping',
    find: ({ exchanges }) => {
      const asked = exchanges.filter(({ by, method }) => by === 'app' && dialogs.includes(method))
      const second = asked.find((each, index) =>
        asked.slice(0, index).some((other) => isOpenAt(other, each.at)),
      )
      return second ? `It called ${second.method} while its request before waited for the person.` : null
    },
    why: 'Safe{Wallet} then answers the wrong request, and may tell “rejected” for what it proposes.',
    fix: 'Ask for one signature or transaction at a time, and disable the buttons meanwhile.',
  },
  {
    id: 'wallet call',
    find: ({ exchanges }) => {
      const calls = new Set(
        exchanges.flatMap((exchange) => rpcMethod(exchange) ?? []).filter((call) => ofWallets.test(call)),
      )
      return calls.size === 0 ? null : `It sent ${listed(calls)} through rpcCall.`
    },
    why: 'rpcCall goes to a public node, which has no accounts; a local chain may answer by mistake.',
    fix: 'Use sendTransactions, signMessage and getSafeInfo instead.',
  },
  {
    id: 'capability',
    find: ({ exchanges }) => {
      const asked = exchanges.filter(({ method }) => method === 'wallet_requestPermissions')
      const names = new Set(asked.flatMap(capabilities).filter((name) => name !== 'requestAddressBook'))
      return names.size === 0 ? null : `It asked for the permission ${listed(names)}.`
    },
    why: 'Safe{Wallet} has one permission, requestAddressBook, and no permission widens its sandbox.',
    fix: 'Request browser features in safe_apps_permissions of the manifest, and work without the rest.',
  },
  {
    id: 'old SDK',
    find: ({ exchanges }) => {
      const old = exchanges.find(
        ({ method, sdkVersion }) => dialogs.slice(1).includes(method) && isBefore711(sdkVersion),
      )
      return old ? `It asked for a signature with version ${old.sdkVersion.slice(0, 20)} of the SDK.` : null
    },
    why: 'Before 7.11 Safe{Wallet} signs by a transaction that costs gas instead of off chain.',
    fix: 'Update @safe-global/safe-apps-sdk.',
  },
]

/** The rules that the recorded messages break, in the order of the table. */
export function noticeBehavior(traffic: Traffic): readonly Noticed[] {
  return rules.flatMap(({ find, ...rule }) => {
    const fact = find(traffic)
    return fact === null ? [] : [{ ...rule, fact }]
  })
}

function isOpenAt({ state, at, took }: Exchange, moment: number): boolean {
  if (state === 'waiting') return at < moment
  return took !== null && at < moment && moment < at + took
}

function rpcMethod(exchange: Exchange): string | null {
  if (exchange.method !== 'rpcCall' || exchange.by !== 'app') return null
  const { call } = Object(readJson(exchange)) as { call?: unknown }
  return typeof call === 'string' ? call : null
}

function capabilities(exchange: Exchange): readonly string[] {
  const list = readJson(exchange)
  return Array.isArray(list) ? list.flatMap((each: unknown) => Object.keys(Object(each))) : []
}

/** The payload, unless it is too long to have been kept. */
function readJson({ payload }: Exchange): unknown {
  if (payload.text === '' || payload.isCut) return null
  try {
    return JSON.parse(payload.text)
  } catch {
    return null
  }
}

function isBefore711(version: string): boolean {
  const [, major = '', minor = ''] = /^(\d{1,4})\.(\d{1,4})\./.exec(version) ?? []
  if (major === '') return false
  return Number(major) < 7 || (major === '7' && Number(minor) < 11)
}

/** At most three of an app's own words. */
function listed(words: ReadonlySet<string>): string {
  const [first = [], rest = []] = [[...words].slice(0, 3), [...words].slice(3)]
  return `${first.map((word) => word.slice(0, 60)).join(', ')}${rest.length > 0 ? ` and ${rest.length} more` : ''}`
}
