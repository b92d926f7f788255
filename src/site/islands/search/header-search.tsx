import {
  type FocusEvent,
  type KeyboardEvent,
  type SubmitEvent,
  type ToggleEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isCompositionKey } from '../../../domain/text/composition.ts'
import { browseUrl, DEFAULT_PARAMS } from '../../lists/browse-params.ts'
import { type HighlightPart, highlight, highlightWords } from '../../lists/highlight.ts'
import { readerClient } from '../reader-client.ts'
import type { ScriptWords } from '../../../words/words.ts'
import { useIslandReady } from '../use-island-ready.ts'
import { useWords } from '../words/use-words.ts'
import { SmallPicture } from './small-picture.tsx'
import { type SearchResults, type Hit, MAX_HITS, searchStories } from './story-search.ts'
import { DidYouMean, Highlighted, closeHeading } from './search-parts.tsx'
import { SEARCH_DEBOUNCE, SearchButton, searchField, useCombobox } from './search-field.tsx'
import { noteMissedSearch } from './missed-search.ts'
import { type Lookup, useDebouncedRequest } from './use-debounced-request.ts'

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
/** `searches`: the ones that the empty field suggests. */
export function HeaderSearch({ searches }: { searches: readonly string[] }) {
  const root = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** Whether to focus the field once the popover has opened, unless the focus moved on meanwhile. */
  const opening = useRef(false)
  const live = useIslandReady(root)
  const words = useWords()
  const [typed, setTyped] = useState('')
  const [focused, setFocused] = useState(false)
  const text = typed.trim()
  const answer = useDebouncedRequest(text, SEARCH_DEBOUNCE, requestHits)
  const open = focused && text !== ''
  const found = (open && answer?.found) || null
  const people = found?.people ?? []
  const stories = found?.stories ?? []
  const close = found?.close?.stories.slice(0, MAX_HITS - stories.length) ?? []
  const heading = found?.close === undefined ? null : closeHeading(found.close, stories.length > 0, words)
  const count = people.length + stories.length + close.length
  const more = found === null ? null : moreLabel(found, stories.length, close.length, words)
  const combobox = useCombobox('search-hits', count + (more === null ? 0 : 1), answer)

  const missed = found !== null && answer?.text === text && count === 0 ? text : null
  useEffect(() => noteMissedSearch(missed), [missed])

  useEffect(() => {
    // Take over what was typed and focused before hydration.
    setTyped(field.current?.value ?? '')
    setFocused(document.activeElement === field.current)
  }, [])

  function hide() {
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
      const now = document.activeElement
      // What is being pressed, however long, gets its click first.
      if (now === target || !document.hasFocus() || now?.matches(':active')) return
      if (root.current?.contains(now)) return
      setFocused(false)
      hide()
    }, CLOSE_DELAY)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isCompositionKey(event.nativeEvent)) return
    event.preventDefault()
    hide()
  }

  function searchFor(wanted: string) {
    if (field.current) field.current.value = wanted
    setTyped(wanted)
    combobox.reset()
    field.current?.focus()
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
          {...searchField(words)}
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
      <div className="recent" hidden={text !== '' || searches.length === 0}>
        <span className="label">{words.search.recent}</span>
        {searches.map((example) => (
          <a key={example} href={searchUrl(example)}>
            {example}
          </a>
        ))}
      </div>
      {live && (
        <>
          <p className={count > 0 ? 'unseen' : 'note'} role="status">
            {open && statusText(text, answer, close.length, words)}
          </p>
          {found?.close?.meant != null && answer?.text === text && (
            <p className="note">
              <DidYouMean meant={found.close.meant} onChoose={searchFor} />
            </p>
          )}
          {/* Keep the focus in the field while an option is pressed. */}
          <div
            className="hits"
            id="search-hits"
            role="listbox"
            aria-label={words.search.results}
            aria-busy={answer?.text !== text}
            hidden={count === 0}
            onMouseDown={(event) => event.preventDefault()}
          >
            {people.map((person, index) => (
              <a
                key={person.slug}
                className="hit person"
                href={`/author/${person.slug}`}
                onClick={hide}
                {...combobox.option(index)}
              >
                <bdi className="hit-title">{person.name}</bdi>
                <span className="meta">
                  {person.role && `${person.role}, `}
                  {words.search.stories(person.stories)}
                </span>
              </a>
            ))}
            {stories.map((story, index) => (
              <HitLink
                key={story.id}
                story={story}
                title={highlight(story.title, answer?.text ?? '')}
                onClick={hide}
                option={combobox.option(people.length + index)}
              />
            ))}
            {close.length > 0 && (
              <div className="close-matches" role="group" aria-label={heading ?? undefined}>
                {heading !== null && (
                  <span className="label" aria-hidden="true">
                    {heading}
                  </span>
                )}
                {close.map((story, index) => (
                  <HitLink
                    key={story.id}
                    story={story}
                    title={highlightWords(story.title, found?.close?.words ?? [])}
                    passage={
                      story.passage === null ? null : highlightWords(story.passage, found?.close?.words ?? [])
                    }
                    onClick={hide}
                    option={combobox.option(people.length + stories.length + index)}
                  />
                ))}
              </div>
            )}
            {more !== null && (
              <a
                className="link"
                href={searchUrl(answer?.text ?? '')}
                onClick={hide}
                {...combobox.option(count)}
              >
                {more}
              </a>
            )}
          </div>
        </>
      )}
    </search>
  )
}

