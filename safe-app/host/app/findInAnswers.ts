import type { AppAnswers, AppFinding, Asked, FindingId, Lines, ServerAnswer } from './AppCheck.ts'
import { allowsFraming } from './allowsFraming.ts'
import { allowsFrames, allowsReading, manifestLines, servesManifest } from './findingFixes.ts'

const none: readonly Lines[] = []

/**
 * The reasons for which Safe{Wallet} would not add or show an app, from the answers of its server. The answers are
 * hostile input: nothing of them is trusted, and quotes from them are short.
 *
 * @param appUrl - the app as it was typed
 * @param hostOrigins - the origins of this host; the first one asked
 */
export function findInAnswers(
  appUrl: string,
  { manifest, page, icon }: AppAnswers,
  hostOrigins: readonly string[],
): readonly AppFinding[] {
  if ('failure' in page && 'failure' in manifest) {
    return [
      finding(
        'down',
        `The app does not answer at ${quote(appUrl)} (${quote(page.failure)}): start it, or correct the address.`,
      ),
    ]
  }
  return [
    ...('failure' in manifest ? [failed(manifest)] : manifestFindings(manifest, hostOrigins)),
    ...(icon === null ? [] : iconFindings(icon)),
    ...('failure' in page ? [failed(page)] : pageFindings(page, hostOrigins)),
  ]
}

function manifestFindings(answer: ServerAnswer, hostOrigins: readonly string[]): readonly AppFinding[] {
  const { pathname } = new URL(answer.url)
  const location = header(answer, 'location')[0]
  if (answer.status >= 300 && answer.status < 400) {
    return [
      finding(
        'redirect',
        `${pathname} redirects to ${quote(location ?? 'nowhere')}: Safe{Wallet} reads it from another origin, so serve the file itself at this address.`,
        servesManifest(pathname),
      ),
    ]
  }
  if (answer.status !== 200) {
    return [
      finding(
        'status',
        `${pathname} answers ${answer.status}, so Safe{Wallet} says “The app doesn’t support Safe App functionality”: add the file.`,
        servesManifest(pathname),
      ),
    ]
  }
  return [...corsFindings(answer, hostOrigins[0] ?? ''), ...contentFindings(answer)]
}

function corsFindings(answer: ServerAnswer, hostOrigin: string): readonly AppFinding[] {
  const { pathname } = new URL(answer.url)
  const allowed = header(answer, 'access-control-allow-origin')
  if (allowed.length === 1 && (allowed[0] === '*' || allowed[0] === hostOrigin)) return []
  const text =
    allowed.length === 0
      ? `${pathname} is sent without Access-Control-Allow-Origin, so the browser keeps it from Safe{Wallet}.`
      : `${pathname} is sent with Access-Control-Allow-Origin: ${quote(allowed.join(', '))}, which does not allow Safe{Wallet}: send exactly one *.`
  return [finding('cors', text, allowsReading(pathname))]
}

function contentFindings({ url, body, isCut }: ServerAnswer): readonly AppFinding[] {
  const { pathname } = new URL(url)
  const manifest = isCut ? null : parseObject(body)
  if (manifest === null) {
    const reason = isCut
      ? 'is larger than 1 MB'
      : /^\s*</.test(body)
        ? 'is a page, not JSON: the server answers a missing file with the app itself'
        : 'is not a JSON object'
    return [
      finding('json', `${pathname} ${reason}, so Safe{Wallet} refuses the app.`, servesManifest(pathname)),
    ]
  }
  const missing = ['name', 'description'].filter((name) => !isText(manifest[name]))
  const icons = Array.isArray(manifest.icons) && manifest.icons.length > 0
  if (!isText(manifest.iconPath) && !icons) missing.push('iconPath')
  const wrong = permissionsOf(manifest).filter((name) => /^allow-/.test(name))
  return [
    ...(missing.length === 0
      ? []
      : [
          finding(
            'fields',
            `${pathname} has no ${missing.join(', no ')}: Safe{Wallet} requires name, description and iconPath as texts.`,
            manifestLines(missing.map((name) => `"${name}": "${examples[name] ?? ''}",`).join('\n')),
          ),
        ]),
    ...(wrong.length === 0
      ? []
      : [
          finding(
            'permissions',
            `safe_apps_permissions asks for ${quote(wrong.join(', '))}: Safe{Wallet} grants browser features only, and never widens its sandbox.`,
            manifestLines('"safe_apps_permissions": ["clipboard-write"],'),
          ),
        ]),
  ]
}

