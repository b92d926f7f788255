import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { isCompositionKey } from '../../../domain/text/composition.ts'
import { type Suggestion, suggestionsOf } from '../../lists/suggestions.ts'
import { readerClient } from '../reader-client.ts'
import { findTitles } from '../search/story-search.ts'
import { SEARCH_DEBOUNCE, SearchButton, searchField, useCombobox } from '../search/search-field.tsx'
import { useDebouncedRequest } from '../search/use-debounced-request.ts'
import { useWords } from '../words/use-words.ts'
import { updateParams } from './navigation.ts'

/** Milliseconds from the last key until titles are suggested. */
const SUGGESTION_DEBOUNCE = 200
const MIN_SUGGESTION_LENGTH = 2

const client = readerClient()
const requestTitles = (text: string, signal: AbortSignal) => findTitles(client, text, signal)

interface SearchBoxProps {
  /** The search text in the page's address. */
  search: string
  categories: readonly string[]
  live: boolean
}

/** Search field of /browse with suggestions. Without script it is a form that leads to /browse. */
export function SearchBox({ search, categories, live }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const words = useWords()
  const shown = useRef('')
  /** Text typed since the last change of the address; null when none. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isListOpen, setListOpen] = useState(false)
  const text = typed?.trim() ?? ''
  const titles = useDebouncedRequest(
    text.length < MIN_SUGGESTION_LENGTH ? '' : text,
    SUGGESTION_DEBOUNCE,
    requestTitles,
  )
  const suggestions = isListOpen && titles ? suggestionsOf(titles.text, titles.found ?? [], categories) : []
  const combobox = useCombobox('suggestions', suggestions.length, titles)

  useEffect(() => {
    if (live && field.current?.value) setTyped(field.current.value)
  }, [live])

  useEffect(() => {
    if (typed === null || typed.trim() === search) return
    const timer = setTimeout(() => updateParams({ search: typed.trim() }, 'replace'), SEARCH_DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed, search])

  // Back, Forward and Clear change the address; after typing the field already has its text.
  useEffect(() => {
    if (search === shown.current) return
    shown.current = search
    if (field.current === null || field.current.value.trim() === search) return
    field.current.value = search
    setTyped(null)
  }, [search])

  function set(value: string) {
    if (field.current) field.current.value = value
    setTyped(null)
    setListOpen(false)
    combobox.reset()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const wanted = field.current?.value.trim() ?? ''
    if (wanted === '') return
    setTyped(null)
    setListOpen(false)
    updateParams({ search: wanted })
  }

  function choose({ kind, text: chosen }: Suggestion) {
    set(kind === 'title' ? chosen : '')
    updateParams(kind === 'title' ? { search: chosen } : { search: '', category: chosen })
  }

  function onKeyDown(event: KeyboardEvent) {
    combobox.onKeyDown(event)
    if (event.key !== 'Escape' || isCompositionKey(event.nativeEvent)) return
    setListOpen(false)
    combobox.reset()
  }

  return (
    <form className="search-form" action="/browse" role="search" noValidate={live} onSubmit={submit}>
      <input
        ref={field}
        {...searchField(words)}
        {...(live && combobox.field)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setListOpen(true)
          combobox.reset()
        }}
        onBlur={() => setListOpen(false)}
        onKeyDown={onKeyDown}
      />
      <SearchButton />
      {live && (
        <>
          <p className="unseen" role="status">
            {suggestions.length > 0 && words.search.suggestionCount(suggestions.length)}
          </p>
          {/* Keep the focus in the field while an option is pressed. */}
          <ul
            className="suggestions"
            id="suggestions"
            role="listbox"
            aria-label={words.search.suggestions}
            hidden={suggestions.length === 0}
            onMouseDown={(event) => event.preventDefault()}
          >
            {suggestions.map((suggestion, index) => (
              <li
                key={suggestion.kind + suggestion.text}
                onClick={() => choose(suggestion)}
                {...combobox.option(index)}
              >
                {suggestion.text}
                {suggestion.kind === 'category' && <span className="label">{words.browse.category}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </form>
  )
}
