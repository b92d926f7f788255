import { type PictureChanges, updateContent } from './content-update.ts'
import { computeLazy } from './database/lazy.ts'
import type { PageContent } from './pages/page-type.ts'
import { type Changes, changedArticles } from './rows.ts'
import type { Site } from './database/site-database.ts'
import type { SitePage } from './site-pages.ts'

/** A page with all that it shows. */
export interface PreviewedPage extends SitePage {
  content: PageContent
}

/**
 * The page at an address as it would be after a change of rows and pictures; null when there would be none. Changes nothing:
 * the change is made and taken back, as in a prediction.
 */
export function previewPage(
  { content, pages }: Site,
  pathname: string,
  changes: Changes,
  pictures?: PictureChanges,
): PreviewedPage | null {
  return content.dryRun(changedArticles(changes), () =>
    pages.dryRun(updateContent(content, changes, pictures), () => {
      const page = pages.at(pathname)
      if (page === null) return null
      const shown = pages.evaluate(page.route, page.params).content
      // The page is drawn when the change is taken back.
      computeLazy(shown.view)
      return { ...page, content: shown }
    }),
  )
}
