import { readPackageFile } from './files.ts'

/** The test wallet's script from the package's own file. */
export async function bundleSandboxWallet(): Promise<string> {
  return readPackageFile('wallet.js')
}
