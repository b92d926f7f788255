import * as z from 'zod/mini'
import { SOCIAL_NETWORKS, type Author, type AuthorForm, type SocialLinks } from '../../../domain/author.ts'

/** The form as it is typed, valid or not. */
export const typedAuthorSchema = z.object({
  name: z.string(),
  email: z.string(),
  role: z.string(),
  slug: z.string(),
  image_url: z.string(),
  bio: z.string(),
  twitter: z.string(),
  linkedin: z.string(),
  instagram: z.string(),
  profile_id: z.nullable(z.string()),
})

/** The form of an author, empty for a new one. */
export function toAuthorForm(author: Author | null): AuthorForm {
  return {
    name: author?.name ?? '',
    email: author?.email ?? '',
    role: author?.role ?? '',
    slug: author?.slug ?? '',
    image_url: author?.image_url ?? '',
    bio: author?.bio ?? '',
    twitter: author?.social_links.twitter ?? '',
    linkedin: author?.social_links.linkedin ?? '',
    instagram: author?.social_links.instagram ?? '',
    profile_id: author?.profile_id ?? null,
  }
}

/** The row of a form. Empty links are left out; for an empty slug the database makes one. */
export function authorWrite(form: AuthorForm) {
  const social_links: Partial<Record<keyof SocialLinks, string>> = {}
  for (const network of SOCIAL_NETWORKS) {
    if (form[network] !== '') social_links[network] = form[network]
  }
  return {
    name: form.name,
    email: form.email || null,
    role: form.role || null,
    slug: form.slug,
    image_url: form.image_url || null,
    bio: form.bio || null,
    social_links,
    profile_id: form.profile_id,
  }
}
