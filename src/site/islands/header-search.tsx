import {
  type FocusEvent,
  type KeyboardEvent,
  type SubmitEvent,
  type ToggleEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isCompositionKey } from '../../domain/composition.ts'
import { UNCATEGORIZED } from '../../domain/fallback-names.ts'
import { RECENT_SEARCHES } from '../../magazine/navigation.ts'
import { browseUrl, DEFAULT_PARAMS } from '../browse-params.ts'
import { highlight } from '../highlight.ts'
import { readerClient } from './reader-client.ts'
import { SmallPicture } from './small-picture.tsx'
import { type SearchResults, type Hit, searchStories } from './story-search.ts'
import { SEARCH_DEBOUNCE, SEARCH_FIELD, SearchButton, useCombobox } from './search-field.tsx'
import { type Lookup, useDebouncedRequest } from './use-debounced-request.ts'
import { useIslandReady } from './use-island-ready.ts'

// Milliseconds.
const FOCUS_DELAY = 100
const CLOSE_DELAY = 200

const searchUrl = (search: string) => browseUrl({ ...DEFAULT_PARAMS, search })

type Answer = Lookup<SearchResults<Hit>>

const client = readerClient()
const requestHits = (text: string, signal: AbortSignal) => searchStories(client, text, signal)

/**
 * Header search: a popover with a combobox of results, which `story-search.ts` gets from the database. Without script it
 * is a form that leads to /browse.
 */
export function HeaderSearch() {
  const root = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** Whether to focus the field once the popover has opened, unless the focus moved on meanwhile. */
  const opening = useRef(false)
  const live = useIslandReady(root)
  const [typed, setTyped] = useState('')
  const [focused, setFocused] = useState(false)
  const text = typed.trim()
  const answer = useDebouncedRequest(text, SEARCH_DEBOUNCE, requestHits)
  const open = focused && text !== ''
  const stories = (open && answer?.found?.stories) || []
  const more = (answer?.found?.total ?? 0) > stories.length && stories.length > 0
  const combobox = useCombobox('search-hits', stories.length + (more ? 1 : 0), answer)

  useEffect(() => {
    // Take over what was typed and focused before hydration.
    setTyped(field.current?.value ?? '')
    setFocused(document.activeElement === field.current)
  }, [])

  function close() {
    root.current?.hidePopover()
  }

  function onToggle(event: ToggleEvent<HTMLElement>) {
    if (event.newState === 'open') {
      // The focus may have moved on before this event comes.
      setTimeout(() => opening.current && field.current?.focus(), FOCUS_DELAY)
      return
    }
    if (field.current) field.current.value = ''
    setTyped('')
    combobox.reset()
  }

  function onBlur({ target }: FocusEvent) {
    opening.current = false
    setTimeout(() => {
      if (document.activeElement === target || !document.hasFocus()) return
      if (target === field.current) setFocused(false)
      if (!root.current?.contains(document.activeElement)) close()
    }, CLOSE_DELAY)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isCompositionKey(event.nativeEvent)) return
    event.preventDefault()
    close()
  }

  function submit(event: SubmitEvent) {
    if (text === '') event.preventDefault()
  }

  return (
    <search
      ref={root}
      className="search"
      id="search"
      popover="auto"
      tabIndex={-1}
      onBeforeToggle={({ newState }) => (opening.current = newState === 'open')}
      onToggle={onToggle}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      <form action="/browse" noValidate={live} onSubmit={submit}>
        <input
          ref={field}
          {...SEARCH_FIELD}
          autoFocus
          {...(live && combobox.field)}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.reset()
          }}
          onFocus={() => setFocused(true)}
          onKeyDown={combobox.onKeyDown}
        />
        <SearchButton />
      </form>
      <div className="recent" hidden={text !== ''}>
        <span className="label">Recent searches</span>
        {RECENT_SEARCHES.map((example) => (
          <a key={example} href={searchUrl(example)}>
            {example}
          </a>
        ))}
      </div>
      {live && (
        <>
          <p className={stories.length > 0 ? 'unseen' : 'note'} role="status">
            {open && statusText(text, answer)}
          </p>
          {/* Keep the focus in the field while an option is pressed. */}
          <div
            className="hits"
            id="search-hits"
            role="listbox"
            aria-label="Search results"
            aria-busy={answer?.text !== text}
            hidden={stories.length === 0}
            onMouseDown={(event) => event.preventDefault()}
          >
            {stories.map((story, index) => (
              <a
                className="hit"
                key={story.id}
                href={`/article/${story.slug}`}
                onClick={close}
                {...combobox.option(index)}
              >
                <span className="frame">
                  {story.featured_image !== null && (
                    <SmallPicture
                      key={story.featured_image}
                      address={story.featured_image}
                      width={96}
                      height={64}
                    />
                  )}
                </span>
                <span className="hit-title">
                  {highlight(story.title, answer?.text ?? '').map((part, at) =>
                    part.match ? <mark key={at}>{part.text}</mark> : part.text,
                  )}
                </span>
                <span className="meta">{story.category?.name ?? UNCATEGORIZED}</span>
              </a>
            ))}
            {more && (
              <a
                className="link"
                href={searchUrl(answer?.text ?? '')}
                onClick={close}
                {...combobox.option(stories.length)}
              >
                View all {answer?.found?.total} results
              </a>
            )}
          </div>
        </>
      )}
    </search>
  )
}

/** Status line of the result list. */
function statusText(text: string, answer: Answer | null): string {
  if (answer === null || (answer.found === null && answer.text !== text)) return 'Searching...'
  if (answer.found === null) return 'Search is not answering. Press Enter to try on the Browse page.'
  const { stories, total } = answer.found
  if (stories.length > 0) return `${total} ${total === 1 ? 'result' : 'results'}, ${stories.length} shown`
  return answer.text === text ? `No results for “${text}”` : 'Searching...'
}
