import { isObject } from '../../domain/body/json.ts'
import type { SourceFiles } from '../source-files.ts'
import { Fields } from './fields.ts'
import { Unreadable, dataOf } from './front-matter.ts'

export interface PictureWords {
  alt: string
  caption: string
  credit: string
}

const FILE = /^data\/pictures\.(?:ya?ml|json|toml)$/

/** What a file of data says of the pictures, by their addresses in the site: none where there is no such file. */
export async function pictureWords(files: SourceFiles): Promise<Map<string, PictureWords>> {
  const path = files.paths.find((file) => FILE.test(file))
  if (path === undefined) return new Map()
  try {
    const entries = Object.entries(dataOf(await files.text(path), path) ?? {})
    return new Map(
      entries.flatMap(([address, value]): [string, PictureWords][] => {
        if (!isObject(value)) return []
        const words = new Fields(value)
        const [alt, caption, credit] = [words.text('alt'), words.text('caption'), words.text('credit')]
        return [[address, { alt, caption, credit }]]
      }),
    )
  } catch (error) {
    if (error instanceof Unreadable) return new Map()
    throw error
  }
}
