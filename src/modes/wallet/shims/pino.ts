/**
 * Stands in for `pino`, with which WalletConnect's libraries log. The version that they are made for has known holes; in
 * the one that mends them `bindings` of a child is no function any more in browsers, and every connection ended there. The
 * portal shows what goes wrong in its dialogs, so nothing is written at all.
 *
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

/** The levels by their names, as the libraries look them up. */
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

// The libraries ask for the default export.
export { pino as default }
