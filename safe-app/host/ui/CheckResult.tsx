import { useState } from 'react'
import type { AppFinding } from '../app/AppCheck.ts'
import { askCheck } from '../app/askCheck.ts'
import { CopyButton } from './CopyButton.tsx'

/** The state of a check: not asked for, asked, done, or failed with a text. */
type Result =
  | { readonly kind: 'none' | 'asked' }
  | { readonly kind: 'done'; readonly findings: readonly AppFinding[] }
  | { readonly kind: 'failed'; readonly reason: string }

/** Checks an app when it is asked to; only the last question is answered. */
export function useAppCheck() {
  const [{ result }, set] = useState<{ asked: string; result: Result }>({
    asked: '',
    result: { kind: 'none' },
  })
  async function ask(url: string): Promise<void> {
    const settle = (next: Result) =>
      set((last) =>
        last.asked === url && last.result.kind === 'asked' ? { asked: url, result: next } : last,
      )
    set({ asked: url, result: { kind: 'asked' } })
    try {
      settle({ kind: 'done', findings: await askCheck(url) })
    } catch (error) {
      settle({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return { result, ask, forget: () => set({ asked: '', result: { kind: 'none' } }) }
}

/** The findings of a check, each with the lines that correct it. */
export function CheckResult({ result }: { result: Result }) {
  switch (result.kind) {
    case 'none':
      return null
    case 'asked':
      return <p role="status">Asking the app’s server…</p>
    case 'failed':
      return <p role="alert">The check failed: {result.reason}</p>
    case 'done':
      if (result.findings.length === 0)
        return <p role="status">Manifest, icon and headers are as Safe{'{Wallet}'} needs them.</p>
      return (
        <ul className="findings" aria-label="Manifest and headers">
          {result.findings.map((finding) => (
            <li key={`${finding.id} ${finding.text}`}>
              <p>{finding.text}</p>
              {finding.fixes.length > 0 && <Fixes finding={finding} />}
            </li>
          ))}
        </ul>
      )
  }
}

function Fixes({ finding }: { finding: AppFinding }) {
  return (
    <details>
      <summary>Lines to add</summary>
      {finding.fixes.map(({ where, lines }) => (
        <div key={where} className="fix">
          <small>{where}</small>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <pre className="data" tabIndex={0}>
            {lines}
          </pre>
          <CopyButton label={`Copy for ${where.split(' (')[0]}`} text={() => lines} />
        </div>
      ))}
    </details>
  )
}
