import * as z from 'zod/mini'
import { BackendError } from '../../../backend/errors.ts'
import { SOCIAL_NETWORKS, type Author, type AuthorForm, type SocialLinks } from '../../../domain/author.ts'
import { describeError } from '../../data/describe-error.ts'

/** The dialog's fields as they were typed, right or wrong. */
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

/** The dialog's fields for an author, all empty for a new one. */
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

/** The row of a form. Empty links are left out (admin spec §3); an empty slug lets the database make one. */
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

export interface SaveFailure {
  message: string
  /** The field that is to blame, where one is. */
  field: 'slug' | 'profile_id' | null
}

/** Why an author was not saved: the server's message, or what it means where it speaks of constraints. */
export function saveFailure(error: unknown): SaveFailure {
  if (!(error instanceof BackendError)) return { message: '', field: null }
  if (error.kind === 'network') {
    return { message: describeError(error), field: null }
  }
  if (error.kind !== 'duplicate') return { message: error.message, field: null }
  return error.message.includes('profile_id')
    ? { message: 'This account already belongs to another author', field: 'profile_id' }
    : { message: 'This slug is already taken by another author', field: 'slug' }
}
