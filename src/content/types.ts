import type { RenderedBody } from '../domain/body/render.ts'

/** A picture as pages show it. `key` names its resized copies (see pictures.ts); null: only the original at `url` is known. */
export interface Picture {
  url: string
  key: string | null
  width: number | null
  height: number | null
  alt: string
  caption: string | null
}

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

/** What a list shows of a story. `publishedAt` is an ISO time, `readTime` minutes (default applied). */
export interface ArticleCard {
  id: string
  slug: string
  path: string
  title: string
  emphasis: string | null
  excerpt: string
  category: CategoryRef | null
  author: AuthorRef
  readTime: number
  publishedAt: string
  updatedAt: string
  image: Picture | null
  tags: string[]
}

export interface ArticleView {
  card: ArticleCard
  body: RenderedBody
  /** The pictures that the body names, by their address there. */
  pictures: ReadonlyMap<string, Picture>
  gallery: Picture[]
  metaTitle: string | null
  metaDescription: string | null
  keywords: string[]
  related: ArticleCard[]
  /** The stories of its category published just before and just after this one. */
  previous: ArticleCard | null
  next: ArticleCard | null
  /** The section page the story's category belongs to. */
  section: { path: string; title: string } | null
}

export interface AuthorCard {
  id: string
  path: string
  name: string
  role: string | null
  bio: string | null
  image: Picture | null
  social: { network: 'instagram' | 'twitter' | 'linkedin'; url: string }[]
  articleCount: number
}

export interface AuthorView {
  author: AuthorCard
  email: string | null
  /** 'Joined {month year}', null for the editorial team. */
  joined: string | null
  /** The newest ones; the card counts all. */
  articles: ArticleCard[]
}

export interface HomeView {
  hero: ArticleCard | null
  featured: ArticleCard[]
  sections: { title: string; path: string; articles: ArticleCard[] }[]
}

export interface SectionView {
  path: string
  title: string
  description: string
  /** Names of the filter buttons after All; for the Design Journal tags that lift stories instead. */
  buttons: string[]
  /** The first articles, newest first; `total` counts all of the section. */
  articles: ArticleCard[]
  total: number
  /** Articles per button name, all of the section. */
  counts: Record<string, number>
}

export interface BrowseView {
  latest: ArticleCard[]
  articles: ArticleCard[]
  total: number
  categories: string[]
  authors: string[]
}

export interface PageView {
  path: string
  title: string
  excerpt: string | null
  metaTitle: string | null
  metaDescription: string | null
  body: RenderedBody
  parent: { path: string; title: string } | null
}

/** What every page carries: site settings and typography. */
export interface SiteView {
  siteName: string
  tagline: string
  socialLabel: string
  socialUrl: string | null
  newsletterEnabled: boolean
  contactEnabled: boolean
  /** Where to write while the contact form is off. */
  contactEmail: string | null
  /** CSS of the global styles with their fonts, '' when none is chosen. */
  typographyCss: string
}

export interface FeedView {
  title: string
  description: string
  /** The page that the feed follows, and the feed itself. */
  path: string
  feedPath: string
  /** ISO time of the latest change, null when the feed is empty. */
  updatedAt: string | null
  /** `html` is the whole story, its addresses absolute. */
  items: { card: ArticleCard; html: string }[]
}

/** `lastmod` is an ISO time. */
export interface SitemapEntry {
  path: string
  lastmod: string | null
}
