/** Response headers of the addresses that match `path`, where `*` at the end matches any rest. */
export interface HeaderRule {
  path: string
  headers: Readonly<Record<string, string>>
}

/** `cache-control` of everything that no rule says otherwise about. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
/** Others may not frame the pages, and so lead a reader's press to something else. */
const OWN_FRAMES = { 'content-security-policy': "frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' }
/** Nobody may frame the screens on which people sign in or change something. */
const NOT_FRAMED = { 'content-security-policy': "frame-ancestors 'none'", 'x-frame-options': 'DENY' }

/**
 * The response headers of the site. Hosts and the static server read them from the file _headers. The content security
 * policy is in the pages themselves (content-security-policy.ts), since it differs from page to page.
 */
export function headerRules(siteUrl: string): readonly HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'cross-origin-opener-policy': 'same-origin',
        ...OWN_FRAMES,
        ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
      },
    },
    ...['/admin', '/admin/*', '/admin.html', '/auth', '/auth.html'].map((path) => ({
      path,
      headers: NOT_FRAMED,
    })),
    { path: '/_astro/*', headers: IMMUTABLE },
    { path: '/_images/*', headers: IMMUTABLE },
  ]
}

/** The rules as a file _headers, the form that Cloudflare Pages and Netlify read. */
export function formatHeaderRules(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ path, headers }) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n'),
    )
    .join('\n')
}

/** The rules in a file _headers. Lines that are no rule are left out. */
export function parseHeaderRules(text: string): HeaderRule[] {
  const rules: { path: string; headers: Record<string, string> }[] = []
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s+([\w-]+):\s*(.+)$/.exec(line) ?? []
    const rule = rules.at(-1)
    if (line.startsWith('/')) rules.push({ path: line.trim(), headers: {} })
    else if (rule && name !== undefined && value !== undefined) rule.headers[name.toLowerCase()] = value
  }
  return rules
}

/** The headers of one address, from every rule that matches it. */
export function headersOf(rules: readonly HeaderRule[], pathname: string): Record<string, string> {
  const matching = rules.filter(({ path }) =>
    path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path,
  )
  return Object.assign({}, ...matching.map(({ headers }) => headers)) as Record<string, string>
}
