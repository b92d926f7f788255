import type { Site } from './site.ts'

export type Archive = 'category' | 'tag' | 'author'

/** What archives are called where nobody chose another word, and what many choose. */
const COMMON: Readonly<Record<Archive, RegExp>> = {
  category:
    /\/(?:category|kategorie|categories|rubrik|ressort|topics?|thema|themen|section|categorie|categoria)$/,
  tag: /\/(?:tag|tags|schlagwort|stichwort|etiqueta|etiquette|mot-cle)$/,
  author: /\/(?:author|authors|autor|autorin|autoren|auteur|autore)$/,
}

/** More words for archives than any magazine has. */
const MAX_BASES = 200

/**
 * The paths under which the old site listed stories of a category, tag or author: WordPress' own, and others that links
 * within stories lead to.
 */
export class ArchiveBases {
  readonly #seen: Readonly<Record<Archive, Map<string, Set<string>>>> = {
    category: new Map(),
    tag: new Map(),
    author: new Map(),
  }
  /** The first part of the path of all stories: 'blog'; undefined before the first, null where they differ. */
  #front: string | null | undefined

  /** Takes in the path of a story. */
  seeStory(path: string): void {
    const [, first = '', second = ''] = path.split('/')
    const front = second === '' || /^\d+$/.test(first) ? null : first
    if (this.#front === undefined) this.#front = front
    else if (this.#front !== front) this.#front = null
  }

  /** Takes in a path that a link leads to. `kindsOf`: what has this nicename. */
  seeLink(path: string, kindsOf: (nicename: string) => readonly Archive[]): void {
    const parts = path.replace(/\/$/, '').split('/')
    const nicename = parts.pop() ?? ''
    for (const kind of kindsOf(nicename)) {
      while (kind === 'category' && parts.length > 1 && kindsOf(parts.at(-1) ?? '').includes(kind))
        parts.pop()
      const base = parts.join('/')
      const bases = this.#seen[kind]
      const names = bases.get(base) ?? new Set()
      if (base === '' || parts.some((part) => /^\d+$/.test(part)) || bases.size >= MAX_BASES) continue
      if (names.size < 2) names.add(nicename)
      bases.set(base, names)
    }
  }

  /** The paths of an archive's lists: '/category'. */
  of(kind: Archive): string[] {
    const found = Array.from(this.#seen[kind]).filter(
      ([base, names]) => names.size > 1 || COMMON[kind].test(base),
    )
    const front = typeof this.#front === 'string' ? [`/${this.#front}/${kind}`] : []
    return [...new Set([`/${kind}`, ...front, ...found.map(([base]) => base)])]
  }

  /** The addresses of an archive with its feed. */
  addresses(kind: Archive, path: string, site: Site): string[] {
    return this.of(kind).flatMap((base) => [site.at(`${base}/${path}/`), site.at(`${base}/${path}/feed/`)])
  }
}
