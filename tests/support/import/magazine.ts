import type { Magazine } from '../../../src/import/plan/magazine.ts'

/** A magazine without content, with the role of credits that an author has. */
export const EMPTY_MAGAZINE: Magazine = {
  ...{ categories: [], tags: [], author_profiles: [], sections: [], articles: [], pages: [], media: [] },
  ...{ menus: [], site_settings: [], slug_redirects: [], credit_roles: [{ id: 'words', is_words: true }] },
}
