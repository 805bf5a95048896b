import { createRequire } from 'node:module'

const platforms: Readonly<Record<string, string>> = {
  'linux-x64': '@foundry-rs/anvil-linux-amd64/bin/anvil',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64/bin/anvil',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64/bin/anvil',
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64/bin/anvil',
}

/**
 * Path of the anvil binary that npm installed for this machine. Skips npm's own launcher, which costs a Node
 * process and a tenth of a second. Throws with instructions if it is missing.
 */
export function anvilBinary(platform: string = process.platform, arch: string = process.arch): string {
  const name = platforms[`${platform}-${arch}`]
  if (name === undefined) {
    throw new Error(`There is no anvil for ${platform} on ${arch}; use Linux, macOS or WSL on Windows.`)
  }
  // The platform package is a dependency of the launcher's package, so it is resolved from there.
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  try {
    return createRequire(launcher).resolve(name)
  } catch {
    throw new Error(`${name} is missing: run "npm ci" without --omit=optional to install it.`)
  }
}
