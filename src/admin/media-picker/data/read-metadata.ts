import { type DescribedColumns, describedColumns } from '../../../domain/picture-metadata.ts'

interface Tag {
  description?: unknown
  value?: unknown
}

/**
 * What a picture says of itself in XMP and IPTC; nothing where it cannot be read. EXIF, with the place where it was taken,
 * is not read.
 */
export async function readMetadata(file: File): Promise<DescribedColumns> {
  try {
    // Not before a file is chosen.
    const { default: reader } = await import('exifreader')
    const { xmp = {}, iptc = {} } = reader.load(await file.arrayBuffer(), {
      expanded: true,
      includeTags: { xmp: true, iptc: true },
    })
    return describedColumns({ xmp: textsOf(xmp), iptc: textsOf(iptc) })
  } catch (error) {
    console.error(`The metadata of ${file.name} cannot be read:`, error)
    return {}
  }
}

function textsOf(tags: object): Record<string, string> {
  const texts = Object.entries(tags as Record<string, Tag | undefined>).map(([name, tag]) => [
    name,
    tag?.description ?? tag?.value,
  ])
  return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as Record<string, string>
}
