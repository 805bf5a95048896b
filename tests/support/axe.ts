import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright/test'

type Result = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }
type Axe = { run(context: object, options: object): Promise<{ violations: readonly Result[] }> }

// The debugger evaluates it, which no page policy forbids; a script element would be blocked.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that depend on colours. */
const colours = ['color-contrast', 'link-in-text-block']

/**
 * Every accessibility violation in a page, or in one of its frames, as `rule: the nodes`. Runs all of
 * axe-core's rules, including best practices; `ofColours` runs only those that another theme can break. The
 * sandbox wallet stands for a browser extension and is not part of the portal.
 */
export async function violations(target: Page | Frame, ofColours = false): Promise<string[]> {
  if (!(await target.evaluate(() => 'axe' in window))) await target.evaluate(source)
  const found = await target.evaluate(
    async (only) => {
      const { axe } = window as unknown as { axe: Axe }
      // Elements that are fading in do not have their final colours yet; skeletons animate forever.
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      await Promise.allSettled(ending.map((animation) => animation.finished))
      const { violations } = await axe.run(
        { exclude: [['sandbox-wallet'], ['iframe']] },
        // Selectors, and the nodes that pass, are not read here; building them took most of the time.
        {
          iframes: false,
          selectors: false,
          resultTypes: ['violations'],
          ...(only && { runOnly: { type: 'rule', values: only } }),
        },
      )
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    },
    ofColours ? colours : null,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`)
}
