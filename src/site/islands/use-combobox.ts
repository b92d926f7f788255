import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'

/**
 * The keyboard and the roles of a text field with a list of options below it (WAI-ARIA combobox): the focus stays in the
 * field, the arrows move through the options and back to the field, Enter clicks the one they stand on. `id` is the
 * list's own, `count` how many options it shows now, `answer` what they come from: with another answer the place in the
 * list is lost, or Enter would open what nobody has chosen.
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
    if (count === 0 || event.nativeEvent.isComposing) return
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
    /** Leaves the options: what stands in the field counts. */
    reset: () => setActive(-1),
    field: {
      role: 'combobox',
      autoComplete: 'off',
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