interface HitLinkProps {
  story: Hit
  title: HighlightPart[]
  passage?: HighlightPart[] | null
  onClick: () => void
  option: ReturnType<ReturnType<typeof useCombobox>['option']>
}

/** One result: picture, title, category, and where its body has the words. */
function HitLink({ story, title, passage, onClick, option }: HitLinkProps) {
  const { uncategorized } = useWords()
  return (
    <a className="hit" href={`/article/${story.slug}`} onClick={onClick} {...option}>
      <span className="frame">
        {story.featured_image !== null && (
          <SmallPicture key={story.featured_image} address={story.featured_image} width={96} height={64} />
        )}
      </span>
      <span className="hit-title">
        <Highlighted parts={title} />
      </span>
      <span className="meta">{story.category?.name ?? uncategorized}</span>
      {passage != null && (
        <span className="passage">
          <Highlighted parts={passage} />
        </span>
      )}
    </a>
  )
}

/** The link under the results; null when all of them are shown. */
function moreLabel(
  { total, close }: SearchResults<Hit>,
  shown: number,
  closeShown: number,
  { search }: ScriptWords,
): string | null {
  if (total > shown) return search.viewAll(total)
  if (close === undefined || close.total <= closeShown) return null
  if (total > 0) return search.viewAllAndClose
  return close.hasAllWords ? search.viewAll(close.total) : search.viewAllClose(close.total)
}

/** Status line of the result list. */
function statusText(
  text: string,
  answer: Answer | null,
  closeShown: number,
  { search }: ScriptWords,
): string {
  if (answer === null || (answer.found === null && answer.text !== text)) return search.searching
  if (answer.found === null) return search.notAnswering
  const { people, stories, total, close } = answer.found
  const parts: string[] = []
  if (people.length > 0) parts.push(search.people(people.length))
  if (stories.length > 0) parts.push(search.found(total, stories.length))
  if (close !== undefined && closeShown > 0) {
    if (!close.hasAllWords) parts.push(search.foundClose(close.total, closeShown))
    else if (total === 0) parts.push(search.found(close.total, closeShown))
    else parts.push(search.foundWithWords(close.total, closeShown))
  }
  if (parts.length > 0) return parts.join('; ')
  return answer.text === text ? search.none(text) : search.searching
}
