import * as z from 'zod/mini'
import type { Fields } from '../rows/content-type.ts'
import { date, flag, optionalText, orEmpty, plain } from '../rows/field.ts'

/** How a picture was made. */
export const MADE_BY = ['photograph', 'rendering', 'generated'] as const
export type MadeBy = (typeof MADE_BY)[number]

/** As the admin calls it. */
export const MADE_BY_LABELS: Readonly<Record<MadeBy, string>> = {
  photograph: 'Photograph',
  rendering: 'Rendering',
  generated: 'Generated',
}

/** What IPTC calls it: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const SOURCE_TYPES: Readonly<Record<MadeBy, string>> = {
  photograph: 'digitalCapture',
  rendering: 'digitalCreation',
  generated: 'trainedAlgorithmicMedia',
}
const SOURCE_TYPE_ADDRESS = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

/** What the magazine may do with a file, and whom it names: fields of the media library. */
export const rightsFields = {
  credit: optionalText({ label: 'Credit', max: 300 }),
  /** For the staff only. */
  source: optionalText({ label: 'Source', max: 500 }),
  licence: optionalText({ label: 'Licence', max: 200 }),
  licence_url: optionalText({
    label: 'Address of the Licence',
    max: 2000,
    checks: [orEmpty(isWebAddress, 'Enter a whole address that begins with https://')],
  }),
  /** For the staff only. */
  restriction: optionalText({ label: 'Restriction', max: 2000 }),
  usable_from: date('Usable From'),
  usable_until: date('Usable Until'),
  release_on_file: flag('Release on File'),
  made_by: plain<MadeBy | null>('Made By', null, z.nullable(z.enum(MADE_BY))),
  /** Why an editor has it shown outside of the time for which it may be used. */
  rights_override: optionalText({ label: 'Reason to Show It', max: 500 }),
} satisfies Fields

/** The rights that readers are told. */
export interface PictureRights {
  credit: string | null
  licence: string | null
  licence_url: string | null
  made_by: MadeBy | null
}

export const NO_RIGHTS: PictureRights = { credit: null, licence: null, licence_url: null, made_by: null }

/**
 * The credit as captions show it, with the words for how the picture was made: 'Rendering: Ada Berg'; null without one. A credit
 * that says what it is for stays as it is.
 */
export function creditLine(
  { credit, made_by }: PictureRights,
  madeBy: Readonly<Record<MadeBy, string>>,
): string | null {
  if (credit === null || made_by === null || credit.includes(':')) return credit
  return `${madeBy[made_by]}: ${credit}`
}

/** The credit that the pictures of a story share, as it tells it: 'Renderings: Ada Berg'. */
export function sharedCreditLine(
  { credit, made_by }: PictureRights,
  { allMadeBy, pictures }: { allMadeBy: Readonly<Record<MadeBy, string>>; pictures: string },
): string {
  const name = credit ?? ''
  return name.includes(':') ? name : `${made_by === null ? pictures : allMadeBy[made_by]}: ${name}`
}

/** What two pictures must have alike to be credited together: what is printed of each, and where its licence is told. */
function printedRights(rights: PictureRights): string {
  return JSON.stringify([creditLine(rights, MADE_BY_LABELS), rights.licence_url])
}

/**
 * The rights that most pictures of a story have, the first of them where several are as frequent: the story tells them once.
 * Null when a picture has no credit, since readers would take it for one of theirs.
 */
export function sharedRights(all: readonly PictureRights[]): PictureRights | null {
  if (all.some(({ credit }) => credit === null)) return null
  const groups = [...Map.groupBy(all, printedRights).values()]
  const [largest] = groups.toSorted((a, b) => b.length - a.length)
  return largest?.[0] ?? null
}

