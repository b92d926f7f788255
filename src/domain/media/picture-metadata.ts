import type { ColumnsOf } from '../rows/content-type.ts'
import { cut } from '../text/cut.ts'
import { mediaType } from './media.ts'
import { madeByOf } from './media-rights.ts'

/** The EXIF properties that are read: not the place where a picture was taken, nor the number of the camera. */
export const READ_EXIF = ['Artist', 'Copyright', 'ImageDescription'] as const

/** What a picture says of itself: the texts of its properties, by the names that the library `exifreader` has for them. */
export interface PictureMetadata {
  xmp: Readonly<Record<string, string | undefined>>
  iptc: Readonly<Record<string, string | undefined>>
  exif: Readonly<Partial<Record<(typeof READ_EXIF)[number], string | undefined>>>
}

type DescribedColumn =
  'alt_text' | 'caption' | 'credit' | 'source' | 'licence' | 'licence_url' | 'restriction' | 'made_by'

export type DescribedColumns = Partial<Pick<ColumnsOf<typeof mediaType.fields>, DescribedColumn>>

/** What is proposed for the row of a picture: what its XMP, otherwise its IPTC, and otherwise its EXIF says. */
export function describedColumns({ xmp, iptc, exif }: PictureMetadata): DescribedColumns {
  const creator = textOf(xmp.creator ?? iptc['By-line'] ?? exif.Artist)
  const credit = textOf(xmp.Credit ?? iptc.Credit)
  const names = [creator, credit].filter((name, at, all) => name !== '' && all.indexOf(name) === at)
  const texts = {
    alt_text: xmp.AltTextAccessibility,
    caption: xmp.description ?? iptc['Caption/Abstract'] ?? ofWriter(exif.ImageDescription),
    credit: names.join(' / '),
    source: xmp.Source ?? iptc.Source,
    licence: xmp.UsageTerms ?? xmp.rights ?? iptc['Copyright Notice'] ?? exif.Copyright,
    licence_url: [xmp.WebStatement, xmp.license].find(isLicenceAddress),
    restriction: xmp.Instructions ?? iptc['Special Instructions'],
  }
  const columns = Object.entries(texts).map(([name, value]) => {
    const { max } = mediaType.fields[name as keyof typeof texts]
    return [name, cut(textOf(value), max).trim()] as const
  })
  const madeBy = madeByOf(textOf(xmp.DigitalSourceType))
  return {
    ...Object.fromEntries(columns.filter(([, value]) => value !== '')),
    ...(madeBy === null ? {} : { made_by: madeBy }),
  }
}

/** A description, unless a camera wrote it, such as SONY DSC and DCIM\\100MEDIA\\DJI_0001.JPG. */
function ofWriter(description: string | undefined): string | undefined {
  return description !== undefined && /\p{Ll}/u.test(description) ? description : undefined
}

/** The text without control characters and blanks around it. */
function textOf(value: string | undefined): string {
  return (value ?? '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
}

function isLicenceAddress(value: string | undefined): boolean {
  const field = mediaType.fields.licence_url
  return value !== undefined && value !== '' && field.form.safeParse(value).success
}
