import type * as AppRecord from '../app/AppRecord.ts'
import { backendKnows } from '../app/resolveApp.ts'
import { type AnswerContext, answer } from './answer.ts'
import * as Communicator from './Communicator.ts'

const TRAFFIC_KEPT = 60

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
  let unseen: Communicator.Traffic[] = []

  function note(traffic: Communicator.Traffic): void {
    unseen.unshift(traffic)
    unseen.length = Math.min(unseen.length, TRAFFIC_KEPT)
    if (unseen.length === 1) setTimeout(showTraffic, TRAFFIC_SHOWN_EVERY)
  }

  function showTraffic(): void {
    store.set({ traffic: [...unseen, ...store.get().traffic].slice(0, TRAFFIC_KEPT) })
    unseen = []
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
      onTraffic: note,
    })
    communicator = next
    current(next)
    attaching = setTimeout(() => next.attach((request) => answer(context, request)), deafMs)
  }

  function pushTheme(): void {
    const id = Math.random().toString(36).slice(2)
    communicator?.send(id, { darkMode: store.get().settings.theme === 'dark' }, 'theme pushed')
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
  build(0)
  frame.addEventListener('load', pushTheme)
  if (app.kind === 'listed') {
    void backendKnows(config, app.url).then(() => {
      if (!stopped) store.set({ app: { ...store.get().app } satisfies AppRecord.AppRecord })
    })
  }
  return () => {
    stopped = true
    unsubscribe()
    frame.removeEventListener('load', pushTheme)
    clearTimeout(attaching)
    communicator?.close()
    current(null)
  }
}
