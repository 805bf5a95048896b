import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Compared, compareDeployment, parseHashes } from './deployment.ts'
import { readHeadersFile } from './hosts.ts'

// Compares a deployment with the last build, file by file: `npm run verify -- https://your.site/`. The exit code is 1
// if anything differs.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The folder of the build. */
    build: { type: 'string', default: 'dist' },
    /** For hosts that send no headers: only the files count. */
    'no-headers': { type: 'boolean', default: false },
  },
})
const [address] = positionals
if (!address || !URL.canParse(address)) {
  console.error('Name the deployment: npm run verify -- https://your.site/')
  process.exit(2)
}

const sums = await readFile(`${values.build}-hosting/SHA256SUMS`, 'utf8').catch(() => null)
if (sums === null) {
  console.error(
    `There is no build in ${values.build}/ to compare with: npm run build, from the sources of the release.`,
  )
  process.exit(2)
}
const rules = values['no-headers'] ? [] : readHeadersFile(await readFile(`${values.build}/_headers`, 'utf8'))
const results = await compareDeployment(new URL(address).href, parseHashes(sums), rules)
const isFine = ({ content, headers }: Compared) => content === 'same' && headers.length === 0
for (const { file, content, headers } of results.filter((one) => !isFine(one))) {
  console.log(
    `${content.padEnd(9)}${file}${headers.length > 0 ? `  other headers: ${headers.join(', ')}` : ''}`,
  )
}
const wrong = results.filter((one) => !isFine(one)).length
console.log(
  `${results.length - wrong} of ${results.length} files as built${wrong > 0 ? `, ${wrong} not` : ''}`,
)
process.exitCode = wrong > 0 ? 1 : 0
