/**
 * The names that a document tells its reader to look for. A name is in backquotes or in a drawing (a fenced block without
 * a language), and has the form of one of these kinds; anything else in backquotes is text.
 */
export interface Name {
  kind: 'path' | 'npm script' | 'function' | 'identifier'
  text: string
}

/** Endings of files that are kept in the repository: `index.html` and the like are made. */
const FILE_ENDING = /\w\.(astro|conf|css|json|js|md|mjs|sql|toml|ts|tsx|yml)$/
const TOP_FOLDER = /^(\.ci|\.github|public|scripts|src|supabase|tests)(\/|$)/
const PATH_FORM = /^[\w.*@{},<>/-]+$/

/** What a document names; each name once. */
export function namesIn(markdown: string): Name[] {
  const names = new Map<string, Name>()
  const add = (kind: Name['kind'], text: string) => names.set(`${kind} ${text}`, { kind, text })
  const drawings: string[] = []
  const prose = markdown.replaceAll(/^```(\w*)\n([\s\S]*?)^```$/gm, (_, language: string, block: string) => {
    for (const [, script = ''] of block.matchAll(/npm run ([\w:-]+)/g)) add('npm script', script)
    if (language === '') drawings.push(block)
    return ''
  })
  const words = [
    ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word),
    ...drawings.flatMap((block) => block.split(/[\s:;]+/).filter((word) => /\/.*\.\w+$|\w\(\)$/.test(word))),
  ]
  for (const word of words) {
    const script = /^npm run ([\w:*-]+)/.exec(word)?.[1]
    if (script !== undefined) add('npm script', script)
    else if (PATH_FORM.test(word) && (TOP_FOLDER.test(word) || FILE_ENDING.test(word))) add('path', word)
    else if (/^[\w.]+\(\)$/.test(word)) add('function', word.slice(0, -2))
    else if (/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(word)) add('identifier', word)
    else if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(word)) add('identifier', word)
    else if (/^[A-Za-z][a-z0-9]+([A-Z][a-z0-9]*)+$/.test(word)) add('identifier', word)
  }
  return [...names.values()]
}

/** The relative links of a document, with their anchors. */
export function linksIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsIn(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** The pattern of a path: `*` stands for a part of a name, `**` for folders, `<name>` for a name, `{a,b}` for a choice. */
export function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .replaceAll(/[.+[\]]/g, '\\$&')
    .replaceAll(/<\w+>/g, '*')
    .replaceAll(/\{([^}]*)\}/g, (_, choice: string) => `(${choice.replaceAll(',', '|')})`)
    .replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^(.*/)?${source}(/.*)?$`)
}
