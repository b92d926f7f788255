import { BackendError } from '../../../backend/errors.ts'
import { authorType, SOCIAL_NETWORKS } from '../../../domain/author.ts'
import type { Author, AuthorForm, SocialNetwork } from '../../../domain/author.ts'
import { describeError } from '../../data/describe-error.ts'

/** The form of an author, empty for a new one. */
export function toAuthorForm(author: Author | null): AuthorForm {
  if (author === null) return authorType.blank()
  const { twitter, linkedin, instagram } = author.social_links
  return authorType.formOf(author, {
    twitter: twitter ?? '',
    linkedin: linkedin ?? '',
    instagram: instagram ?? '',
  })
}

/** The columns that a form sets. Empty links are left out; an empty slug lets the database make one. */
export function authorWrite(form: AuthorForm) {
  const social_links: Partial<Record<SocialNetwork, string>> = {}
  for (const network of SOCIAL_NETWORKS) {
    if (form[network] !== '') social_links[network] = form[network]
  }
  return { ...authorType.columnsOf(form), slug: form.slug, social_links }
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
