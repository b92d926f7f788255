import type { ElementContent, Root } from 'hast'
import { inParagraphs } from '../../domain/body/arrange-blocks.ts'
import { isElement } from '../../domain/body/html/hast.ts'
import { isObject, objects } from '../../domain/body/json.ts'
import { markdownNodes } from '../body/markdown-body.ts'
import { type StoryBody, nodesOf, storyBody } from '../body/story-body.ts'
import type { Note } from '../description.ts'
import { Fields } from './fields.ts'
import { type Dialect, MARKDOWN, type Place, isPicturePath } from './site.ts'
import type { FoundFile, SiteLinks } from './site-links.ts'
import { type TagContext, expandTags } from './tags/meanings.ts'
import { type Imports, withoutModules } from './tags/modules.ts'
import { fillPieces, leftoverNotes, readConventions, takeTitle } from './tree.ts'

/** A text of the source, with what is known of it. */
interface SourceText {
  path: string
  body: string
  title: string
  fields: Fields
  place: Place
  dialect: Dialect
}

interface TextContext {
  language: string
  links: SiteLinks
  settings: ReadonlyMap<string, string>
  /** Where the site has the text of a file of the source; null where it has none. */
  addressOfText: (path: string, from: string) => Promise<string | null>
}

/** The text of a story. */
export interface StoryText extends StoryBody {
  /** The heading that it began with, where that is its title; ''. */
  title: string
  /** The files that it shows. */
  pictures: FoundFile[]
}

/** Blocks within blocks: deeper ones stay as text. */
const MAX_DEPTH = 6

/** Turns a text of Markdown or HTML into the text of a story. */
export async function storyText(source: SourceText, context: TextContext): Promise<StoryText> {
  const notes: Note[] = []
  const isMdx = source.path.toLowerCase().endsWith('.mdx')
  const modules = isMdx ? withoutModules(source.body) : null
  if (modules?.hasExports === true) notes.push({ kind: 'dropped', text: 'JavaScript that a text exported' })
  const render = new Renderer(source, context, modules?.imports ?? new Map(), notes)
  const tree: Root = { type: 'root', children: await render.nodes(modules?.source ?? source.body, 0) }
  tree.children = inParagraphs(tree.children as ElementContent[])
  const title = takeTitle(tree, source.title)
  readConventions(tree, source.dialect === 'liquid')
  const pictures = await resolveAddresses(tree, source, context, notes)
  notes.push(...leftoverNotes(tree, isMdx))
  const body = storyBody(tree, context.language)
  return { html: body.html, notes: [...notes, ...body.notes], title, pictures }
}

class Renderer {
  readonly #source: SourceText
  readonly #context: TextContext
  readonly #imports: Imports
  readonly #notes: Note[]

  constructor(source: SourceText, context: TextContext, imports: Imports, notes: Note[]) {
    this.#source = source
    this.#context = context
    this.#imports = imports
    this.#notes = notes
  }

  /** Nodes of a text, or of a part of it that a tag has around it. */
  async nodes(source: string, depth: number): Promise<ElementContent[]> {
    if (depth > MAX_DEPTH) return [{ type: 'text', value: source }]
    const { source: expanded, pieces } = await expandTags(source, this.#tags(depth))
    const { path } = this.#source
    const isMarkdown = MARKDOWN.test(path)
    const options = {
      directives: hasDirectives(expanded),
      isIndentedText: path.toLowerCase().endsWith('.mdx'),
    }
    const children = isMarkdown ? markdownNodes(expanded, options) : nodesOf(expanded)
    const tree: Root = { type: 'root', children }
    fillPieces(tree, pieces)
    return tree.children as ElementContent[]
  }

  #tags(depth: number): TagContext {
    const { path, fields, dialect } = this.#source
    return {
      notes: this.#notes,
      dialect,
      imports: this.#imports,
      settings: this.#context.settings,
      markdown: (source) => this.nodes(dedented(source), depth + 1),
      picturesLike: (pattern) => this.#context.links.picturesLike(pattern, path),
      pictureNamed: (name) => this.#context.links.pictureNamed(name, path),
      galleryOf: (name) => galleryOf(fields, name),
      addressOfText: (named) => this.#context.addressOfText(named, path),
    }
  }
}

/** How many lines of colons a text may have: the parser takes long for blocks within blocks. */
const MAX_DIRECTIVES = 400

function hasDirectives(source: string): boolean {
  const count = source.match(/^[ \t]{0,99}:{3}/gm)?.length ?? 0
  return count > 0 && count <= MAX_DIRECTIVES
}

/** A text without the blanks that all of its lines begin with: it stood within a tag. */
function dedented(source: string): string {
  const lines = source.split('\n')
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const depth = depths.reduce((least, next) => Math.min(least, next), Infinity)
  return depth === 0 || depth === Infinity ? source : lines.map((line) => line.slice(depth)).join('\n')
}

function galleryOf(fields: Fields, name: string): { src: string; alt: string; caption: string }[] {
  const value = fields.value(name)
  return objects(isObject(value) ? value.images : value).map((item) => {
    const picture = new Fields(item)
    return {
      src: picture.text('image_path', 'src', 'image', 'path', 'url'),
      alt: picture.text('alt'),
      caption: picture.text('title', 'caption'),
    }
  })
}

/** Attributes that hold the address of something to show. */
const SHOWN = ['src', 'dataSrc', 'data', 'poster'] as const

/** Replaces the addresses of a tree, in the order of the text; returns the files that it shows. */
async function resolveAddresses(
  tree: Root,
  { path, place }: SourceText,
  { links, addressOfText }: TextContext,
  notes: Note[],
): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const pending: (Root | ElementContent)[] = [tree]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!('children' in node)) continue
    pending.push(...(node.children.toReversed() as ElementContent[]))
    if (node.type !== 'element') continue
    for (const name of SHOWN) {
      const address = node.properties[name]
      if (typeof address !== 'string') continue
      const file = links.file(address, path, place)
      if (file !== null && isElement(node, 'img')) found.push(file)
      node.properties[name] = file?.address ?? links.absolute(address, place)
    }
    const { href } = node.properties
    if (!isElement(node, 'a') || typeof href !== 'string') continue
    const [words = '', anchor] = href.split('#', 2)
    const file = links.file(words, path, place)
    const text = file === null ? null : await addressOfText(`/${file.path}`, path)
    if (text !== null) node.properties.href = links.inSite(text) + (anchor === undefined ? '' : `#${anchor}`)
    else if (file !== null && isPicturePath(file.path)) {
      found.push(file)
      node.properties.href = file.address
    } else {
      if (file !== null) notes.push({ kind: 'dropped', text: `The file ${file.path}, to which a link leads` })
      node.properties.href = links.absolute(href, place)
    }
  }
  return found
}
