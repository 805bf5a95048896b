import type { View } from '#tests/support/look/View.ts'

/** Makes a picture of the current screen. */
export type Shot = (name: string) => Promise<void>

/** What could not be pictured, and why: one line each. */
export type Failures = string[]

/** The first line of an error, and what it waited for. */
const firstLine = (error: unknown) => {
  const [first, ...lines] = `${error instanceof Error ? error.message : error}`.split('\n')
  const waited = lines.find((line) => line.includes('waiting for'))
  return waited ? `${first} ${waited.trim()}` : first
}

/** Opens each view in turn and makes its picture. A view that fails is named and skipped. */
export async function takePictures<Visit>(
  views: readonly View<Visit>[],
  visit: Visit,
  shot: Shot,
  failures: Failures,
): Promise<void> {
  for (const view of views) {
    try {
      await view.open(visit)
      await shot(view.name.replaceAll(/\W+/g, '-'))
      await view.close?.(visit)
    } catch (error) {
      failures.push(`${view.name}: ${firstLine(error)}`)
    }
  }
}

/** Makes the pictures of a way through several pages. Where it fails, that is pictured and named, and the rest skipped. */
export async function takeJourney(
  name: string,
  journey: (shot: Shot) => Promise<void>,
  shot: Shot,
  failures: Failures,
): Promise<void> {
  let last = 'its start'
  try {
    await journey(async (picture) => {
      await shot(picture)
      last = picture
    })
  } catch (error) {
    failures.push(`${name}, after ${last}: ${firstLine(error)}`)
    await shot(`${name.replaceAll(/\W+/g, '-')}-failed`).catch(() => {})
  }
}

/** Ends a run of pictures: throws with all that failed. */
export function endPictures(failures: Failures): void {
  if (failures.length > 0) throw new Error(`Without a picture:\n${failures.join('\n')}`)
}