const examples: Readonly<Record<string, string>> = {
  name: 'My app',
  description: 'It does one thing.',
  iconPath: 'logo.svg',
}

function iconFindings(icon: Asked): readonly AppFinding[] {
  if ('failure' in icon) return [failed(icon)]
  const type = header(icon, 'content-type')[0] ?? ''
  if (
    icon.status === 200 &&
    (type === '' || type.startsWith('image/') || type.startsWith('application/octet-stream'))
  )
    return []
  const reason = icon.status === 200 ? `is ${quote(type)}` : `answers ${icon.status}`
  return [
    finding(
      'icon',
      `The icon ${quote(icon.url)} ${reason}, so Safe{Wallet} shows none: put an image there.`,
      manifestLines('"iconPath": "logo.svg",'),
    ),
  ]
}

function pageFindings(page: ServerAnswer, hostOrigins: readonly string[]): readonly AppFinding[] {
  if (page.status >= 300 && page.status < 400) {
    const location = header(page, 'location')[0] ?? ''
    const target = URL.canParse(location, page.url) ? new URL(location, page.url).href : location
    return [
      finding(
        'page redirect',
        `The app redirects to ${quote(target)}: Safe{Wallet} answers only the origin of the address that was opened, so open the other one.`,
      ),
    ]
  }
  const found: AppFinding[] = []
  if (page.status !== 200)
    found.push(
      finding(
        'page status',
        `The app answers ${page.status} at ${quote(page.url)}, so its frame shows an error.`,
      ),
    )
  const policies = header(page, 'content-security-policy')
  const ancestors = [new URL('https://app.safe.global'), ...hostOrigins.map((origin) => new URL(origin))]
  const verdicts = ancestors.map(
    (ancestor) => [ancestor, allowsFraming(policies, ancestor, new URL(page.url))] as const,
  )
  const refused = verdicts.filter(([, verdict]) => verdict === false).map(([{ origin }]) => origin)
  if (refused.length > 0) {
    found.push(
      finding(
        'framing',
        `Content-Security-Policy of the app has frame-ancestors without ${refused.join(', ')}, so the browser shows nothing in the frame there.`,
        allowsFrames(hostOrigins),
      ),
    )
  }
  const [options] = header(page, 'x-frame-options')
  if (options !== undefined && verdicts.every(([, verdict]) => verdict === null)) {
    found.push(
      finding(
        'framing',
        `The app sends X-Frame-Options: ${quote(options)}, so the browser shows nothing in a frame of Safe{Wallet}: remove it, or send frame-ancestors, which wins.`,
        allowsFrames(hostOrigins),
      ),
    )
  }
  return found
}

function failed({ url, failure }: { url: string; failure: string }): AppFinding {
  return finding('down', `${quote(url)} could not be read: ${quote(failure)}.`)
}

function finding(id: FindingId, text: string, fixes: readonly Lines[] = none): AppFinding {
  return { id, text, fixes }
}

/** The values of a header, which may have come several times. */
function header({ headers }: ServerAnswer, name: string): readonly string[] {
  const value = headers[name]
  return value === undefined ? [] : typeof value === 'string' ? [value.trim()] : value
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    // A byte order mark is not JSON, but browsers take it away.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function permissionsOf({
  safe_apps_permissions: list,
}: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(list) ? list.filter(isText) : []
}

/** The app's own words, short and on one line. */
function quote(text: string): string {
  const line = [...text].map((character) => (character < ' ' ? ' ' : character)).join('')
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line
}

const LONGEST_QUOTE = 120
