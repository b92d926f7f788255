/** What a preview has that the page does not have when it is published. */
interface PreviewBar {
  /** What it is called: 'Preview'. */
  name: string
  /** What readers are told. */
  notice: string
  /** The pages of the preview. */
  links: readonly { label: string; href: string; isCurrent: boolean }[]
}

const ROBOTS = /<meta name="robots" content="[^"]*">/
/** The first thing in the body: the bar comes after it. */
const SKIP_LINK = /<a class="skip[^>]*>[^<]*<\/a>/
const NO_ROBOTS = '<meta name="robots" content="noindex, nofollow">'

/** In colours of its own, so that it looks the same beside the colours of any story. */
const STYLES = `.preview-bar{position:fixed;inset:auto 0 0;z-index:4;display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;padding:10px max(20px,env(safe-area-inset-left));background:#191420;color:#f4f7f8;box-shadow:0 -1px rgb(255 255 255 / 25%);font:500 .90625rem/1.5 var(--font-sans)}
.preview-bar p{flex:1 1 24em;margin:0}
.preview-bar ul{display:flex;flex-wrap:wrap;gap:0 8px;margin:0 -8px;padding:0;list-style:none}
.preview-bar a{display:inline-block;padding:8px;color:inherit;text-decoration:none;text-underline-offset:4px}
.preview-bar a:is(:hover,[aria-current]){text-decoration:underline}
.preview-bar a:focus-visible{outline:2px solid #a9c0ee;outline-offset:-2px}
body{padding-block-end:120px}
@media(min-width:64rem){body{padding-block-end:60px}}
@media print{.preview-bar{position:static;padding:0;background:none;color:#000}.preview-bar ul{display:none}body{padding:0}}`

/** A page of the site as a preview: search engines are told to leave it alone, and a bar says what it is. */
export function withPreviewBar(html: string, bar: PreviewBar): string {
  return html.replace(ROBOTS, NO_ROBOTS).replace(SKIP_LINK, (link) => link + previewBarHtml(bar))
}

export function previewBarHtml({ name, notice, links }: PreviewBar): string {
  const items = links.map(
    ({ label, href, isCurrent }) =>
      `<li><a href="${escapeHtml(href)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
  )
  const list = items.length === 0 ? '' : `<ul>${items.join('')}</ul>`
  return `<aside class="preview-bar" aria-label="${escapeHtml(name)}"><style>${STYLES}</style><p><b>${escapeHtml(name)}.</b> ${escapeHtml(notice)}</p>${list}</aside>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
