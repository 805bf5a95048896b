import { register } from 'node:module'

// Only a build fills `src/env.ts`, so the figures use the configuration of the unit tests.
const env = new URL('../support/unitEnv.ts', import.meta.url).href
const hook = `export const resolve = (name, context, next) =>
  name === '#env.ts' ? { url: ${JSON.stringify(env)}, format: 'module', shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
