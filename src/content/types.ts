import type { SocialNetwork } from '../domain/author.ts'
import type { Picture } from './pictures.ts'

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

/** What every page carries: site settings and typography. */
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
  /** CSS of the global styles with their fonts, '' when none is chosen. */
  typographyCss: string
}
