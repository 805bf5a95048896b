/** Splits long work into slices, so that the page responds to input in between. */
export type Slices = ReturnType<typeof startSlices>

/** ms. Even with one slow row on top, this stays well below the 50 ms of a long task. */
const LONGEST = 12

/** Starts the first slice. @throws the reason of the signal if it is already aborted */
export function startSlices(signal?: AbortSignal) {
  signal?.throwIfAborted()
  let from = performance.now()
  return {
    /** True if this slice has lasted long enough. Cheap enough to call for every row. */
    isOver: () => performance.now() - from >= LONGEST,
    /** Lets other work run first. @throws the reason of the signal once it is aborted */
    async pause(): Promise<void> {
      await nextTask()
      signal?.throwIfAborted()
      from = performance.now()
    },
  }
}

/** Processes each item, in slices. @throws the reason of the signal of `slices` */
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

/** A message runs as its own task without a delay, unlike timers, and also in hidden tabs. */
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
