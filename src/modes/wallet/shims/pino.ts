/**
 * Replaces `pino`, which WalletConnect's libraries use for logging. The version they are made for has known
 * vulnerabilities. In the fixed version a child's `bindings` is not a function in browsers, which broke every
 * connection. The portal shows errors in its dialogs, so nothing is logged.
 * Written for pino 10.0.0.
 */
type Bindings = Readonly<Record<string, unknown>>
type Log = (...words: readonly unknown[]) => void
type Logger = {
  level: string
  readonly child: (more: Bindings) => Logger
  readonly bindings: () => Bindings
} & Readonly<Record<Level, Log>>

const values = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const
type Level = keyof typeof values

/** The levels by name, as the libraries look them up. */
export const levels = { values }

function quiet(bindings: Bindings): Logger {
  const log: Log = () => {}
  return {
    level: 'silent',
    child: (more) => quiet({ ...bindings, ...more }),
    bindings: () => bindings,
    trace: log,
    debug: log,
    info: log,
    warn: log,
    error: log,
    fatal: log,
  }
}

function pino(): Logger {
  return quiet({})
}

// The libraries import the default export.
export { pino as default }
