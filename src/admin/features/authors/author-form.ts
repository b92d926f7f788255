import {
  type Author,
  type AuthorForm,
  type SocialNetwork,
  authorType,
  SOCIAL_NETWORKS,
} from '../../../domain/author.ts'

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
