import { basename } from 'node:path'
import { wordSet } from '../../domain/text/word-set.ts'
import type { ReadOptions } from '../description.ts'
import { momentOf } from '../moments.ts'
import type { SourceFiles } from '../source-files.ts'
import type { Fields } from './fields.ts'
import { pathWord } from './permalinks.ts'
import { MARKDOWN, type NotTaken, type Place, type Site, folderOf, stemOf } from './site.ts'

/** Folders whose names say nothing of what is in them. */
const NO_SECTIONS = wordSet(
  'posts post _posts articles article blog content stories drafts draft _drafts pages page md markdown src',
)
const DRAFTS = /(?:^|\/)_?(?:drafts?|unpublished|private|archive|trash|templates?)\//i

/** A folder of Markdown that no generator made a site of. */
export function plainFolder(files: SourceFiles, path: string, options: ReadOptions): Site {
  return {
    magazine: {
      ...{ kind: 'magazine', key: 'site', place: basename(path), notes: [] },
      ...{ name: '', tagline: '', language: null, address: null },
    },
    zone: options.zone,
    texts: files.paths.filter((file) => MARKDOWN.test(file)),
    menus: [],
    people: files.paths.flatMap((file) =>
      /^(?:data\/)?authors?\.(?:ya?ml|json|toml)$/.test(file)
        ? [{ path: file, key: null, addresses: [] }]
        : [],
    ),
    hasWordLists: false,
    settings: new Map(),
    dialect: (file) => (/\.mdx$/i.test(file) ? 'jsx' : 'wiki'),
    inherited: () => Promise.resolve([]),
    place: (file, fields) => placeOf(file, fields, options.zone),
    served: [''],
    aliased: () => null,
    termAddresses: () => [],
    section: () => Promise.resolve({ name: '', description: '', addresses: [] }),
    term: () => Promise.resolve(null),
  }
}

function placeOf(path: string, fields: Fields, zone: string): Place | NotTaken {
  const stem = stemOf(path)
  if (/^(?:readme|license|changelog|contributing)$/i.test(stem))
    return { what: 'File', why: 'It is about the folder' }
  const isIndex = /^_?index$/i.test(stem)
  if (isIndex && folderOf(path) === '')
    return { what: 'Front page', why: 'The magazine has a front page of its own' }
  const folders = folderOf(path).split('/').filter(Boolean)
  const name = isIndex ? (folders.pop() ?? stem) : stem
  const [, day = '', words = name] = /^(\d{4}-\d{2}-\d{2})[-_ ]+(.+)$/.exec(name) ?? []
  const plain = path.replace(/\.[^.]*$/, '')
  const permalink = fields.text('permalink', 'url')
  const former = fields.texts('none', 'aliases', 'redirect_from').filter((alias) => alias.startsWith('/'))
  const own = isIndex ? `/${folderOf(path)}/` : `/${plain}`
  return {
    kind:
      folders.some((folder) => /^pages?$/i.test(folder)) || /^page$/i.test(fields.text('type'))
        ? 'page'
        : 'story',
    slug: fields.text('slug') || pathWord(words),
    addresses: [...new Set([...(permalink.startsWith('/') ? [permalink] : []), own, `/${path}`, ...former])],
    section: folders.find((folder) => !NO_SECTIONS.has(folder.toLowerCase())) ?? null,
    date: day === '' ? null : momentOf(day, zone),
    categories: [],
    why: null,
    isDraft: DRAFTS.test(path),
    bundle: isIndex ? folderOf(path) : null,
    language: null,
  }
}
