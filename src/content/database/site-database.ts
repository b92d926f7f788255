import type { PublicClient } from '../../backend/client.ts'
import { addRows, completeContent, type PictureChanges, updateContent } from '../content-update.ts'
import { Content } from '../content.ts'
import { type OnRows, loadRows } from '../load.ts'
import type { PictureFile } from '../pictures/pictures.ts'
import type { RenderContext } from '../render-context.ts'
import type { Changes, ReportSkipped } from '../rows.ts'
import { SitePages } from '../site-pages.ts'
import { Database } from './database.ts'

/** The published content with the pages that are made of it. */
export interface Site {
  content: Content
  pages: SitePages
}

/** Opens the database of a site; `file` null: a temporary one. */
export function openSiteDatabase(file: string | null, siteUrl: string): Site {
  const content = new Content(new Database(file), siteUrl)
  return { content, pages: new SitePages(content) }
}

/**
 * Fills an empty database with all that the backend publishes but the quarantined rows. `addAllPages` has to come
 * next. Throws a BackendError.
 */
export async function loadContent(
  { content }: Site,
  client: PublicClient,
  reportSkipped?: ReportSkipped,
  isQuarantined: (entity: string, id: string) => boolean = () => false,
): Promise<void> {
  const add: OnRows = (entity, rows) => {
    const kept = rows.filter(({ id }) => !isQuarantined(entity, id))
    addRows(content, entity, kept)
  }
  await loadRows(client, add, reportSkipped)
  content.readTables()
}

/** Makes all pages of the content that was loaded, with the pictures that are known. */
export function addAllPages(
  { content, pages }: Site,
  pictures: Iterable<readonly [string, PictureFile]>,
  build?: number,
): void {
  const changes: PictureChanges = { put: [...pictures], gone: [] }
  content.db.transaction(() => {
    completeContent(content, changes)
    pages.addAll(build)
  })
}

/**
 * Makes a change for a build and marks the pages that then show something else; all of it or, when that throws, nothing.
 */
export function changeSite(
  { content, pages }: Site,
  changes: Changes,
  pictures?: PictureChanges,
  build?: number,
): void {
  try {
    content.db.transaction(() => pages.apply(updateContent(content, changes, pictures), build))
  } catch (error) {
    // After a rollback the tables in memory may be ahead of the database.
    content.readTables()
    pages.forget()
    throw error
  }
}

/** What a build of the whole site renders from. */
export function buildContext(
  { pages }: Site,
  renderers: Pick<RenderContext, 'renderSocialCard' | 'renderIcon' | 'renderLetterPicture'>,
): RenderContext {
  return {
    staticPaths: (route) =>
      pages
        .addresses(route)
        .map(({ params }) => ({ params, cacheKey: pages.evaluate(route, params).digest })),
    page: (route, params) => pages.evaluate(route, params).content,
    ...renderers,
  }
}
