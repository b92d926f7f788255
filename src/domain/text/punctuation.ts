/** How a language sets quotation marks, apostrophes and dashes. */
interface Punctuation {
  /** Opening and closing, for `"`; of the French kind with the blank that belongs to each. */
  double: readonly [string, string]
  /** The same for `'`: a quotation within another one, or, in some magazines, all of them. */
  single: readonly [string, string]
  /** Words that begin with an apostrophe, without it. */
  shortened?: readonly string[]
  /** The dash between blanks; without it an en dash. */
  spacedDash?: string
  /** Whether an em dash begins what somebody says: `--Hola`. */
  hasDialogueDash?: boolean
}

const APOSTROPHE = '’'
const BLANK = '\u00a0'

const HIGH = { double: ['“', '”'], single: ['‘', '’'] } as const
const LOW_HIGH = { double: ['„', '“'], single: ['‚', '‘'] } as const
const LOW_RIGHT = { double: ['„', '”'], single: ['‚', '’'] } as const
const BOTH_RIGHT = { double: ['”', '”'], single: ['’', '’'] } as const
const GUILLEMETS = { double: ['«', '»'], single: ['“', '”'], hasDialogueDash: true } as const
const FRENCH = { ...GUILLEMETS, double: [`«${BLANK}`, `${BLANK}»`] } as const
const EAST_SLAVIC = { ...GUILLEMETS, single: ['„', '“'], spacedDash: '—' } as const

const ENGLISH: Punctuation = {
  ...HIGH,
  shortened: ['n', 'tis', 'twas', 'twere', 'twill', 'em', 'til', 'bout', 'cos'],
}
const GERMAN: Punctuation = { ...LOW_HIGH, shortened: ['s', 'n', 'ne', 'nen', 'nem', 'ner', 'nes'] }

/** By the tag of a language, or of a language in a region. */
const LANGUAGES: Readonly<Record<string, Punctuation>> = {
  en: ENGLISH,
  de: GERMAN,
  'de-CH': { ...GERMAN, double: ['«', '»'], single: ['‹', '›'] },
  'de-LI': { ...GERMAN, double: ['«', '»'], single: ['‹', '›'] },
  fr: FRENCH,
  'fr-CH': { ...GUILLEMETS, single: ['‹', '›'] },
  es: GUILLEMETS,
  'es-MX': HIGH,
  it: GUILLEMETS,
  'it-CH': { ...GUILLEMETS, single: ['‹', '›'] },
  ca: GUILLEMETS,
  pt: { ...HIGH, hasDialogueDash: true },
  'pt-PT': GUILLEMETS,
  el: GUILLEMETS,
  ru: EAST_SLAVIC,
  uk: EAST_SLAVIC,
  be: EAST_SLAVIC,
  nl: { ...HIGH, shortened: ['s', 't', 'n', 'k', 'm', 'r'] },
  af: { ...HIGH, shortened: ['n', 's', 't', 'k'] },
  tr: HIGH,
  cs: LOW_HIGH,
  sk: LOW_HIGH,
  sl: LOW_HIGH,
  bg: LOW_HIGH,
  is: LOW_HIGH,
  lt: LOW_HIGH,
  et: LOW_HIGH,
  pl: { ...LOW_RIGHT, single: ['«', '»'], hasDialogueDash: true },
  hu: { ...LOW_RIGHT, single: ['»', '«'] },
  ro: { ...LOW_RIGHT, single: ['«', '»'], hasDialogueDash: true },
  hr: LOW_RIGHT,
  sr: LOW_RIGHT,
  sv: BOTH_RIGHT,
  fi: BOTH_RIGHT,
  da: BOTH_RIGHT,
  nb: { double: ['«', '»'], single: ['‘', '’'] },
  nn: { double: ['«', '»'], single: ['‘', '’'] },
  no: { double: ['«', '»'], single: ['‘', '’'] },
}

/** The rules of the language with this tag; English ones for a language that the table does not have. */
function punctuationOf(tag: string): Punctuation {
  const { language, region } = new Intl.Locale(tag)
  return LANGUAGES[`${language}-${region ?? ''}`] ?? LANGUAGES[language] ?? ENGLISH
}

/** The opening and the closing mark of a quotation nested in `depth` others. */
export function quotationMarks(language: string, depth: number): readonly [string, string] {
  const { double, single } = punctuationOf(language)
  return depth % 2 === 0 ? double : single
}

/** A change of a text: the text between two offsets is replaced. */
export interface PunctuationEdit {
  from: number
  to: number
  text: string
}

