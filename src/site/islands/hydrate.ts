import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BuiltHtml } from './built-html.tsx'
import { WordsContext } from './words/use-words.ts'

/** Hydrates the island `name` of this page with the props and slots that Island.astro has rendered it with. */
export function hydrate<P extends object>(name: string, component: ComponentType<P>): void {
  const island = document.querySelector<HTMLElement>(`[data-island=${name}]`)
  // Without the words the loader has said that the island cannot be loaded.
  if (island === null || !('pageWords' in globalThis)) return
  const slots = Array.from(island.querySelectorAll<HTMLElement>('[data-slot]'), ({ dataset, innerHTML }) => {
    const slot = dataset.slot ?? ''
    return [slot, createElement(BuiltHtml, { slot, html: innerHTML })] as const
  })
  const props = JSON.parse(island.dataset.props ?? '{}') as P
  const element = createElement(component, { ...props, ...Object.fromEntries(slots) })
  hydrateRoot(island, createElement(WordsContext, { value: pageWords }, element), {
    identifierPrefix: name,
  })
}
