import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take ten seconds or more, the longest first. In a new clone Vitest starts the largest files first, and
 * these are small: they began last and ran on alone while the other workers had nothing left.
 */
const slowest = [
  'tests/integration/published.test.ts',
  'tests/integration/rig/endpointMatrix.test.ts',
  'tests/integration/start.test.ts',
  'tests/integration/release.test.ts',
  'tests/integration/localSafe/world.test.ts',
  'tests/integration/account.test.ts',
  'tests/integration/localSafe/versions.test.ts',
  'src/pages/pay/list/DraftEditor.test.tsx',
  'src/pages/pay/PayPage.test.tsx',
  'src/pages/overview/AccountOverview.test.tsx',
  'src/domain/payout/payOnce.test.ts',
  'src/chain/rpc/Endpoint.test.ts',
  'src/domain/backup/backupFile.test.ts',
  'src/domain/draft/import/fuzzedFiles.test.ts',
]

/**
 * The projects in their order: a worker ends when the next file is of another one, and with it go its modules and its
 * rig. The last files are the shortest.
 */
const projects = ['integration', 'component', 'unit']

/** Runs one project after another, the slowest files of each first, and leaves the order of the others to Vitest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at === -1 ? slowest.length : at
    }
    const turn = ({ project }: TestSpecification) => projects.indexOf(project.name)
    return (await super.sort(files)).sort(
      (one, other) => turn(one) - turn(other) || place(one) - place(other),
    )
  }
}
