import * as z from 'zod/mini'

/** Every role, the most powerful first. */
export const ROLES = ['super_admin', 'editor', 'contributor', 'viewer'] as const

export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  super_admin: 'Super Admin',
  editor: 'Editor',
  contributor: 'Contributor',
  viewer: 'Viewer',
}

/** True only when a profile is loaded and its role is `allowed` or one of them. */
export function hasRole(profile: { role: Role } | null, allowed: Role | readonly Role[]): boolean {
  if (profile === null) return false
  return typeof allowed === 'string' ? profile.role === allowed : allowed.includes(profile.role)
}

export const SUPER_ADMINS: readonly Role[] = ['super_admin']
export const EDITORS: readonly Role[] = ['super_admin', 'editor']
export const WRITERS: readonly Role[] = ['super_admin', 'editor', 'contributor']

/**
 * Roles by action. `articles.create`: one's own articles; `articles.edit`: every article. A contributor's own drafts:
 * `canEditArticle`, `canEditLetter`.
 */
const CAPABILITIES = {
  'articles.read': ROLES,
  'articles.create': WRITERS,
  'articles.edit': EDITORS,
  'articles.feature': EDITORS,
  'articles.publish': EDITORS,
  'articles.delete': SUPER_ADMINS,
  'plan.read': WRITERS,
  'fronts.read': WRITERS,
  'fronts.write': EDITORS,
  'comments.write': WRITERS,
  'comments.invite': EDITORS,
  'comments.delete': EDITORS,
  'categories.write': EDITORS,
  'sections.write': EDITORS,
  'menus.write': EDITORS,
  'tags.write': WRITERS,
  'media.upload': WRITERS,
  'media.delete': EDITORS,
  'authors.write': EDITORS,
  'users.read': EDITORS,
  'users.create': EDITORS,
  'users.manage': SUPER_ADMINS,
  'pages.write': EDITORS,
  'redirects.write': EDITORS,
  'fonts.write': EDITORS,
  'styles.write': EDITORS,
  'letters.read': ROLES,
  'letters.write': WRITERS,
  'letters.send': EDITORS,
  'subscribers.read': EDITORS,
  'subscribers.delete': SUPER_ADMINS,
  'templates.use': WRITERS,
  'templates.write': EDITORS,
  'analytics.read': EDITORS,
  'settings.read': EDITORS,
  'messages.read': EDITORS,
  'messages.delete': SUPER_ADMINS,
  'settings.write': SUPER_ADMINS,
  'colours.write': SUPER_ADMINS,
  'texts.write': SUPER_ADMINS,
  'branding.write': SUPER_ADMINS,
  'audit-log.read': SUPER_ADMINS,
  'backups.read': SUPER_ADMINS,
  'magazine.import': SUPER_ADMINS,
  'magazine.export': SUPER_ADMINS,
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof CAPABILITIES

/** Whether a role may do `action`; null (signed out) may do nothing. The database enforces the same. */
export function can(role: Role | null, action: Action): boolean {
  return role !== null && hasRole({ role }, CAPABILITIES[action])
}

/** Editors edit every article; contributors their own until it is published or featured. */
export function canEditArticle(
  profile: { id: string; role: Role } | null,
  article: { author_id: string | null; status: string; featured: boolean },
): boolean {
  if (profile === null) return false
  if (can(profile.role, 'articles.edit')) return true
  return (
    can(profile.role, 'articles.create') &&
    article.author_id === profile.id &&
    (article.status === 'draft' || article.status === 'review') &&
    !article.featured
  )
}

/** Editors change every letter until it goes out; contributors the drafts that they began. */
export function canEditLetter(
  profile: { id: string; role: Role },
  letter: { created_by: string | null; status: string },
): boolean {
  if (can(profile.role, 'letters.send')) return letter.status === 'draft' || letter.status === 'scheduled'
  return can(profile.role, 'letters.write') && letter.created_by === profile.id && letter.status === 'draft'
}

/** Editors change every plan; contributors only plans of what they write. `owner`: who owns the story, or began the letter. */
export function canChangePlan(
  profile: { id: string; role: Role },
  plan: { person_id: string | null; owner: string | null },
): boolean {
  return (
    can(profile.role, 'articles.edit') ||
    (can(profile.role, 'plan.read') && (plan.person_id === profile.id || plan.owner === profile.id))
  )
}

/** Editors change every file of the media library; contributors those they uploaded. */
export function canChangeMedia(
  profile: { id: string; role: Role },
  media: { uploaded_by: string | null },
): boolean {
  return (
    can(profile.role, 'media.delete') ||
    (can(profile.role, 'media.upload') && media.uploaded_by === profile.id)
  )
}

/** Roles that this role may assign to a new user, lowest first; never above its own. */
export function assignableRoles(role: Role): Role[] {
  if (!can(role, 'users.create')) return []
  return ROLES.slice(ROLES.indexOf(role)).reverse()
}
