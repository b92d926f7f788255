/**
 * SVG drawings that staff choose: parsed, compared with a list of what is drawn, and written anew in one form. Nothing of a
 * file reaches a page but the elements and attributes named here, with values of plain signs.
 */

/** The longest file that is read, and the longest drawing, in characters: pages have it in their HTML. */
const MAX_SVG_FILE = 200_000
const MAX_SVG = 16_000
/** How many elements a drawing draws, with those drawn again by references. */
const MAX_DRAWN = 4_000
const MAX_DEPTH = 40

/** The database has these lists, too (private.is_clean_svg); tests/db/media/branding.test.ts compares what both take. */
const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use']
const ELEMENTS = new Set([
  ...SHAPES,
  ...['g', 'defs', 'symbol', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop'],
])
const ATTRIBUTES = new Set(
  `id d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height transform viewBox offset
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits
  fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset stroke-opacity stop-color stop-opacity opacity color display visibility clip-path clip-rule mask
  mask-type`.split(/\s+/),
)
/** Left out with what they have in them: they draw nothing. */
const LEFT_OUT = new Set(['title', 'desc', 'metadata', 'style'])
const SHAPE = new RegExp(`<(?:${SHAPES.join('|')})\\b[^>]*`, 'g')
const REFERRING = new Set(['use', 'linearGradient', 'radialGradient'])

/** What to do about an element that is not drawn. */
const ADVICE: Readonly<Record<string, string>> = {
  text: 'letters are drawn as outlines only: convert the text to paths',
  image: 'pictures inside of a drawing are not shown: upload the picture itself',
  script: 'scripts are not taken',
  svg: 'one drawing inside of another is not shown',
}

/** The form of a value: no sign with which it could leave its attribute or name another file. */
const PLAIN = /^[\w .,;#%()+-]*$/
const ID = /^[\w:.-]+$/

export interface Svg {
  /** In the form of this file: `<svg viewBox="…">…</svg>` without a namespace. */
  svg: string
  /** Of its view box. */
  width: number
  height: number
}

/** Why a file is not taken, as a sentence. */
class Refusal extends Error {}

interface Element {
  name: string
  attributes: Map<string, string>
  children: Element[]
  text: string
}

/** A drawing in the form that pages show; or, where it cannot be shown, why. Cleaning a clean one changes nothing. */
export function cleanSvg(file: string): Svg | { problem: string } {
  try {
    if (file.length > MAX_SVG_FILE) throw new Refusal(`The file is longer than ${MAX_SVG_FILE / 1000} KB.`)
    return clean(parse(file.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message }
    throw error
  }
}

const TOKEN =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[(?<data>[^]*?)\]\]>|<!DOCTYPE[^>[]*>|<\/(?<end>[\w:.-]+)\s*>|<(?<start>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/iy
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function parse(file: string): Element {
  const document = element('', '')
  const open = [document]
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < file.length) {
    const at = TOKEN.lastIndex
    const parent = open.at(-1) as Element
    const found = TOKEN.exec(file)?.groups
    if (found === undefined) throw unreadable(file, at)
    const { data = '', text = '', start, end, attributes = '', empty } = found
    parent.text += data + text
    if (end !== undefined) {
      if (open.length === 1 || parent.name !== end) throw unreadable(file, at)
      open.pop()
    }
    if (start === undefined) continue
    const child = element(start, attributes)
    parent.children.push(child)
    if (empty === '') open.push(child)
    if (open.length > MAX_DEPTH) throw new Refusal(`Its elements are nested more than ${MAX_DEPTH} deep.`)
  }
  const [root, ...others] = document.children
  if (root === undefined) throw new Refusal('This is not an SVG file.')
  if (plainName(root.name) !== 'svg')
    throw new Refusal(`This is not an SVG file: it begins with the element “${root.name}”.`)
  if (open.length > 1 || others.length > 0) throw new Refusal('The file is not whole: an element has no end.')
  return root
}

function unreadable(file: string, at: number): Refusal {
  const near = file.slice(at, at + 30).replace(/\s+/g, ' ')
  if (/^<!DOCTYPE/i.test(near)) return new Refusal('It declares entities of its own, which are not read.')
  return new Refusal(`The file is no well-formed SVG near “${near}”.`)
}

function element(name: string, attributes: string): Element {
  const entries = Array.from(attributes.matchAll(ATTRIBUTE), ([, key = '', double, single = '']) => {
    return [key, double ?? single] as const
  })
  return { name, attributes: new Map(entries), children: [], text: '' }
}

/** The name without the prefix `svg:`. */
const plainName = (name: string) => name.replace(/^svg:/, '')

function clean(root: Element): Svg {
  const [x, y, width, height] = viewBoxOf(root)
  const classes = classRules(root)
  const drawn = cleanElement(root, classes, true)
  drawn.attributes.delete('id')
  for (const name of ['x', 'y', 'width', 'height', 'viewBox']) drawn.attributes.delete(name)
  drawn.attributes = new Map([['viewBox', [x, y, width, height].join(' ')], ...drawn.attributes])
  const all = withChildren(drawn)
  if (!all.some(({ name }) => SHAPES.includes(name))) throw new Refusal('It draws nothing.')
  renameIds(all)
  countDrawn(drawn, all)
  const svg = write(drawn)
  if (svg.length > MAX_SVG) {
    const size = (length: number) => Math.ceil(length / 1000)
    throw new Refusal(
      `Cleaned, it has ${size(svg.length)} KB; pages take ${size(MAX_SVG)} KB at most. Simplify its paths, or choose a picture.`,
    )
  }
  return { svg, width, height }
}

function viewBoxOf({ attributes }: Element): [x: number, y: number, width: number, height: number] {
  const numbers = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const own = ['width', 'height'].map((name) => parseFloat(attributes.get(name) ?? ''))
  const [x = 0, y = 0, width = 0, height = 0] = numbers.length === 4 ? numbers : [0, 0, ...own]
  const isBox = [x, y, width, height].every((n) => Number.isFinite(n) && Math.abs(n) < 1e6)
  if (!isBox || width < 1e-3 || height < 1e-3) throw new Refusal('It says no size: it needs a viewBox.')
  if (width > 20 * height || height > 2 * width) {
    throw new Refusal('It is too long and thin: at most 20 times as wide as high, or twice as high as wide.')
  }
  return [x, y, width, height]
}

/** The declarations of its style sheets by class: drawing programs write colours there. */
function classRules(root: Element): Map<string, [string, string][]> {
  const rules = new Map<string, [string, string][]>()
  for (const { name, text } of withChildren(root)) {
    if (plainName(name) !== 'style') continue
    const sheet = text.replace(/\/\*[^]*?\*\//g, '').replace(/<!--|-->/g, '')
    for (const rule of sheet.split('}').map((part) => part.trim())) {
      if (rule === '') continue
      const [selectors = '', declarations = ''] = rule.split('{').map((part) => part.trim())
      for (const selector of selectors.split(',').map((part) => part.trim())) {
        const [, className] = /^\.([\w-]+)$/.exec(selector) ?? []
        if (className === undefined) {
          throw new Refusal(
            `Its style sheet has “${clip(selector)}”, and only classes are read. Export it with attributes in place of styles.`,
          )
        }
        rules.set(className, [...(rules.get(className) ?? []), ...declarationsOf(declarations)])
      }
    }
  }
  return rules
}

function declarationsOf(style: string): [string, string][] {
  return style.split(';').flatMap((part): [string, string][] => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*([^]*?)\s*$/.exec(part) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
}

function cleanElement(given: Element, classes: ReturnType<typeof classRules>, isRoot: boolean): Element {
  const name = plainName(given.name)
  if (!isRoot && !ELEMENTS.has(name)) {
    throw new Refusal(
      `It has the element “${name}”, which is not drawn here${ADVICE[name] === undefined ? '' : `: ${ADVICE[name]}`}.`,
    )
  }
  const classNames = (given.attributes.get('class') ?? '').split(/\s+/)
  const declared = [
    ...given.attributes,
    ...classNames.flatMap((one) => classes.get(one) ?? []),
    ...declarationsOf(given.attributes.get('style') ?? ''),
  ]
  const attributes = new Map<string, string>()
  for (const [key, value] of declared) {
    const attribute = key === 'xlink:href' ? 'href' : key
    if (/^on/i.test(attribute)) throw new Refusal(`Its attribute “${attribute}” runs a script.`)
    if (attribute === 'href' ? REFERRING.has(name) : ATTRIBUTES.has(attribute)) {
      attributes.set(attribute, cleanValue(attribute, value))
    }
  }
  const children = given.children
    .filter((child) => !LEFT_OUT.has(plainName(child.name)) && !plainName(child.name).includes(':'))
    .map((child) => cleanElement(child, classes, false))
  return { name, attributes, children, text: '' }
}

function cleanValue(name: string, value: string): string {
  const plain = value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/url\(\s*(["']?)#([\w:.-]+)\1\s*\)/g, 'url(#$2)')
  if (name === 'id' || name === 'href') {
    if (name === 'href' && !plain.startsWith('#')) {
      throw new Refusal(`It refers to “${clip(plain)}”, outside of the file.`)
    }
    if (ID.test(plain.replace(/^#/, ''))) return plain
  } else {
    // References to parts of the file are looked at where they are renamed.
    const rest = plain.replace(/url\(#[\w:.-]+\)/g, '')
    if (/url\(/i.test(rest)) throw new Refusal(`It refers to “${clip(plain)}”, outside of the file.`)
    if (PLAIN.test(rest)) return plain
  }
  throw new Refusal(`Its attribute “${name}” has the value “${clip(plain)}”, which is not read.`)
}

const clip = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const REFERENCE = /(?<=^|url\()#([\w:.-]+)/g

/** What an element refers to, by id. */
function referencesOf({ attributes }: Element): string[] {
  return [...attributes].flatMap(([name, value]) =>
    name === 'href' || value.includes('url(#')
      ? Array.from(value.matchAll(REFERENCE), ([, id = '']) => id)
      : [],
  )
}

/** Ids become s0, s1 … in the order of their elements; an id without a reference goes. */
function renameIds(all: readonly Element[]): void {
  const used = new Set(all.flatMap(referencesOf))
  const names = new Map<string, string>()
  for (const { attributes } of all) {
    const id = attributes.get('id')
    if (id === undefined) continue
    if (used.has(id) && !names.has(id)) attributes.set('id', names.set(id, `s${names.size}`).get(id) ?? '')
    else attributes.delete('id')
  }
  for (const one of all) {
    for (const [name, value] of one.attributes) {
      if (name !== 'href' && !value.includes('url(#')) continue
      const missing = referencesOf({ ...one, attributes: new Map([[name, value]]) }).find(
        (id) => !names.has(id),
      )
      if (missing === undefined)
        one.attributes.set(
          name,
          value.replace(REFERENCE, (_, id: string) => `#${names.get(id)}`),
        )
      // What it refers to is not there: as if it referred to nothing.
      else one.attributes.delete(name)
    }
  }
}

/** References may repeat each other: a few lines could draw millions of elements. */
function countDrawn(root: Element, all: readonly Element[]): void {
  const byId = new Map(all.map((one) => [one.attributes.get('id'), one]))
  const counts = new Map<Element, number>()
  const count = (one: Element, above: readonly Element[]): number => {
    if (above.includes(one)) throw new Refusal('A part of it refers to itself.')
    const known = counts.get(one)
    if (known !== undefined) return known
    const next = [...above, one]
    const referred = referencesOf(one).flatMap((id) => byId.get(id) ?? [])
    const sum = [...one.children, ...referred].reduce((total, other) => total + count(other, next), 1)
    counts.set(one, sum)
    return sum
  }
  if (count(root, []) > MAX_DRAWN) throw new Refusal(`It draws more than ${MAX_DRAWN} elements.`)
}

const withChildren = (one: Element): Element[] => [one, ...one.children.flatMap(withChildren)]

function write({ name, attributes, children }: Element): string {
  const start = `<${name}${Array.from(attributes, ([key, value]) => ` ${key}="${value}"`).join('')}`
  return children.length === 0 && name !== 'svg'
    ? `${start}/>`
    : `${start}>${children.map(write).join('')}</${name}>`
}

/** A clean drawing in black alone, in white alone or in one grey gets the colour of the text around it. */
export function inTextColour(svg: string): string {
  const paint = / (fill|stroke|stop-color)="([^"]*)"/g
  const paints = Array.from(svg.matchAll(paint), ([, , value = '']) => value.toLowerCase())
  const colours = new Set(paints.filter((value) => value !== 'none').map(asHex))
  const isFilled = /<(?:svg|g)[^>]* fill="/.test(svg)
  // Shapes that say no colour are black.
  if (!isFilled && (svg.match(SHAPE) ?? []).some((shape) => !/ fill="/.test(shape))) colours.add('#000000')
  const [colour = ''] = colours
  // In a mask, colours say what is seen.
  if (colours.size !== 1 || !isGrey(colour) || svg.includes('<mask')) return svg
  const painted = svg.replace(paint, (whole, name: string, value: string) =>
    value === 'none' ? whole : ` ${name}="currentColor"`,
  )
  return isFilled ? painted : painted.replace(/^<svg viewBox="[^"]*"/, '$& fill="currentColor"')
}

/** Whether a colour as #rrggbb is next to none: the black of printers is #231f20. */
function isGrey(colour: string): boolean {
  const parts = (colour.match(/^#(..)(..)(..)$/) ?? []).slice(1).map((part) => parseInt(part, 16))
  return parts.length === 3 && Math.max(...parts) - Math.min(...parts) <= 8
}

/** A colour as #rrggbb, where it is one of three digits, black or white; any other text as it is. */
function asHex(colour: string): string {
  if (colour === 'black') return '#000000'
  if (colour === 'white') return '#ffffff'
  return /^#[0-9a-f]{3}$/.test(colour) ? colour.replace(/[0-9a-f]/g, '$&$&') : colour
}

/** A clean drawing as a file of its own. */
export function svgFile(svg: string): string {
  return svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}

/** How a drawing is painted that says nothing of it. Pages paint their icons in another way, which it does not take. */
const PAINT = {
  fill: '#000',
  stroke: 'none',
  'stroke-width': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
}

/** A clean drawing in a page that may have others: its ids begin with `prefix`, its element has these attributes, too. */
export function inPage(
  svg: string,
  prefix: string,
  attributes: Record<string, string | number | true>,
): string {
  const [root = ''] = /^<svg[^>]*>/.exec(svg) ?? []
  const paint = Object.entries(PAINT).map(([name, standard]) => {
    const [, own = standard] = new RegExp(` ${name}="([^"]*)"`).exec(root) ?? []
    return `${name}:${own}`
  })
  const added = Object.entries({ ...attributes, style: paint.join(';') })
  return svg
    .replace('<svg', `<svg${added.map(([name, value]) => ` ${name}="${value}"`).join('')}`)
    .replace(/( id="|href="#|url\(#)(?=s\d)/g, `$1${prefix}`)
}
