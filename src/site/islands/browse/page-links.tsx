import type { MouseEvent } from 'react'
import { type BrowseParams, browseUrl, withChange } from '../../browse-params.ts'
import { pageNumbers } from '../../../domain/pagination.ts'

interface PageLinksProps {
  params: BrowseParams
  /** Number of pages. */
  pages: number
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** Pagination: the first, the last and the pages around the current one. */
export function PageLinks({ params, pages, onFollow }: PageLinksProps) {
  const { page } = params
  const to = (target: number) => ({
    href: browseUrl(withChange(params, { page: target })),
    onClick: onFollow,
  })
  return (
    <nav className="pages" aria-label="Pages">
      {page > 1 && (
        <a {...to(page - 1)} rel="prev">
          Previous
        </a>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`}>…</span>
        ) : (
          <a
            key={number}
            {...to(number)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </a>
        ),
      )}
      {page < pages && (
        <a {...to(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
