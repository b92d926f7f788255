import type { DateSettings } from '../domain/text/date-format.ts'
import type { Theme } from '../domain/theme/theme.ts'
import type { Language } from '../domain/text/language.ts'
import type { SocialNetwork } from '../domain/people/author.ts'
import type { CreditGroup } from '../domain/story/credit.ts'
import type { Texts } from '../domain/site/texts.ts'
import type { Fact } from '../domain/story/fact.ts'
import type { Opening } from '../domain/story/opening.ts'
import type { PictureRights } from '../domain/media/media-rights.ts'
import type { Svg } from '../domain/media/svg.ts'
import type { ShownMenus } from './menus.ts'
import type { Picture } from './pictures/pictures.ts'

export interface CategoryRef {
  name: string
  slug: string
  color: string
}

/** `path` is the author's canonical page, null when the author has none. */
export interface AuthorRef {
  name: string
  path: string | null
}

/** The people of a story in one role. `role` is its name; null: the story names nobody, and its owner wrote it. */
export interface StoryCredit extends CreditGroup<AuthorRef> {
  role: string | null
  isWords: boolean
  byline: string
  people: AuthorRef[]
}

/** The people, each once. */
export function peopleIn(credits: readonly StoryCredit[]): AuthorRef[] {
  const all = credits.flatMap(({ people }) => people)
  return [...new Map(all.map((person) => [person.path ?? person.name, person])).values()]
}

/** The writers of a story; without writers, the people of its first role. */
export function writersOf(credits: readonly StoryCredit[]): AuthorRef[] {
  return (credits.find(({ isWords }) => isWords) ?? credits[0])?.people ?? []
}

/** A writer as they sign a story: `sentence` is the first one of what is told of them, `others` are stories of theirs. */
export interface Signature {
  name: string
  path: string
  image: Picture | null
  sentence: string
  others: Pick<ArticleCard, 'path' | 'title' | 'emphasis'>[]
}

export function articlePath(slug: string): string {
  return `/article/${slug}`
}

/** The address of a story as Markdown. */
export function markdownPath(slug: string): string {
  return `${articlePath(slug)}.md`
}

/**
 * What a list shows of a story. `publishedAt` and `modifiedAt` are ISO times; `modifiedAt` is the last change that readers
 * can see, or the publication when that was later. `readTime` is in minutes (default applied).
 */
export interface ArticleCard {
  id: string
  slug: string
  path: string
  title: string
  emphasis: string | null
  excerpt: string
  category: CategoryRef | null
  readTime: number
  publishedAt: string
  modifiedAt: string
  image: Picture | null
  tags: string[]
  /** What the house of the story is remembered by, in place of its excerpt. */
  remembered: Fact[]
}

/** Whether a story may be the hero without anybody having chosen it: it has a picture and a category. */
export function isPresentable(card: ArticleCard | null): boolean {
  return card?.image != null && card.category !== null
}

/** A card with the names of its story's writers. */
export interface CreditedCard extends ArticleCard {
  writers: string[]
}

export interface AuthorCard {
  id: string
  path: string
  name: string
  role: string | null
  bio: string | null
  image: Picture | null
  social: { network: SocialNetwork; url: string }[]
  articleCount: number
}

/** What the page about the magazine shows of a member of the editorial team. */
export type TeamMember = Pick<AuthorCard, 'path' | 'name' | 'role' | 'image'>

/** What an author's page shows of the author. `joined` is the month and year, null for the editorial team. */
export interface AuthorDetail {
  card: AuthorCard
  email: string | null
  joined: string | null
}

/** What the page of a story and the feeds show of the story itself. */
export interface ArticleDetail {
  card: ArticleCard
  /** At least one; the roles in the story's order. */
  credits: StoryCredit[]
  /** The line under the title; empty when there is none. */
  intro: string
  /** The input of `renderBody`, read when it is used. */
  readonly content: unknown
  /** Changes with `content`. */
  contentKey: string
  opening: Opening
  /** As #rrggbb: the chosen one, or the one of the wall on its picture. Null: the magazine's colours. */
  colour: string | null
  facts: Fact[]
  gallery: Picture[]
  metaTitle: string | null
  metaDescription: string | null
  keywords: string[]
  section: { path: string; title: string } | null
  /** The rights that its pictures share: told once, and left out of the pictures here that have them. */
  pictureRights: PictureRights | null
  /** The pictures that the row names, by their address there. */
  pictures: ReadonlyMap<string, Picture>
  /** The storage paths of files that `content` names and that are not shown. */
  withdrawn: readonly string[]
}

/** `lastmod` is an ISO time, `image` the path of the picture that a story opens with. */
export interface SitemapEntry {
  path: string
  lastmod: string | null
  image?: string
  /** Of a story in the site map of news; `published` is an ISO time. */
  news?: { title: string; published: string }
}

/** The latest of some ISO times; null when there is none. */
export function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
}

/** What every page carries: site settings, typography and colours. */
export interface SiteView {
  siteName: string
  tagline: string
  socialLabel: string
  socialUrl: string | null
  newsletterEnabled: boolean
  /** Whether a sign-up is confirmed by a mail. */
  newsletterConfirm: boolean
  contactEnabled: boolean
  /** Where to write while the contact form is off. */
  contactEmail: string | null
  menus: ShownMenus
  /** What the magazine says beside its stories. */
  texts: Texts
  /** Of the interface, and of the texts. */
  language: Language
  dates: DateSettings
  /** CSS of the global styles with their fonts, '' when none is chosen. */
  typographyCss: string
  theme: Theme
  logo: ShownLogo | null
  /** What is shown where a page without a picture of its own is shared; null: the standard picture. */
  sharePicture: Picture | null
}

/** A drawing, or a picture whose size is known. */
export type ShownMark = Svg | { picture: Picture; width: number; height: number }

/** `dark` null: the same in dark. */
interface ShownLogo {
  light: ShownMark
  dark: ShownMark | null
}
