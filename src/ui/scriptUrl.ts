type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): string }
}

/** The names in the policy of the page, see `build/headers.ts`. */
type ScriptPolicy = 'service-worker' | 'workbook'

const trusted = new Map<ScriptPolicy, string>()

/**
 * The URL of a worker as the page's policy lets it be used: Trusted Types take a script's URL only from a named policy,
 * and each of ours knows a single one.
 */
export function scriptUrl(policy: ScriptPolicy, url: string): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  const known = trusted.get(policy)
  if (known !== undefined) return known
  // A policy can be made once.
  const made = trustedTypes?.createPolicy(policy, { createScriptURL: () => url }).createScriptURL('') ?? url
  trusted.set(policy, made)
  return made
}
