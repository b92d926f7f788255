import type { Language } from '../../domain/text/language.ts'
import { wordSet } from '../../domain/text/word-set.ts'

const ENGLISH = wordSet(
  'about above across after again against almost along already also although always among another anyone anything',
  'around away back became because become been before behind being below between beyond both came cannot come could',
  'does doing done down during each either else enough even ever every everyone everything from further gave give goes',
  'going gone have having here hers herself himself however inside into itself just kept know last later least less',
  'like made make makes making many maybe might more most much must myself near nearly neither never next nobody none',
  'nothing once only onto other others ought ours ourselves outside over perhaps quite rather really said same shall',
  'should since some someone something sometimes still such take takes than that their theirs them themselves then',
  'there these they thing things this those though through together took toward towards turned under until upon used',
  'very want wants well went were what whatever when where whether which while whole whom whose will with within',
  'without would your yours yourself',
)

const GERMAN = wordSet(
  'aber alle allein allem allen aller allerdings alles also andere anderem anderen anderer anderes auch außer außerdem',
  'beide beiden beim bereits besonders bevor bleiben bleibt brauchen braucht dabei dadurch dafür dagegen daher dahin damals',
  'damit danach daneben dann daran darauf daraus darf darin darüber darum darunter dass davon davor dazu dein deine deinem',
  'deinen deiner denen denn dennoch deren derer dessen deshalb dich dies diese diesem diesen dieser dieses doch dort drin',
  'durch dürfen eben ebenso ehemals eher eigentlich eine einem einen einer eines einfach einige einigen einiger einmal etwa',
  'etwas euch euer eure fast ganz ganze ganzen gegen geht gerade gern gewesen gibt ging habe haben hatte hatten hätte hier',
  'hierher hinter ihnen ihre ihrem ihren ihrer ihres immer indem jede jedem jeden jeder jedes jedoch jemand jene jenem jenen',
  'jener jenes jetzt kann kaum kein keine keinem keinen keiner können könnte kommen kommt konnte lange lassen lässt macht',
  'machen manche manchem manchen mancher manchmal mehr mein meine meinem meinen meiner meist mich möchte muss müssen musste',
  'nach nachdem neben nein nicht nichts niemand noch oben oder ohne schon sehr sein seine seinem seinen seiner seit selbst',
  'sich sind sogar solche solchem solchen solcher soll sollen sollte sondern sonst sowie stehen steht trotz über überall unser',
  'unsere unserem unseren unserer unter viel viele vielem vielen vieler vielleicht vorher wann waren warum weder wegen',
  'weil weiter weitere weiteren welche welchem welchen welcher wenig wenige wenigen wenn werden wessen wieder wird wirklich',
  'wirst wobei wodurch wofür woher wohin wohl wollen wollte worden wurde wurden würde würden zuerst zuletzt zurück zusammen',
  'zwar zwischen während',
)

/** Words of more than three letters that say nothing of what an article is about. */
const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = { en: ENGLISH, de: GERMAN }

/** The words of a text in lower case: runs of letters, marks and digits. */
function tokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The different words of a text that have more than three letters and are no stop words of its language. */
export function keywords(text: string, language: Language): string[] {
  return [...new Set(tokens(text))].filter((word) => word.length > 3 && !STOP_WORDS[language].has(word))
}

/** Tokens longer than this are compared with every keyword instead of having all their parts looked up. */
const LONG_TOKEN = 40

/**
 * An inverted index of one text field (title or excerpt) of many articles, each in a numbered slot. For each keyword it
 * holds the slots that have it as a keyword, and those whose text contains it, be it within a longer word.
 */
export class KeywordIndex {
  readonly #language: Language
  readonly #slotsWithToken = new Map<string, number[]>()
  readonly #slotsWithKeyword = new Map<string, number[]>()
  readonly #slotsContaining = new Map<string, number[]>()
  /** By slot: its own keywords, and the keywords of all slots that its text contains. */
  readonly #keywordsOf = new Map<number, readonly string[]>()
  readonly #keywordsInText = new Map<number, Set<string>>()

  constructor(language: Language) {
    this.#language = language
  }

  /** Fills empty slots. */
  add(texts: ReadonlyMap<number, string>): void {
    const isFirst = this.#keywordsOf.size === 0
    const added: string[] = []
    for (const [slot, text] of texts) {
      const own = keywords(text, this.#language)
      this.#keywordsOf.set(slot, own)
      this.#keywordsInText.set(slot, new Set())
      for (const word of own) {
        if (!this.#slotsWithKeyword.has(word)) added.push(word)
        append(this.#slotsWithKeyword, word, slot)
      }
    }
    const inToken = new Map<string, string[]>()
    for (const [slot, text] of texts) {
      for (const token of new Set(tokens(text))) {
        append(this.#slotsWithToken, token, slot)
        let found = inToken.get(token)
        if (found === undefined) inToken.set(token, (found = this.#keywordsInToken(token)))
        for (const word of found) this.#addToText(slot, word)
      }
    }
    if (isFirst || added.length === 0) return
    // Match the new keywords with the texts of the slots that were filled before.
    for (const [token, slots] of this.#slotsWithToken) {
      for (const word of added) {
        if (token.includes(word)) for (const slot of slots) this.#addToText(slot, word)
      }
    }
  }

  /** Empties a slot. `text`: what it was filled with. */
  remove(slot: number, text: string): void {
    for (const token of new Set(tokens(text))) drop(this.#slotsWithToken, token, slot)
    for (const word of this.#keywordsOf.get(slot) ?? []) drop(this.#slotsWithKeyword, word, slot)
    for (const word of this.#keywordsInText.get(slot) ?? []) drop(this.#slotsContaining, word, slot)
    for (const map of [this.#keywordsOf, this.#keywordsInText]) map.delete(slot)
  }

  /** For each keyword of a slot, the slots whose text contains it. */
  slotsContainingKeywordsOf(slot: number): (readonly number[])[] {
    return (this.#keywordsOf.get(slot) ?? []).map((word) => this.#slotsContaining.get(word) ?? [])
  }

  /** For each keyword that the text of a slot contains, the slots that have it as a keyword. */
  slotsWithKeywordsInTextOf(slot: number): (readonly number[])[] {
    return Array.from(this.#keywordsInText.get(slot) ?? [], (word) => this.#slotsWithKeyword.get(word) ?? [])
  }

  #addToText(slot: number, word: string): void {
    const words = this.#keywordsInText.get(slot)
    if (!words || words.has(word)) return
    words.add(word)
    append(this.#slotsContaining, word, slot)
  }

  /** A keyword is a run of letters and digits, so wherever it occurs in a text it lies within one token. */
  #keywordsInToken(token: string): string[] {
    if (token.length > LONG_TOKEN)
      return [...this.#slotsWithKeyword.keys()].filter((word) => token.includes(word))
    const found: string[] = []
    for (let start = 0; start + 4 <= token.length; start += 1) {
      for (let end = start + 4; end <= token.length; end += 1) {
        const part = token.slice(start, end)
        if (this.#slotsWithKeyword.has(part)) found.push(part)
      }
    }
    return found
  }
}

export function append(lists: Map<string, number[]>, key: string, slot: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [slot])
  else list.push(slot)
}

/** Removes a slot from a list. Does not keep the order of the list. */
export function drop(lists: Map<string, number[]>, key: string, slot: number): void {
  const list = lists.get(key)
  const place = list?.indexOf(slot) ?? -1
  if (list === undefined || place < 0) return
  const last = list.pop() ?? slot
  if (place < list.length) list[place] = last
  if (list.length === 0) lists.delete(key)
}
