import type { Asset, Assets } from '../../host/buildHost.ts'
import { readPackageFile } from './files.ts'

/** The host page from the package's own file. */
export async function buildHost(): Promise<Assets> {
  return new Map(JSON.parse(readPackageFile('host.json')) as [string, Asset][])
}
