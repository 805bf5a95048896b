import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright/test'

type Result = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }
type Axe = { run(context: object, options: object): Promise<{ violations: readonly Result[] }> }

// Evaluated by the debugger, which no policy of the page forbids: a script element would be refused.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that depend on colours. */
const colours = ['color-contrast', 'link-in-text-block']

/**
 * Every accessibility violation in a page, or in a frame of it, as `rule: the nodes`. All of axe-core's rules run,
 * best practices included; `ofColours` those alone that another theme can break. The sandbox wallet stands for a browser
 * extension and is no part of the portal.
 */
export async function violations(target: Page | Frame, ofColours = false): Promise<string[]> {
  if (!(await target.evaluate(() => 'axe' in window))) await target.evaluate(source)
  const found = await target.evaluate(
    async (only) => {
      const { axe } = window as unknown as { axe: Axe }
      // What is still fading in has not got its colours yet; a skeleton breathes for ever.
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      await Promise.allSettled(ending.map((animation) => animation.finished))
      const { violations } = await axe.run(
        { exclude: [['sandbox-wallet'], ['iframe']] },
        { iframes: false, ...(only && { runOnly: { type: 'rule', values: only } }) },
      )
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
    },
    ofColours ? colours : null,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.join(' | ')}`)
}
