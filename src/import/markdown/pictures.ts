import { isObject, objects } from '../../domain/body/json.ts'
import { Fields, textOf } from './fields.ts'

/** The opening picture of a text, as its front matter names it. */
interface NamedPicture {
  src: string
  alt: string
  caption: string
}

/** Fields for the opening picture, the ones for nothing else first. */
const NAMES =
  'heroImage hero coverImage cover featuredImage featured_image featureImage feature_image featuredImg featuredimg image images banner header headerImage header_image thumbnail thumb splash img teaser ogImage og_image socialImage photo picture'.split(
    ' ',
  )

/** The opening picture that front matter names; null: none. */
export function openingPicture(fields: Fields): NamedPicture | null {
  for (const name of NAMES) {
    const value = fields.value(name)
    const src = addressIn(Array.isArray(value) ? value[0] : value)
    if (src === '') continue
    const inside = new Fields(...objects(Array.isArray(value) ? value : [value]).slice(0, 1))
    return {
      src,
      alt:
        inside.text('alt', 'altText', 'imageAlt', 'image_description', 'description') ||
        fields.text(`${name}Alt`, 'imageAlt', 'heroImageAlt', 'coverAlt', 'altText', 'alt'),
      caption:
        inside.text('caption', 'credit', 'imageCaption') ||
        fields.text(`${name}Caption`, 'imageCaption', 'heroImageCaption', 'coverCaption', 'caption'),
    }
  }
  return ofResources(fields)
}

/** The address that a field holds: a text, or one of the fields of an object. */
function addressIn(value: unknown): string {
  if (!isObject(value)) {
    const text = textOf(value)
    return /[./]/.test(text) ? text : ''
  }
  const fields = new Fields(value)
  const named = fields.text(
    'src',
    'image',
    'path',
    'url',
    'file',
    'image_path',
    'overlay_image',
    'teaser',
    'feature',
  )
  return named || addressIn(fields.value('src', 'image', 'file') ?? '')
}

/** Hugo names the picture of a bundle among its files. */
function ofResources(fields: Fields): NamedPicture | null {
  for (const resource of objects(fields.value('resources'))) {
    const facts = new Fields(resource)
    const [src, name] = [facts.text('src'), facts.text('name')]
    if (
      src === '' ||
      /[*?]/.test(src) ||
      !/^(?:featured|feature|cover|header|thumbnail|banner|hero)/i.test(name)
    )
      continue
    return { src, alt: facts.text('alt'), caption: facts.text('title', 'caption') }
  }
  return null
}

/** The file of a bundle that themes of Hugo open a text with. */
export function bundlePicture(paths: readonly string[], bundle: string): string | null {
  const pattern =
    /^(?:featured|feature|cover|thumbnail|header|banner|hero)[^/]*\.(?:jpe?g|png|webp|avif|gif)$/i
  const start = `${bundle}/`
  return paths.find((path) => path.startsWith(start) && pattern.test(path.slice(start.length))) ?? null
}
