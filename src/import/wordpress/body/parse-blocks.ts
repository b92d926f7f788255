/** A block of WordPress' editor. */
export interface Block {
  /** 'paragraph', 'jetpack/slideshow'; null for the text between blocks. */
  name: string | null
  attributes: Readonly<Record<string, unknown>>
  /** Its HTML, with the blocks within it in their places. */
  parts: (string | Block)[]
}

/** Blocks in deeper ones are read as a part of those. */
const MAX_DEPTH = 60

/** A comment that begins or ends a block, or is one of its own. */
interface Delimiter {
  kind: 'opening' | 'closing' | 'whole'
  name: string
  attributes: Readonly<Record<string, unknown>>
}

export function hasBlocks(source: string): boolean {
  return /<!--\s{1,20}wp:/.test(source)
}

/**
 * The blocks of a body, in linear time. A block that is not ended ends with the one around it, an end without a beginning
 * means nothing, and the content of broken ones stays in its place.
 */
export function parseBlocks(source: string): Block[] {
  const root: Block = { name: null, attributes: {}, parts: [] }
  /** The open blocks by name; `into` is the block around where there are too many. */
  const open: { name: string; into: Block }[] = [{ name: '', into: root }]
  let at = 0
  let textFrom = 0
  const into = () => open.at(-1)?.into ?? root
  const endText = (end: number) => {
    if (end > textFrom) into().parts.push(source.slice(textFrom, end))
  }
  for (;;) {
    const start = source.indexOf('<!--', at)
    const end = start < 0 ? -1 : source.indexOf('-->', start + 4)
    if (end < 0) break
    at = end + 3
    const delimiter = readDelimiter(source.slice(start + 4, end))
    if (delimiter === null) continue
    endText(start)
    textFrom = at
    const { kind, name, attributes } = delimiter
    if (kind === 'closing') {
      const opened = open.findLastIndex((block) => block.name === name)
      if (opened > 0) open.length = opened
      continue
    }
    const block: Block = { name, attributes, parts: [] }
    const isTooDeep = open.length > MAX_DEPTH
    if (!isTooDeep) into().parts.push(block)
    if (kind === 'opening' && open.length < MAX_DEPTH * 4)
      open.push({ name, into: isTooDeep ? into() : block })
  }
  endText(source.length)
  return root.parts.map((part) =>
    typeof part === 'string' ? { name: null, attributes: {}, parts: [part] } : part,
  )
}

/** The delimiter that the text of a comment is; null for any other comment. */
function readDelimiter(comment: string): Delimiter | null {
  const head = /^\s+(\/?)wp:([a-z][a-z\d_-]*(?:\/[a-z][a-z\d_-]*)?)(?=\s|\/|$)/i.exec(comment)
  if (head === null) return null
  const [all, slash, written = ''] = head
  const rest = comment.slice(all.length).trim()
  const isWhole = rest.endsWith('/') && slash === ''
  const json = (isWhole ? rest.slice(0, -1) : rest).trim()
  if (json !== '' && !json.startsWith('{')) return null
  const name = written.replace(/^core\//, '').replace(/^core-embed\/.*/, 'embed')
  return { kind: slash === '/' ? 'closing' : isWhole ? 'whole' : 'opening', name, attributes: readJson(json) }
}

function readJson(json: string): Readonly<Record<string, unknown>> {
  if (json === '') return {}
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** A text of an attribute, '' without one. */
export function textAttribute({ attributes }: Block, name: string): string {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/** Whether a block was hidden from readers: by WordPress 6.9, or by the plugin Block Visibility. */
export function isHidden({ attributes }: Block): boolean {
  const { metadata, blockVisibility } = attributes
  if (typeof blockVisibility === 'object' && blockVisibility !== null)
    return Object.keys(blockVisibility).length > 0
  const visibility =
    typeof metadata === 'object' && metadata !== null && 'blockVisibility' in metadata
      ? metadata.blockVisibility
      : true
  return visibility === false || (typeof visibility === 'object' && visibility !== null)
}
