/** Long work in slices: between two of them the page answers to whoever uses it. */
export type Slices = {
  /** True when this slice has lasted long enough. Cheap enough to be asked for every row. */
  isOver(): boolean
  /** Lets everything else run first. @throws the reason of the signal once it is aborted */
  pause(): Promise<void>
}

/** ms; with what a single row may take on a slow machine it stays far below the 50 of a long task. */
const LONGEST = 12

/** Starts the first slice. @throws the reason of the signal when it is aborted already */
export function startSlices(signal?: AbortSignal): Slices {
  signal?.throwIfAborted()
  let from = performance.now()
  return {
    isOver: () => performance.now() - from >= LONGEST,
    async pause() {
      await nextTask()
      signal?.throwIfAborted()
      from = performance.now()
    },
  }
}

/** Works on each item, in slices. @throws the reason of the signal of `slices` */
export async function inSlices<T>(
  items: Iterable<T>,
  slices: Slices,
  work: (item: T) => void,
): Promise<void> {
  for (const item of items) {
    work(item)
    if (slices.isOver()) await slices.pause()
  }
}

/** A message comes as a task of its own, which no timer does without a delay, and comes in hidden tabs, too. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
