/** What an article is compared by; `read_time` is in whole minutes. */
export interface RelatedItem {
  id: string
  title: string
  excerpt: string | null
  category_id: string | null
  author_id: string | null
  read_time: number | null
  published_at: string | null
}

/** How many related articles are shown. */
export const RELATED_COUNT = 3

/** A candidate needs more than this. */
export const SCORE_ABOVE = 20

export const POINTS = { category: 50, author: 30, title: 25, excerpt: 15, readTime: 10 } as const

/** Words of more than three letters that say nothing of what an article is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'about above across after again against almost along already also although always among another anyone anything ' +
    'around away back became because become been before behind being below between beyond both came cannot come could ' +
    'does doing done down during each either else enough even ever every everyone everything from further gave give goes ' +
    'going gone have having here hers herself himself however inside into itself just kept know last later least less ' +
    'like made make makes making many maybe might more most much must myself near nearly neither never next nobody none ' +
    'nothing once only onto other others ought ours ourselves outside over perhaps quite rather really said same shall ' +
    'should since some someone something sometimes still such take takes than that their theirs them themselves then ' +
    'there these they thing things this those though through together took toward towards turned under until upon used ' +
    'very want wants well went were what whatever when where whether which while whole whom whose will with within ' +
    'without would your yours yourself'
  ).split(' '),
)

/** The words of a text in lower case: runs of letters, marks and digits. */
export function tokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The different words of a text that have more than three letters and are no stop words. */
export function keywords(text: string): string[] {
  return [...new Set(tokens(text))].filter((word) => word.length > 3 && !STOP_WORDS.has(word))
}
