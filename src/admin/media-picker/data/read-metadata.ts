import { type DescribedColumns, READ_EXIF, describedColumns } from '../../../domain/media/picture-metadata.ts'

interface Tag {
  description?: unknown
  value?: unknown
}

/** What a picture says of itself in XMP, IPTC and READ_EXIF; nothing where it cannot be read. */
export async function readMetadata(file: File): Promise<DescribedColumns> {
  try {
    // Not before a file is chosen.
    const { default: reader } = await import('exifreader')
    const {
      xmp = {},
      iptc = {},
      exif = {},
    } = reader.load(await file.arrayBuffer(), {
      expanded: true,
      includeTags: { xmp: true, iptc: true, exif: [...READ_EXIF] },
    })
    return describedColumns({ xmp: textsOf(xmp), iptc: textsOf(iptc), exif: textsOf(exif) })
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
