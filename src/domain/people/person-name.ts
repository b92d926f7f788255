import * as z from 'zod/mini'
import { normalized } from '../text/fold-text.ts'

/** A regular expression of characters given as hexadecimal code points and ranges of them: '7f-9f ad'. */
function characters(ranges: string, flags: string): RegExp {
  return new RegExp(`[${ranges.replace(/[0-9a-f]+/g, '\\u{$&}').replaceAll(' ', '')}]`, flags)
}

/**
 * Control characters, marks that turn the direction of writing, format characters, letters that cannot be seen, and code
 * points for private use or for none. The joiners, which Persian and Indic names need, are not compared and allowed. The
 * database refuses them, too (private.without_hidden_characters).
 */
const HIDDEN_CHARACTERS = characters(
  '0-1f 7f-9f ad 34f 378 379 600-605 61c 6dd 70f 890-891 8e2 115f-1160 180b-180f 200b 200e-200f 2028-202e 2060-206f ' +
    '2800 3164 e000-f8ff fdd0-fdef feff ffa0 fff0-fffb fffe-ffff 110bd 110cd 13430-13455 16fe4 1bca0-1bca3 ' +
    '1d159 1d173-1d17a 1fffe-1ffff 2fffe-2ffff 3fffe-e00ff e01f0-10ffff',
  'u',
)

/** The first character of a name as it is read, with its marks; '' for an empty name. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment ?? ''
}

export function hasHiddenCharacters(name: string): boolean {
  return HIDDEN_CHARACTERS.test(name)
}

export const HIDDEN_IN_NAME = 'A name cannot have control characters or other characters that cannot be seen'

/** The check of every field for the name of a person. */
export const visibleName: z.core.$ZodCheck<string> = z.refine(
  (name) => !hasHiddenCharacters(name),
  HIDDEN_IN_NAME,
)

/** Marks, blanks and punctuation, in decomposed text. */
const NOT_COMPARED = characters(
  '1-2f 3a-40 5b-60 7b-bf 2b0-36f 483-489 591-5c7 610-61a 64b-65f 115f 1160 1680 17b4 17b5 180b-180f 1ab0-1aff 1dc0-1dff ' +
    '2000-206f 20d0-20ff 2800 2e00-2e7f 3000-303f 3099-309c fe00-fe2f feff fff9-ffff e0000-e01ef',
  'gu',
)

/**
 * By Latin letter, the small letters of other alphabets that look like it, in lower or upper case: Cyrillic, Greek,
 * Armenian, Cherokee and Lisu ones, dotless ones and small capitals.
 */
const LOOKING_ALIKE = {
  a: 'аαᴀɑꭺꓮ',
  b: 'вβʙꮟᏼꓐ',
  c: 'сᴄꮯꓚ',
  d: 'ᴅꭰꓓ',
  e: 'еεᴇꭼꓰ',
  f: 'ꜰꓝ',
  g: 'ɢɡցꮐᏻꓖ',
  h: 'нһʜհꮋꮒꓧ',
  i: 'іιıɪɩꭵꮖꓲ',
  j: 'јᴊꭻꓙ',
  k: 'кκᴋꮶꓗ',
  l: 'ӏʟꮮꓡ',
  m: 'мᴍꮇꓟ',
  n: 'ηпɴոꓠ',
  o: 'оοᴏօꓳ',
  p: 'рρᴘꮲꓑ',
  q: 'ԛզ',
  r: 'ʀꭱꮢꓣ',
  s: 'ѕꜱꮥꮪꓢ',
  t: 'тτᴛꭲꓔ',
  u: 'υᴜսꓴ',
  v: 'νᴠꮩꓦ',
  w: 'ԝᴡꮃꮤꓪ',
  x: 'хχꓫ',
  y: 'уʏꭹꮍꓬ',
  z: 'ᴢꮓꓜ',
  σ: 'ς',
}
const LOOK_ALIKES = new Map(
  Object.entries(LOOKING_ALIKE).flatMap(([latin, letters]) =>
    Array.from(letters, (letter) => [letter, latin] as const),
  ),
)

/**
 * What the spellings of a name have in common: letters and digits without case, marks, blanks and punctuation, with the
 * Latin letter for each of other alphabets that looks like it. Empty for a name without any. The database compares
 * names by the same (private.name_key).
 */
export function nameKey(name: string): string {
  const letters = normalized(name, 'NFKD').replace(NOT_COMPARED, '')
  return Array.from(letters, (letter) => LOOK_ALIKES.get(letter.toLowerCase()) ?? letter.toLowerCase()).join(
    '',
  )
}

/** The ids of people who share their name with another person of the list. */
export function namesakes(people: readonly { id: string; name: string }[]): string[] {
  const byName = Map.groupBy(people, ({ name }) => nameKey(name) || name)
  return [...byName.values()].flatMap((same) => (same.length > 1 ? same.map(({ id }) => id) : []))
}

/** The people with the label by which they are chosen: the name, and for namesakes what tells them apart. */
export function toldApart<One extends { id: string; name: string }>(
  people: readonly One[],
  hintOf: (person: One) => string | null | undefined,
): (One & { label: string })[] {
  const doubled = new Set(namesakes(people))
  return people.map((person) => {
    const hint = doubled.has(person.id) ? (hintOf(person) ?? '') : ''
    return { ...person, label: hint === '' ? person.name : `${person.name} (${hint})` }
  })
}
