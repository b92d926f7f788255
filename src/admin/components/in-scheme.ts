import type { Scheme } from '../../domain/theme/theme.ts'

/** The page in light or in dark, whatever the browser prefers. */
export function inScheme(html: string, scheme: Scheme): string {
  return html
    .replace(/\(prefers-color-scheme: ?dark\)/g, scheme === 'dark' ? 'all' : 'not all')
    .replace('</head>', `<style>:root{color-scheme:${scheme}}</style></head>`)
}
