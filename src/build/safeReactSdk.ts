import type { Plugin } from 'vite'

/**
 * safe-apps-react-sdk ships CommonJS only, and its `require` would load the CommonJS build of safe-apps-sdk,
 * which includes all of viem (+176 kB gzip). The package stays as published; only its module format is
 * changed here.
 */
export function safeReactSdkAsModule(): Plugin {
  return {
    name: 'safe-react-sdk-as-module',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/safe-apps-react-sdk\/dist\/index\.js$/.test(id)) return null
      return { code: toModule(code), map: null }
    },
  }
}

/**
 * Wraps one CommonJS file: each `require("x")` becomes an import, and the two named exports are re-exported.
 */
export function toModule(code: string): string {
  const required = [...new Set([...code.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1]))]
  if (required.length === 0)
    throw new Error('safe-apps-react-sdk is not the CommonJS file that was expected.')
  const imports = required.map((name, index) => `import * as required${index} from ${JSON.stringify(name)};`)
  const table = required.map((name, index) => `${JSON.stringify(name)}: required${index}`)
  return `${imports.join('\n')}
const table = { ${table.join(', ')} };
const require = (name) => ({ ...table[name], __esModule: true });
const exports = {};
(function () {
${code}
})();
export const SafeProvider = exports.SafeProvider;
export const useSafeAppsSDK = exports.useSafeAppsSDK;
`
}