/** A picture with the rights that are told below it: none where its story tells them once. */
export function withOwnRights<Picture extends { rights: PictureRights }>(
  picture: Picture,
  shared: PictureRights | null,
): Picture {
  if (shared === null || printedRights(picture.rights) !== printedRights(shared)) return picture
  return { ...picture, rights: NO_RIGHTS }
}

/** The page on which the magazine tells how its pictures may be used: the licence of a picture without another. */
const PICTURE_TERMS = '/terms'

/** Where the licence of a credited picture is told; null for a picture without a credit. */
export function licenceAddress({ credit, licence_url }: PictureRights): string | null {
  return credit === null ? null : (licence_url ?? PICTURE_TERMS)
}

type Period = Readonly<Record<'usable_from' | 'usable_until', string | null>>

/** Where a time (in ms) lies in the period in which a file may be used. */
export function usabilityAt(
  { usable_from, usable_until }: Period,
  time: number,
): 'not yet' | 'now' | 'ended' {
  if (usable_until !== null && Date.parse(usable_until) <= time) return 'ended'
  return usable_from !== null && Date.parse(usable_from) > time ? 'not yet' : 'now'
}

/**
 * Whether the right to show a file holds at a time (in ms). An editor's reason overrides the begin, and an end that had
 * passed when the reason was given. The database has the same rule.
 */
export function isUsable(file: Period & { rights_override_at: string | null }, time: number): boolean {
  const overridden = file.rights_override_at
  switch (usabilityAt(file, time)) {
    case 'now':
      return true
    case 'not yet':
      return overridden !== null
    case 'ended':
      return overridden !== null && Date.parse(overridden) >= Date.parse(file.usable_until ?? '')
  }
}

/** A text in XML, without the signs that XML does not have. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
}

/** The XMP of the copies of a picture: credit, creator, licence and source type. Null when there is nothing to say. */
export function rightsXmp({ credit, licence, licence_url, made_by }: PictureRights): string | null {
  const properties: [name: string, value: string][] = []
  if (credit !== null) {
    properties.push(['photoshop:Credit', escapeXml(credit)])
    properties.push(['dc:creator', `<rdf:Seq><rdf:li>${escapeXml(credit)}</rdf:li></rdf:Seq>`])
  }
  if (licence !== null)
    properties.push([
      'xmpRights:UsageTerms',
      `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(licence)}</rdf:li></rdf:Alt>`,
    ])
  if (licence_url !== null) properties.push(['xmpRights:WebStatement', escapeXml(licence_url)])
  if (made_by !== null)
    properties.push(['Iptc4xmpExt:DigitalSourceType', SOURCE_TYPE_ADDRESS + SOURCE_TYPES[made_by]])
  if (properties.length === 0) return null
  const elements = properties.map(([name, value]) => `<${name}>${value}</${name}>`).join('')
  const used = Object.entries(NAMESPACES).filter(
    ([prefix]) => prefix === 'rdf' || elements.includes(`<${prefix}:`),
  )
  const namespaces = used.map(([prefix, address]) => ` xmlns:${prefix}="${address}"`).join('')
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF${namespaces}><rdf:Description rdf:about="">${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`
}

/** How a picture was made, of an IPTC digital source type; null where that is none of ours. */
export function madeByOf(sourceType: string): MadeBy | null {
  const name = sourceType.slice(sourceType.lastIndexOf('/') + 1)
  return OTHER_SOURCE_TYPES.get(name) ?? MADE_BY.find((made) => SOURCE_TYPES[made] === name) ?? null
}

const OTHER_SOURCE_TYPES: ReadonlyMap<string, MadeBy> = new Map([
  ['computationalCapture', 'photograph'],
  ['negativeFilm', 'photograph'],
  ['positiveFilm', 'photograph'],
  ['print', 'photograph'],
  ['digitalArt', 'rendering'],
  ['softwareImage', 'rendering'],
  ['virtualRecording', 'rendering'],
  ['algorithmicMedia', 'generated'],
  ['compositeWithTrainedAlgorithmicMedia', 'generated'],
])
