import type { LeftOut, Redirect } from '../description.ts'
import type { SourceFiles } from '../source-files.ts'
import { leftOutText } from './site.ts'
import { redirect } from './terms.ts'

/** The redirects that hosts such as Netlify read from a file: '/old /new 301'. */
export async function* writtenRedirects(files: SourceFiles): AsyncIterable<Redirect | LeftOut> {
  const path = files.paths.find((file) => /^(?:(?:static|public|source)\/)?_redirects$/.test(file))
  if (path === undefined) return
  const source = await files.text(path)
  for (const line of source.split('\n')) {
    const [from = '', to = '', status = '301'] = line
      .replace(/\s#.*$/, '')
      .trim()
      .split(/\s+/)
    if (from === '' || from.startsWith('#')) continue
    const isOne = /^(?:\/|https?:)/.test(to) && /^30\d!?$/.test(status) && !/[*]|\/:/.test(from + to)
    if (isOne) yield redirect(from, { kind: 'address', address: to })
    else
      yield {
        ...leftOutText(
          path,
          { what: 'Redirect', why: 'It is for many addresses, or none that is moved' },
          from,
        ),
        key: line,
      }
  }
}
