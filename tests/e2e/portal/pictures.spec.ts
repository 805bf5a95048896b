import type { View } from '#tests/support/look/View.ts'
import { visitorViews } from '#tests/support/look/visitorViews.ts'
import { expect, test } from '#tests/support/portalFixture.ts'
import { endPictures, type Failures, takeJourney, takePictures } from '../../pictures/takePictures.ts'

// The pictures of `npm run pictures -- --all` are of the pages that `look.spec.ts` opens; this is how a run ends.
test('behavior: a state without a picture is named and skipped, and fails the run of pictures at its end', async ({
  wallet,
  world,
}) => {
  const visit = { tab: wallet, world }
  const [menu, overview] = visitorViews
  if (!menu || !overview) throw new Error('There are no views.')
  const gone: View<typeof visit> = {
    name: 'a page that is gone',
    open: ({ tab }) => tab.getByRole('button', { name: 'Gone' }).click({ timeout: 100 }),
  }
  const taken: string[] = []
  const failures: Failures = []
  const shot = async (name: string) => {
    expect((await wallet.screenshot()).length).toBeGreaterThan(1_000)
    taken.push(name)
  }
  await takePictures([menu, gone, overview], visit, shot, failures)
  expect(() => endPictures([])).not.toThrow()
  await takeJourney(
    'a way that ends early',
    async (take) => {
      await take('its-first-step')
      throw new Error('There is no second step.')
    },
    shot,
    failures,
  )
  expect(taken).toEqual(['Menu', 'Overview-of-a-visitor', 'its-first-step', 'a-way-that-ends-early-failed'])
  expect(failures).toEqual([
    expect.stringMatching(/^a page that is gone: /),
    'a way that ends early, after its-first-step: There is no second step.',
  ])
  expect(() => endPictures(failures)).toThrow('Without a picture:\na page that is gone: ')
})
