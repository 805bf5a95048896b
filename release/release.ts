import { spawn } from 'node:child_process'
import path from 'node:path'
import { makeRelease } from './makeRelease.ts'
import { ReleaseRefused } from './ReleaseRefused.ts'

// `npm run release` makes the files of a release and says how to publish them. It publishes nothing.

try {
  const { version, folder, files } = await makeRelease(process.cwd(), path.resolve('dist-release'), {
    install: (clone) => npm(clone, 'ci'),
    test: (clone) => npm(clone, 'test'),
  })
  const here = path.relative('', folder)
  const names = [...files.map(({ name }) => name), 'SHA256SUMS'].map((name) => `${here}/${name}`)
  for (const { name, bytes, sha256 } of files)
    console.log(`${sha256}  ${name}  ${bytes.toLocaleString('en')} bytes`)
  console.log(`
Version ${version} is in ${here}/. To publish it:

git tag --sign v${version} --message "Version ${version}"
git push origin v${version}

The tag makes the same files on the repository's host and publishes them (.github/workflows/release.yml). Without it:

gh release create v${version} --verify-tag --notes-file ${here}/NOTES.md ${names.join(' ')}`)
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  console.error(`Not released. ${error.message}`)
  process.exit(1)
}

/** @throws {ReleaseRefused} if it ends with an error */
async function npm(clone: string, command: 'ci' | 'test'): Promise<void> {
  const code = await new Promise((resolve) => {
    spawn('npm', [command], { cwd: clone, stdio: 'inherit' })
      .on('error', () => resolve('no npm'))
      .on('exit', resolve)
  })
  if (code !== 0) throw new ReleaseRefused(`“npm ${command}” failed in a clean clone.`)
}
