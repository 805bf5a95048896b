import type * as AppRecord from '../app/AppRecord.ts'
import { backendKnows } from '../app/resolveApp.ts'
import { type AnswerContext, answer } from './answer.ts'
import * as Communicator from './Communicator.ts'
import { createTrafficLog } from './TrafficLog.ts'

/** How often the list of messages is shown anew (ms): an app may send thousands a second. */
const TRAFFIC_SHOWN_EVERY = 100

/**
 * Answers one frame until it is stopped. For a listed app the communicator is rebuilt when the backend's
 * answer arrives, and messages at that moment are lost, as in the real host. `current` gets every new
 * communicator, because late replies go through the newest.
 */
export function connectFrame(
  context: AnswerContext,
  frame: HTMLIFrameElement,
  relay: (message: unknown, targetOrigin: string) => void,
  current: (communicator: Communicator.Communicator | null) => void,
): () => void {
  const { store, config } = context
  let communicator: Communicator.Communicator | null = null
  let attaching: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let showing: ReturnType<typeof setTimeout> | undefined

  const log = createTrafficLog(() => {
    showing ??= setTimeout(showTraffic, TRAFFIC_SHOWN_EVERY)
  })

  function showTraffic(): void {
    showing = undefined
    store.set({ traffic: log.take() })
  }

  function build(deafMs: number): void {
    communicator?.close()
    clearTimeout(attaching)
    communicator = null
    current(null)
    if (!URL.canParse(store.get().app.url)) return
    const next = Communicator.open({
      frame: () => frame.contentWindow,
      origin: new URL(store.get().app.url).origin,
      faults: store,
      relay,
      log,
    })
    communicator = next
    current(next)
    attaching = setTimeout(() => next.attach((request) => answer(context, request)), deafMs)
  }

  function pushTheme(): void {
    communicator?.push('theme pushed', { darkMode: store.get().settings.theme === 'dark' })
  }

  let { app } = store.get()
  let { theme } = store.get().settings
  const unsubscribe = store.subscribe(() => {
    const next = store.get()
    if (next.app !== app) {
      app = next.app
      build(next.faults.rebuildGap)
      pushTheme()
    }
    if (next.settings.theme !== theme) {
      theme = next.settings.theme
      pushTheme()
    }
  })
  function onLoad(): void {
    log.loaded()
    pushTheme()
  }

  showTraffic()
  build(0)
  frame.addEventListener('load', onLoad)
  if (app.kind === 'listed') {
    void backendKnows(config, app.url).then(() => {
      if (!stopped) store.set({ app: { ...store.get().app } satisfies AppRecord.AppRecord })
    })
  }
  return () => {
    stopped = true
    unsubscribe()
    frame.removeEventListener('load', onLoad)
    clearTimeout(showing)
    clearTimeout(attaching)
    communicator?.close()
    current(null)
  }
}
