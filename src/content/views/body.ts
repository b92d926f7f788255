import type { Element } from 'hast'
import { el } from '../../domain/body/hast.ts'
import { renderBody } from '../../domain/body/render.ts'
import type { RenderedBody } from '../../domain/body/render.ts'
import { pictureSources } from '../pictures.ts'
import type { Picture } from '../types.ts'

/** Room of a picture in the text column: 680 pixels, less on narrow screens. */
const TEXT_SIZES = '(min-width: 90rem) 680px, (min-width: 60rem) 47vw, (min-width: 40rem) 80vw, 92vw'

type Pictures = ReadonlyMap<string, Picture>

/** A picture of the text in the copies that exist; null: it stays the plain `img` of the original. */
function responsivePicture(picture: Picture | undefined, alt: string): Element | null {
  const sources = picture && pictureSources(picture)
  if (!picture || !sources) return null
  const img = el('img', [], {
    src: sources.src,
    srcSet: sources.webp,
    sizes: TEXT_SIZES,
    ...(picture.width && picture.height ? { width: picture.width, height: picture.height } : {}),
    alt,
    loading: 'lazy',
    decoding: 'async',
  })
  const avif = el('source', [], { type: 'image/avif', srcSet: sources.avif, sizes: TEXT_SIZES })
  return el('picture', [avif, img])
}

/** The body for a page of the site. */
export function pageBody(content: unknown, pictures: Pictures): RenderedBody {
  return renderBody(content, { imageMarkup: (src, alt) => responsivePicture(pictures.get(src), alt) })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The body as one piece of HTML for feed readers: plain pictures, and every address absolute. '' for no body. */
export function feedBody(content: unknown, pictures: Pictures, siteUrl: string): string {
  const copyOf = (src: string) => {
    const picture = pictures.get(src)
    return (picture && pictureSources(picture)?.src) ?? src
  }
  const figure = (src: string, alt: string, caption: string | null) =>
    `<figure><img src="${escapeHtml(copyOf(src))}" alt="${escapeHtml(alt)}">` +
    `${caption === null ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>`
  const body = renderBody(content, { imageMarkup: (src, alt) => el('img', [], { src: copyOf(src), alt }) })
  return absoluteAddresses(bodyHtml(body, figure), siteUrl)
}

function bodyHtml(
  body: RenderedBody,
  figure: (src: string, alt: string, caption: string | null) => string,
): string {
  if (body.kind === 'error') return ''
  if (body.kind === 'html') return body.html
  if (body.kind === 'interactive') {
    return body.choices
      .map(({ title, description, image, html }) => {
        const picture = image === null ? '' : figure(image, '', null)
        return `<h2>${escapeHtml(title)}</h2>${picture}<p>${escapeHtml(description)}</p>${html}`
      })
      .join('')
  }
  return body.sections
    .map((section) => {
      if (section.type === 'text') return section.html
      return section.items
        .map(({ type, src, alt, caption }) =>
          type === 'image'
            ? figure(src, alt, caption)
            : `<p><a href="${escapeHtml(src)}">${escapeHtml(caption ?? (alt || src))}</a></p>`,
        )
        .join('')
    })
    .join('')
}

function absoluteAddresses(html: string, siteUrl: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${siteUrl}/`)
}
