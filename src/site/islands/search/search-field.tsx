import { type KeyboardEvent, useEffect, useState } from 'react'
import { isCompositionKey } from '../../../domain/text/composition.ts'
import { MAX_SEARCH_LENGTH } from '../../lists/browse-params.ts'
import type { ScriptWords } from '../../../words/words.ts'
import { ArrowIcon } from '../arrow-icon.tsx'
import { useWords } from '../words/use-words.ts'

/** Milliseconds from the last key until a search begins. */
export const SEARCH_DEBOUNCE = 300

/** What the two search fields have in common; without script they are forms that lead to /browse. */
export const searchField = ({ search }: ScriptWords) =>
  ({
    name: 'search',
    type: 'text',
    required: true,
    pattern: '.*\\S.*',
    maxLength: MAX_SEARCH_LENGTH,
    placeholder: search.field,
    'aria-label': search.field,
    autoComplete: 'off',
    inputMode: 'search',
    enterKeyHint: 'search',
    spellCheck: false,
  }) as const

export function SearchButton() {
  const { search } = useWords()
  return (
    <button className="send" type="submit">
      {`${search.button} `}
      <ArrowIcon />
    </button>
  )
}

/**
 * Keyboard and ARIA roles of a combobox: the focus stays in the field, arrow keys move through the options, Enter
 * clicks the active one. `id` is the listbox's id, `count` the number of options, `answer` the result they come from:
 * another result resets the active option, or Enter would open one that nobody chose.
 */
export function useCombobox(id: string, count: number, answer: unknown) {
  const [chosen, setChosen] = useState({ answer, index: -1 })
  const active = chosen.answer === answer && chosen.index < count ? chosen.index : -1
  const setActive = (index: number) => setChosen({ answer, index })
  const optionId = (index: number) => `${id}-${index}`
  const activeId = active < 0 ? undefined : `${id}-${active}`

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function onKeyDown(event: KeyboardEvent) {
    if (count === 0 || isCompositionKey(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const places = count + 1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter' && activeId !== undefined) {
      event.preventDefault()
      document.getElementById(activeId)?.click()
    }
  }

  return {
    /** Clears the active option. */
    reset: () => setActive(-1),
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': id,
      'aria-activedescendant': activeId,
    },
    onKeyDown,
    option: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      tabIndex: -1,
      onPointerMove: () => setActive(index),
    }),
  } as const
}
