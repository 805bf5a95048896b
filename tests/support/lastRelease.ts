import { execFile } from 'node:child_process'
import { mkdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildPortal } from './buildPortal.ts'
import { type PortalBuild, portalBuild } from './portalBuild.ts'

const run = promisify(execFile)
const folder = path.resolve('.cache/last-release')

/** The tag of the last release before this commit. Before the first release: the last commit. */
async function lastRelease(): Promise<string> {
  const before = ['describe', '--tags', '--abbrev=0', '--match', 'v*']
  const found = await run('git', [...before, 'HEAD^']).catch(() => null)
  return found?.stdout.trim() ?? 'HEAD'
}

/** Builds the portal of the last release as the browser tests’ own is built, with today's packages. */
export async function buildLastRelease(): Promise<PortalBuild> {
  const sources = path.join(folder, 'sources')
  await rm(folder, { recursive: true, force: true })
  await mkdir(sources, { recursive: true })
  const archive = path.join(folder, 'sources.tar')
  await run('git', ['archive', '--output', archive, await lastRelease()])
  await run('tar', ['-xf', archive, '-C', sources])
  await symlink(path.resolve('node_modules'), path.join(sources, 'node_modules'))
  const build = { ...portalBuild, folder: `${path.join(folder, 'dist')}/` }
  await buildPortal(build, sources)
  return build
}
