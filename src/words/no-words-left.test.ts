import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * The folders whose files draw what readers see. Not among them: the magazine's own texts (src/magazine), which are content,
 * and the admin, which is English.
 */
const FOLDERS = [
  'src/site',
  'src/pages',
  'src/content/pages',
  'src/content/story',
  'supabase/functions/_shared',
]
const ROOT = join(import.meta.dirname, '../..')

/** Names, which no language translates, and the name of an option of sections. */
const MAY_STAY = /^(Facebook|X|Pinterest|Instagram|404|browse and all)$/
/** Files whose texts only staff, programs or other servers read; fonts.ts has names of typefaces. */
const FOR_OTHERS =
  /^(src\/pages\/(admin\/|auth\.astro)|src\/site\/(bundle\/|fonts\.ts)|supabase\/functions\/_shared\/(accounts|notification-mail|clients|http|mail\.|read-text))/

/** Attributes that readers see or hear. */
const SHOWN = /^(aria-label|aria-description|title|placeholder|alt|label|description|heading|data-failed)$/

/** Attributes and properties that are no text. */
const NOT_SHOWN = /^(class|className|class:list|style)$/

interface Found {
  text: string
  /** Where it stands: between tags, in an attribute that is shown, or anywhere else in the code. */
  place: 'text' | 'attribute' | 'code'
}

/** A node of the tree that Astro's compiler makes of a page (ESTree). */
interface AstroNode {
  type: string
  value?: unknown
  name?: { name?: string }
  [key: string]: unknown
}

const astroRequire = createRequire(createRequire(import.meta.url).resolve('astro/package.json'))
const { parse } = (await import(astroRequire.resolve('@astrojs/compiler-rs'))) as {
  parse: (source: string) => { ast: AstroNode; diagnostics: unknown[] }
}

function inAstro(source: string): Found[] {
  const { ast } = parse(source)
  const found: Found[] = []
  const visit = (node: unknown, place: Found['place']): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, place))
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, value, name } = node as AstroNode
    if (/^(ImportDeclaration|TS|Comment)/.test(type)) return
    if (type === 'JSXElement' && isCode(node as AstroNode)) {
      found.push(...inScript(source.slice(...rangeOf(node as AstroNode)).replace(/^<[^>]*>|<\/\w+>$/g, '')))
      return
    }
    if (type === 'JSXText') found.push({ text: String(value), place: 'text' })
    if (type === 'Literal' && typeof value === 'string') found.push({ text: value, place })
    if (type === 'TemplateElement') found.push({ text: (value as { cooked: string }).cooked, place })
    const within = type === 'JSXAttribute' ? (SHOWN.test(name?.name ?? '') ? 'attribute' : 'code') : place
    if (type === 'JSXAttribute' && NOT_SHOWN.test(name?.name ?? '')) return
    for (const [key, child] of Object.entries(node)) if (key !== 'comments') visit(child, within)
  }
  visit(ast, 'code')
  return found
}

function isCode({ openingElement }: AstroNode): boolean {
  const name = (openingElement as AstroNode | undefined)?.name?.name
  return name === 'script' || name === 'style'
}

function rangeOf({ start, end }: AstroNode): [number, number] {
  return [Number(start), Number(end)]
}

function inScript(source: string, isTsx = false): Found[] {
  const kind = isTsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile('x', source, ts.ScriptTarget.Latest, true, kind)
  const found: Found[] = []
  const visit = (node: ts.Node, place: Found['place']): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    // What developers read.
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return
    if (ts.isCallExpression(node) && /^(console\..*|required)$/.test(node.expression.getText())) return
    if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && NOT_SHOWN.test(node.name.getText()))
      return
    if (ts.isJsxText(node)) found.push({ text: node.text, place: 'text' })
    else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      found.push({ text: node.text, place })
    const isShown = ts.isJsxAttribute(node) && SHOWN.test(node.name.getText())
    ts.forEachChild(node, (child) => visit(child, isShown ? 'attribute' : place))
  }
  visit(file, 'code')
  return found
}

/** Whether a text has a word of a language, as far as its place tells: in code, several words of a sentence. */
function isWord({ text, place }: Found): boolean {
  const words = text.replace(/\s+/g, ' ').trim()
  if (MAY_STAY.test(words)) return false
  if (place !== 'code') return /\p{L}{2,}/u.test(words)
  return /^[“‘]?\p{Lu}\p{Ll}+[ ,]+\p{L}/u.test(words) || /\p{L}{3,} \p{L}{2,} \p{L}{2,}[.!?…]?/u.test(words)
}

function wordsLeftIn(path: string): string[] {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const found = path.endsWith('.astro') ? inAstro(source) : inScript(source, path.endsWith('.tsx'))
  return found.filter(isWord).map(({ text }) => `${path}: ${text.replace(/\s+/g, ' ').trim()}`)
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => /\.(astro|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file) && !FOR_OTHERS.test(file))

test('no word of the interface stands in a component, a page or a script: they are in the dictionaries', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(wordsLeftIn)).toEqual([])
})

test.each([
  ['between tags', 'x.astro', '<p>Read more</p>'],
  ['in an attribute', 'x.astro', '<a aria-label="Close"></a>'],
  ['in an expression', 'x.astro', '<p>{open ? "Show all of it" : `Show the first of ${n} now`}</p>'],
  ['in the script of a page', 'x.astro', '<script>\nalert("This is not there")\n</script>'],
  ['in a component', 'x.tsx', 'export const A = () => <button title="Close">Go on</button>'],
  ['in a message', 'x.ts', 'export const note = { text: "Please try that again." }'],
])('a word %s is found', (_, path, source) => {
  const found = path.endsWith('.astro') ? inAstro(source) : inScript(source, path.endsWith('.tsx'))
  expect(found.filter(isWord)).not.toEqual([])
})
