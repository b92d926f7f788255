import type { SourceFiles } from '../source-files.ts'
import { type Place, type Site, folderOf, isPicturePath, joined } from './site.ts'

/** A file of the source that a text names, and its address in the site. */
export interface FoundFile {
  path: string
  /** A path from the root of the site. */
  address: string
}

/** Stands for the host of a site that does not say where it is. */
const UNKNOWN = 'https://site.invalid'

/** Leads from the addresses in a text to files of the source, and to addresses that mean the same anywhere. */
export class SiteLinks {
  readonly #files: SourceFiles
  readonly #site: Site
  readonly #home: URL
  /** Pictures by their name without folders. */
  #byName: Map<string, string> | null = null

  constructor(files: SourceFiles, site: Site) {
    this.#files = files
    this.#site = site
    this.#home = new URL(`${site.magazine.address ?? UNKNOWN}/`)
  }

  /** The file that an address in a text names; null where the source has none. */
  file(address: string, text: string, place: Place): FoundFile | null {
    const path = pathIn(this.#withoutHome(address.trim()))
    if (path === null) return null
    const own = this.#ownPath(path)
    const candidates = own === null ? this.#relative(path, text, place) : this.#fromRoot(own)
    const found = candidates.find((candidate) => candidate !== null && this.#files.has(candidate))
    return found == null ? null : { path: found, address: this.addressOf(found, place) }
  }

  /** Where the site has a file. */
  addressOf(path: string, place: Place): string {
    const { bundle, addresses } = place
    if (bundle !== null && path.startsWith(`${bundle}/`)) {
      const [address = '/'] = addresses
      return `${address.replace(/[^/]*$/, '')}${encoded(path.slice(bundle.length + 1))}`
    }
    const root = this.#site.served.find((prefix) => path.startsWith(prefix)) ?? ''
    return `/${encoded(path.slice(root.length))}`
  }

  /** An address in a text as one that means the same in any place: absolute where the site says where it stands. */
  absolute(address: string, place: Place): string {
    if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(address)) return address
    const [page = '/'] = place.addresses
    const url = URL.parse(address, this.#inSite(page))
    return url === null ? address : known(url)
  }

  /** The address of a path from the root of the site, absolute where the site says where it stands. */
  inSite(path: string): string {
    return known(this.#inSite(path))
  }

  #inSite(path: string): URL {
    return new URL(path.replace(/^\/+/, ''), this.#home)
  }

  /** The pictures below the folder of a text that match 'images/*', or are in the folder 'images'. */
  picturesLike(pattern: string, text: string): string[] {
    const plain = pattern.replace(/^\//, '')
    const folders = [folderOf(text), ...this.#site.served.map((prefix) => prefix.replace(/\/$/, ''))]
    for (const folder of folders) {
      const start = joined(folder, plain.replace(/[^/]*[*?{[].*$/, ''))
      if (start === null || start === '') continue
      const isLike = this.#files.paths.filter((path) => path.startsWith(`${start}/`) && isPicturePath(path))
      if (isLike.length > 0) return isLike.map((path) => `/${path}`)
    }
    return []
  }

  /** A path from the root of the source of a picture, by its path or by its name only. */
  pictureNamed(name: string, text: string): string | null {
    const beside = joined(folderOf(text), name)
    const path = [beside, joined('', name)].find(
      (candidate) => candidate !== null && this.#files.has(candidate),
    )
    if (path != null) return `/${path}`
    this.#byName ??= new Map(
      this.#files.paths.filter(isPicturePath).map((file) => [file.replace(/^.*\//, '').toLowerCase(), file]),
    )
    const found = this.#byName.get(name.replace(/^.*\//, '').toLowerCase())
    return found === undefined ? null : `/${found}`
  }

  /** An address of the site itself as a path. */
  #withoutHome(address: string): string {
    const { href } = this.#home
    return this.#home.origin !== UNKNOWN && address.startsWith(href)
      ? `/${address.slice(href.length)}`
      : address
  }

  /** An absolute path from the root of the site, of an address that has one; null for a relative one. */
  #ownPath(path: string): string | null {
    const base = this.#home.pathname
    if (!path.startsWith('/')) return null
    return path.startsWith(base) ? path.slice(base.length) : path.slice(1)
  }

  #fromRoot(path: string): (string | null)[] {
    return [...this.#site.served.map((prefix) => joined(prefix, path)), joined('', path)]
  }

  #relative(path: string, text: string, place: Place): (string | null)[] {
    const [page = '/'] = place.addresses
    const ofPage = joined(page.replace(/[^/]*$/, '').replace(/^\//, ''), path)
    // Some keep the files of a text in a folder of its name.
    const folders = [folderOf(text), text.replace(/\.[^./]*$/, '')]
    const beside = [...folders.map((folder) => joined(folder, path)), this.#site.aliased(path)]
    return [...beside, ...(ofPage === null ? [] : this.#fromRoot(ofPage)), ...this.#fromRoot(path)]
  }
}

function known(url: URL): string {
  return url.origin === UNKNOWN ? url.href.slice(UNKNOWN.length) : url.href
}

/** The path of an address without what follows it, decoded; null where it is one of another site. */
function pathIn(address: string): string | null {
  if (address === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return null
  const path = address.replace(/[?#].*$/s, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function encoded(path: string): string {
  return encodeURI(path).replace(/[?#]/g, encodeURIComponent)
}
