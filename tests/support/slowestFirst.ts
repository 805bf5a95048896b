import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take ten seconds or more, the longest first. In a new clone Vitest starts the largest files first, and
 * these are small: they began last and ran on alone while the other workers had nothing left.
 */
const slowest = [
  'tests/integration/published.test.ts',
  'tests/integration/rig/endpointMatrix.test.ts',
  'tests/integration/start.test.ts',
  'src/safe/proposal/reportedMutations.test.ts',
  'src/domain/draft/import/fuzzedFiles.test.ts',
  'src/pages/overview/AccountOverview.test.tsx',
  'src/ui/qr/QrCode.test.tsx',
]

/** Starts the slowest files first and leaves the order of the others to Vitest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at === -1 ? slowest.length : at
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
