import { type PreviewPage, previewPath } from '../../domain/preview.ts'

export interface PreviewBar {
  token: string
  /** What readers are told. */
  notice: string
  /** The page that is shown. */
  page: PreviewPage
  /** The name of the section that shows the story; null: there is none. */
  section: string | null
  /** The path of the story, which leads back to its preview. */
  storyPath: string
}

const ROBOTS = /<meta name="robots" content="[^"]*">/
const NO_ROBOTS = '<meta name="robots" content="noindex, nofollow">'

/** In colours of its own, so that it looks the same beside those of a story. */
const STYLES = `.preview-bar{position:fixed;inset:auto 0 0;z-index:4;display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;padding:10px max(20px,env(safe-area-inset-left));background:#191420;color:#f4f7f8;font:500 .90625rem/1.5 var(--font-sans)}
.preview-bar p{flex:1 1 24em;margin:0}
.preview-bar ul{display:flex;flex-wrap:wrap;gap:0 8px;margin:0;padding:0;list-style:none}
.preview-bar a{display:inline-block;padding:8px;color:inherit;text-underline-offset:4px}
.preview-bar a:not([aria-current]){text-decoration:none}
.preview-bar a:hover,.preview-bar a[aria-current]{text-decoration:underline}
.preview-bar a:focus-visible{outline:2px solid #a9c0ee;outline-offset:-2px}
body{padding-block-end:112px}
@media(min-width:64rem){body{padding-block-end:60px}}
@media print{.preview-bar{position:static;color:#000;background:none}.preview-bar ul{display:none}body{padding:0}}`

/**
 * A page of the site as a preview: search engines are told to leave it alone, and a bar says what it is. On other pages than
 * its own, links to the story lead to its preview, since nothing is at its address yet.
 */
export function withPreviewBar(html: string, bar: PreviewBar): string {
  const own = html.replace(ROBOTS, NO_ROBOTS)
  const linked =
    bar.page === 'story' ? own : own.replaceAll(`href="${bar.storyPath}"`, `href="${previewPath(bar.token)}"`)
  return linked.replace(/<body[^>]*>/, (body) => body + barHtml(bar))
}

function barHtml({ token, notice, page, section }: PreviewBar): string {
  const pages: [PreviewPage, string][] = [
    ['story', 'Story'],
    ['home', 'Home'],
    ...(section === null ? [] : [['section', section] satisfies [PreviewPage, string]]),
  ]
  const links = pages.map(
    ([name, label]) =>
      `<li><a href="${escapeHtml(previewPath(token, name))}"${name === page ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
  )
  return `<aside class="preview-bar" aria-label="Preview"><style>${STYLES}</style><p><b>Preview.</b> ${escapeHtml(notice)}</p><ul>${links.join('')}</ul></aside>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
