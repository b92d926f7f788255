import { useEffect, useRef, useState } from 'react'
import { titleParts } from '../../domain/article.ts'
import { UNCATEGORIZED } from '../../domain/category.ts'
import { readTimeLabel } from '../../domain/read-time.ts'
import { PAGE_SIZE, pageNumbers, showingLabel } from '../pagination.ts'
import { addressOf, browse, questionOf } from './browse-query.ts'
import type { BrowseQuestion, BrowseResult } from './browse-query.ts'
import { useReady } from './use-ready.ts'

type State =
  | { is: 'idle' }
  | { is: 'loading'; question: BrowseQuestion }
  | { is: 'failed'; question: BrowseQuestion }
  | { is: 'loaded'; question: BrowseQuestion; results: BrowseResult[]; total: number }

/** The answer to a search, a category or a page number in the address of /browse; nothing without one. */
export function BrowseResults() {
  const root = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>({ is: 'idle' })
  useReady(root)

  useEffect(() => {
    const question = questionOf(new URLSearchParams(location.search))
    if (question === null) {
      document.documentElement.classList.remove('asking')
      return
    }
    setState({ is: 'loading', question })
    const field = document.querySelector<HTMLInputElement>('.ask input')
    if (field) field.value = question.search
    browse(question).then(
      (answer) => setState({ is: 'loaded', question, ...answer }),
      (error: unknown) => {
        console.error(error)
        setState({ is: 'failed', question })
      },
    )
  }, [])

  return (
    <div ref={root} className="answers" aria-live="polite">
      {state.is !== 'idle' && (
        <section className="band">
          <Answer {...state} />
        </section>
      )}
    </div>
  )
}

function Answer(state: Exclude<State, { is: 'idle' }>) {
  if (state.is === 'loading') return <p className="empty">Loading articles...</p>
  if (state.is === 'failed') {
    return (
      <p className="empty">
        Failed to load articles{' '}
        <a className="link" href={addressOf(state.question)}>
          Try Again
        </a>
      </p>
    )
  }
  const { question, results, total } = state
  if (results.length === 0) {
    return (
      <div className="empty">
        <h2>No articles found</h2>
        <p>Try adjusting your search terms or filters to find what you're looking for.</p>
        <p>
          <a className="link" href="/browse">
            Clear all filters
          </a>
        </p>
      </div>
    )
  }
  const pages = Math.ceil(total / PAGE_SIZE)
  return (
    <>
      <header>
        <h2>{headingOf(question)}</h2>
        <p className="meta">{showingLabel(question.page, total)}</p>
      </header>
      <div className="row">
        {results.map((result) => (
          <ResultCard key={result.id} result={result} />
        ))}
      </div>
      {pages > 1 && <Pages question={question} pages={pages} />}
      <p className="more">
        <a className="link" href="/browse">
          Clear all filters
        </a>
      </p>
    </>
  )
}

function headingOf({ search, category }: BrowseQuestion): string {
  if (search === '') return category || 'All Articles'
  return category === '' ? `“${search}”` : `“${search}” in ${category}`
}

function ResultCard({ result }: { result: BrowseResult }) {
  const { title, title_emphasis, slug, excerpt, featured_image, category, read_time } = result
  return (
    <article className="card">
      {featured_image !== null && (
        <picture className="frame">
          <img src={featured_image} alt="" loading="lazy" decoding="async" />
        </picture>
      )}
      <h3>
        <a href={`/article/${slug}`}>
          {titleParts(title, title_emphasis).map(({ text, emphasis }) =>
            emphasis ? <em key={text}>{text}</em> : text,
          )}
        </a>
      </h3>
      {excerpt !== null && <p>{excerpt}</p>}
      <p className={category === null ? 'meta' : 'meta dot'} style={{ '--dot': category?.color }}>
        {category?.name ?? UNCATEGORIZED} · {readTimeLabel(read_time)}
      </p>
    </article>
  )
}

function Pages({ question, pages }: { question: BrowseQuestion; pages: number }) {
  const { page } = question
  return (
    <nav className="pages" aria-label="Pages">
      <span>
        Page {page} of {pages}
      </span>
      {page > 1 && (
        <a href={addressOf({ ...question, page: page - 1 })} rel="prev">
          Previous
        </a>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          <span key={`gap-${index}`}>…</span>
        ) : (
          <a
            key={number}
            href={addressOf({ ...question, page: number })}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </a>
        ),
      )}
      {page < pages && (
        <a href={addressOf({ ...question, page: page + 1 })} rel="next">
          Next
        </a>
      )}
    </nav>
  )
}