/** What is written as on a typewriter. */
const STRAIGHT = /"|'|-{2,}|\.{3,}/g
const LAST_STRAIGHT = /(?:"|'|-{2,}|\.{3,})$/

/**
 * The changes that set the quotation marks, apostrophes, dashes and ellipses of a text by the rules of a language.
 * Feet and inches, shortened years and words, options (`--help`) and addresses stay what they are.
 */
export function punctuationEdits(text: string, language: string): PunctuationEdit[] {
  const rules = punctuationOf(language)
  const edits: PunctuationEdit[] = []
  let before = ''
  let at = 0
  for (const { 0: sign, index } of text.matchAll(STRAIGHT)) {
    before += text.slice(at, index)
    at = index + sign.length
    const edit = setSign(before, sign, text.slice(at), rules)
    if (edit === null) before += sign
    else {
      const shift = index - before.length
      before = before.slice(0, edit.from) + edit.text
      at = edit.to + shift
      edits.push({ from: edit.from + shift, to: at, text: edit.text })
    }
  }
  return edits
}

/** A text with its punctuation set. */
export function setPunctuation(text: string, language: string): string {
  return punctuationEdits(text, language).reduceRight(
    (set, edit) => set.slice(0, edit.from) + edit.text + set.slice(edit.to),
    text,
  )
}

/**
 * The change to make after the letter typed last, at the end of `text`; '\n' means Enter. Null when nothing changes. What
 * somebody has changed back is not changed again by the letters after it.
 */
export function typedPunctuation(text: string, language: string): PunctuationEdit | null {
  const rules = punctuationOf(language)
  const letter = text.at(-1) ?? ''
  const typed = text.slice(0, text.length - letter.length)
  const earlier = waiting(typed, letter, rules) ?? doubledBlank(text, rules) ?? shortened(text, rules)
  const sign = LAST_STRAIGHT.exec(text)?.[0]
  if (sign === undefined || (earlier !== null && earlier.to === text.length)) return earlier
  const start = text.length - sign.length
  if (earlier === null) return setSign(text.slice(0, start), sign, null, rules)
  const settled = text.slice(0, earlier.from) + earlier.text + text.slice(earlier.to, start)
  const edit = setSign(settled, sign, null, rules)
  if (edit === null) return earlier
  const words = settled.slice(earlier.from + earlier.text.length, edit.from)
  return { from: earlier.from, to: text.length, text: earlier.text + words + edit.text }
}

/** The change of a sign at the end of `typed` that depended on the next letter. */
function waiting(typed: string, letter: string, rules: Punctuation): PunctuationEdit | null {
  const sign = LAST_STRAIGHT.exec(typed)?.[0]
  if (sign === undefined || sign.endsWith(letter)) return null
  const before = typed.slice(0, -sign.length)
  return setSign(before, sign, null, rules) === null ? setSign(before, sign, letter, rules) : null
}

/**
 * What a straight sign becomes; null: it stays, or, where `after` is null, it depends on what will be typed next.
 * `before` is the text up to it, set already.
 */
function setSign(
  before: string,
  sign: string,
  after: string | null,
  rules: Punctuation,
): PunctuationEdit | null {
  if (sign === '"') return doubleQuote(before, after, rules)
  if (isInAddress(before, after)) return null
  const text =
    sign === "'"
      ? singleQuote(before, after, rules)
      : sign.startsWith('-')
        ? dash(before, sign, after, rules)
        : ellipsis(before, sign, after)
  return text === null ? null : { from: before.length, to: before.length + sign.length, text }
}

/** Whether a sign is within an address or path. */
function isInAddress(before: string, after: string | null): boolean {
  const word = /\S*$/.exec(before)?.[0] ?? ''
  const isEnd = after === null || /^\s|^$/.test(after)
  return /:\/\/|^\W?www\.|[/\\].*[/\\]|\S@\S/.test(word) && !(isEnd && /["”»“]$/.test(word))
}

function doubleQuote(before: string, after: string | null, { double }: Punctuation): PunctuationEdit | null {
  const [open, close] = double
  const isSpaced = close.startsWith(BLANK)
  const at = before.length
  const isOpen = isQuotationOpen(before, open.trim(), close.trim())
  const blanks = isSpaced ? (/(?<=\S)[ \u00a0]$/.exec(before)?.[0].length ?? 0) : 0
  if (isOpen && (blanks > 0 || !isOpeningPlace(before) || /[–—/-]$/.test(before))) {
    const isInches = /\d['′] ?\d+$/.test(before)
    return isInches || before.endsWith(open) ? null : { from: at - blanks, to: at + 1, text: close }
  }
  if (!isOpeningPlace(before)) return null
  const blanksAfter = isSpaced && after !== null ? (/^[ \u00a0]/.exec(after)?.[0].length ?? 0) : 0
  return { from: at, to: at + 1 + blanksAfter, text: open }
}

/** Whether a quotation can begin after a text. */
function isOpeningPlace(before: string): boolean {
  return before === '' || /[\s([{<–—/¿¡“‘«„‚‹-]$/.test(before)
}

/** Whether a text ends within a quotation. */
function isQuotationOpen(text: string, open: string, close: string): boolean {
  if (open === close) return text.split(open).length % 2 === 0
  return text.lastIndexOf(open) > text.lastIndexOf(close)
}

function singleQuote(before: string, after: string | null, rules: Punctuation): string | null {
  const [open, close] = rules.single
  if (isOpeningPlace(before)) return after !== null && isShortened(before, after, rules) ? APOSTROPHE : open
  const isOpen = open === close ? isQuotationOpen(before, open, close) : before.includes(open)
  if (/\d$/.test(before)) {
    if (after === null) return null
    if (/^s(?!\p{L})/u.test(after)) return APOSTROPHE
    return isOpen && !/^[\s\d]/.test(after) ? close : null
  }
  if (/[\p{L}\p{M}]$/u.test(before)) {
    if (close === APOSTROPHE || !isQuotationOpen(before, open, close)) return APOSTROPHE
    if (after === null) return null
    return /^\p{L}/u.test(after) ? APOSTROPHE : close
  }
  return isOpen ? close : null
}

/** Whether an apostrophe marks an omission at the start of the word or year `after` it: ’tis, ’90s. */
function isShortened(before: string, after: string, { shortened = [] }: Punctuation): boolean {
  const [word = ''] = /^[\p{L}\d]+/u.exec(after) ?? []
  const next = after.charAt(word.length)
  if (/^\d\ds$/.test(word)) return true
  // “the summer of ’69”, but “he said, ‘12 chairs’”.
  if (/^\d\d$/.test(word)) return /\p{L}\s$/u.test(before) && !/['’]/.test(next)
  return shortened.includes(word.toLowerCase()) && (word === 'n' || !/['’]/.test(next))
}

/** The opening mark that turns out to be an apostrophe, now that the word after it has ended. */
function shortened(text: string, rules: Punctuation): PunctuationEdit | null {
  const [open] = rules.single
  if (open === APOSTROPHE) return null
  const [, word = '', end = ''] = new RegExp(`${open}([\\p{L}\\d]+)([^\\p{L}\\d])$`, 'u').exec(text) ?? []
  const from = text.length - end.length - word.length - open.length
  if (word === '' || !isShortened(text.slice(0, from), word + end, rules)) return null
  if (end !== "'") return { from, to: from + open.length, text: APOSTROPHE }
  return { from, to: text.length, text: APOSTROPHE + word + APOSTROPHE }
}

/** The blank that was typed after an opening mark that brought its own. */
function doubledBlank(text: string, { double: [open] }: Punctuation): PunctuationEdit | null {
  const isDoubled = open.endsWith(BLANK) && text.endsWith(`${open} `)
  return isDoubled ? { from: text.length - 1, to: text.length, text: '' } : null
}

/** Two hyphens between blanks, words or numbers. Before a word only, they begin an option such as `--help`. */
function dash(before: string, sign: string, after: string | null, rules: Punctuation): string | null {
  if (sign.length > 3 || after === null) return null
  const isAfterBlank = before === '' || /\s$/.test(before)
  const isBeforeBlank = after === '' || /^\s/.test(after)
  if (/(?:^|\n)$/.test(before)) {
    const begins = isBeforeBlank ? sign.length === 2 && /^[ \u00a0]/.test(after) : rules.hasDialogueDash
    return begins === true ? '—' : null
  }
  if (isAfterBlank) {
    if (!isBeforeBlank || after === '') return null
    return sign.length === 3 ? '—' : (rules.spacedDash ?? '–')
  }
  return sign.length === 2 && /\d$/.test(before) && /^\d/.test(after) ? '–' : '—'
}

function ellipsis(before: string, sign: string, after: string | null): string | null {
  if (sign.length > 4 || /[/\\]$/.test(before)) return null
  // Programmers write ranges so.
  if (/\d$/.test(before) && (after === null || /^\d/.test(after))) return null
  return after !== null && /^[/\\]/.test(after) ? null : sign.replace('...', '…')
}
