/** A link of the file to a page of the magazine with its path. Ends before any sign that a path in JSON does not have. */
const OWN_LINK = /__GHOST_URL__\/([\w%.~/-]{1,300})/g

/** Paths that are no stories. */
const OTHERS = /^(?:content|tag|author|ghost|page|p)\//

/**
 * Where stories are by what other stories of the file link to. An export does not say how its magazine made addresses
 * (routes.yaml is a file of its own), so its links are all there is of them.
 */
export class LinkedPaths {
  readonly #slugs = new Set<string>()
  readonly #paths = new Set<string>()
  #bySlug: ReadonlyMap<string, string[]> | null = null
  #folder: string | null = null

  /** Takes the row of a post, and its slug where it is a story. */
  add(json: string, slug: string | null): void {
    if (slug !== null && slug !== '') this.#slugs.add(slug)
    for (const [, path = ''] of json.matchAll(OWN_LINK)) if (!OTHERS.test(path)) this.#paths.add(path)
  }

  /** The paths of a story beside '/slug/'. Where all links that lead to stories name one folder, all stories are in it. */
  of(slug: string): string[] {
    this.#bySlug ??= this.#find()
    const inFolder = this.#folder === null ? [] : [`/${this.#folder}/${slug}/`]
    return [...new Set([...(this.#bySlug.get(slug) ?? []), ...inFolder])]
  }

  #find(): Map<string, string[]> {
    const bySlug = new Map<string, string[]>()
    const folders = new Set<string>()
    for (const path of this.#paths) {
      const parts = path.split('/').filter((part) => part !== '')
      const slug = parts.pop() ?? ''
      if (!this.#slugs.has(slug)) continue
      folders.add(parts.join('/'))
      if (parts.length > 0) bySlug.set(slug, [...(bySlug.get(slug) ?? []), `/${parts.join('/')}/${slug}/`])
    }
    const [folder = ''] = folders
    this.#folder = folders.size === 1 && folder !== '' ? folder : null
    return bySlug
  }
}
