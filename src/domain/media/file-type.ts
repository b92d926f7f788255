interface FileType {
  contentType: string
  /** Text gets smaller when it is compressed; the other formats are compressed already. */
  isText: boolean
}

const text = (contentType: string): FileType => ({ contentType, isText: true })
const binary = (contentType: string): FileType => ({ contentType, isText: false })

/** The types of the files that the site consists of, by their ending. */
export const FILE_TYPES: Readonly<Record<string, FileType>> = {
  html: text('text/html; charset=utf-8'),
  css: text('text/css; charset=utf-8'),
  js: text('text/javascript; charset=utf-8'),
  json: text('application/json; charset=utf-8'),
  xml: text('application/xml; charset=utf-8'),
  txt: text('text/plain; charset=utf-8'),
  md: text('text/markdown; charset=utf-8'),
  svg: text('image/svg+xml'),
  webmanifest: text('application/manifest+json'),
  ico: binary('image/x-icon'),
  png: binary('image/png'),
  jpg: binary('image/jpeg'),
  webp: binary('image/webp'),
  avif: binary('image/avif'),
  woff2: binary('font/woff2'),
}
const UNKNOWN = binary('application/octet-stream')

/** The type of a file of the site, by its name. */
export function fileTypeOf(file: string): FileType {
  const [, ending = ''] = /\.(\w+)$/.exec(file) ?? []
  return FILE_TYPES[ending] ?? UNKNOWN
}
