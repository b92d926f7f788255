/** What accents and invisible characters are once NFKD has split letters from them. */
const DROPPED =
  /\u00ad|[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05bd]|[\u0610-\u061a]|[\u064b-\u065f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u200b-\u200f]|\u2060|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]|\ufeff/g

const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th',
} // prettier-ignore

/**
 * A text in a form of Unicode, with at most 30 marks on one letter: to put more in order takes time with their square.
 * `private.normalized` of the database does the same.
 */
export function normalized(text: string, form: 'NFC' | 'NFKD'): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form)
}

/**
 * A text as searches compare it: small letters without accents, the Latin letters for ø, ß and their like, one kind of
 * apostrophe, quotation mark, hyphen and blank, nothing that cannot be seen. `private.fold_text` of the database does the
 * same, and a test compares them.
 */
export function foldText(text: string): string {
  const plain = text
    .replace(/[´‘’‚‛′ʼ`]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
  const letters = normalized(plain, 'NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(/[øłđðħıŧςßæœþ]/g, (letter) => LETTERS[letter] ?? letter)
  return normalized(letters, 'NFC')
}
