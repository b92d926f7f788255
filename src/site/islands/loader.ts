import type { ScriptWords } from '../../words/words.ts'

/**
 * Loads what a page needs from a reader's first action on: the styles of what opens over it, and the scripts that wait in
 * a template (Deferred.astro). Scripts of islands (named by `data-island`) are loaded by the first pointer, focus,
 * click or submit event in the island. What the reader did until then is held back, and repeated when the script fires
 * `island:ready`: a submit, a choice in a select, a click on a button, and one on a link where the island has
 * `data-holds-links`. Forms that lead to another page are not held back; events in an island's slots are ignored.
 */

/** What to do with the held back event when the island's script runs, and when it cannot be loaded. */
interface Held {
  repeat?: () => void
  followInstead?: () => void
}

declare global {
  /** The words that scripts show, in the page's language: there before the first script that shows some (DeferredWords.astro). */
  var pageWords: ScriptWords
  /** Runs the script that waits in the template `script-<name>`. */
  var loadDeferred: (name: string, onError?: () => void, onLoad?: () => void) => void
}

/** Set at the first touch; `areStylesReady` when they apply or cannot be loaded. */
let areStylesAsked = false
let areStylesReady = false
/** The button that was clicked last before they were ready. */
let pendingOpener: HTMLElement | undefined

function loadOverlayStyles(): void {
  if (areStylesAsked) return
  areStylesAsked = true
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = document.body.dataset.overlayStyles ?? ''
  link.onload = link.onerror = () => {
    areStylesReady = true
    pendingOpener?.click()
  }
  document.head.append(link)
}

/** The islands whose scripts are being loaded. */
const loading = new Map<Element, Held>()
let failures = 0

export function loadDeferred(name: string, onError = () => {}, onLoad = () => {}): void {
  const template = templateOf(name)
  const waiting = template?.content.querySelector('script')
  // A story that is read live has no scripts of its own. Not at once: what to do instead is known after this returns.
  if (!waiting) return queueMicrotask(onError)
  const script = document.createElement('script')
  script.type = 'module'
  const needsWords = template?.dataset.words !== undefined && !('pageWords' in globalThis)
  if (needsWords) loadDeferred('words', onError)
  // Those that are not async are fetched at once, and run in this order.
  script.async = !needsWords && name !== 'words'
  // Browsers remember that an address could not be loaded.
  script.src = failures > 0 ? `${waiting.src}#${failures}` : waiting.src
  script.onload = onLoad
  script.onerror = () => {
    failures += 1
    onError()
  }
  document.body.append(script)
}

function templateOf(name: string): HTMLTemplateElement | null {
  return document.querySelector(`#script-${name}`)
}
// The scripts of single pages use it, too; as an import it would be a file of its own.
globalThis.loadDeferred = loadDeferred

function loadIsland(island: HTMLElement): Held {
  let held = loading.get(island)
  if (held === undefined) {
    loading.set(island, (held = {}))
    loadDeferred(island.dataset.island ?? '', () => {
      const { repeat, followInstead } = loading.get(island) ?? {}
      loading.delete(island)
      island.dispatchEvent(new Event('island:error', { bubbles: true }))
      if (followInstead) followInstead()
      else if (repeat) alert(templateOf('words')?.dataset.failed)
    })
  }
  return held
}

function onTouch(event: Event): void {
  const { target } = event
  if (!(target instanceof Element)) return
  loadOverlayStyles()
  const opener = target.closest<HTMLElement>('[popovertarget], [commandfor]')
  if (opener && event.type === 'click' && !areStylesReady) {
    event.preventDefault()
    pendingOpener = opener
    return
  }
  const island = target.closest<HTMLElement>('[data-island]')
  if (island === null || island.contains(target.closest('[data-slot]'))) return
  const held = loadIsland(island)
  if (event.type === 'submit') {
    const form = target as HTMLFormElement
    if (leadsAway(form)) return
    event.preventDefault()
    held.repeat = () => form.requestSubmit()
  } else if (event.type === 'change' && target instanceof HTMLSelectElement) {
    const { value } = target
    held.repeat = () => {
      target.value = value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    }
  } else if (event.type === 'click') {
    const button = target.closest<HTMLElement>('button[type=button]:not([commandfor])')
    const link = target.closest('a')
    if (button) held.repeat = () => button.click()
    else if (link && island.dataset.holdsLinks !== undefined && opensInThisTab(event as MouseEvent)) {
      event.preventDefault()
      held.repeat = () => link.click()
      held.followInstead = () => location.assign(link.href)
    }
  }
}

/** Whether the form navigates (a search): it works without script. */
function leadsAway(form: HTMLFormElement): boolean {
  return form.method === 'get' && form.hasAttribute('action')
}

/** Whether the click follows the link in this tab. */
function opensInThisTab({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey && !altKey
}

// A form sent without script has led to a message.
if (document.querySelector('.outcome:target')) loadOverlayStyles()
for (const type of ['pointerover', 'focusin', 'submit', 'change', 'click'])
  document.addEventListener(type, onTouch)
document.addEventListener('island:ready', ({ target }) => {
  const island = (target as Element).closest('[data-island]')
  if (island === null) return
  island.removeAttribute('data-island')
  const { repeat } = loading.get(island) ?? {}
  // The island is being rendered.
  if (repeat) queueMicrotask(repeat)
})

for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
  // With script, the island shows validation errors instead of the browser.
  for (const form of island.querySelectorAll('form')) form.noValidate = !leadsAway(form)
  const { atOnce } = island.dataset
  if (atOnce !== undefined && new RegExp(atOnce).test(location.search)) loadIsland(island)
}

// Firefox shows the alt texts of these only (base.css).
const markBroken = (image: unknown) => image instanceof HTMLImageElement && image.classList.add('broken')
for (const image of document.images) if (image.complete && image.naturalWidth === 0) markBroken(image)
document.addEventListener('error', ({ target }) => markBroken(target), true)

// For browsers without support for `command`.
if (!('command' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    // Held back until the styles are there.
    if (defaultPrevented) return
    const id = (target as Element).closest('[commandfor]')?.getAttribute('commandfor')
    const dialog = document.querySelector<HTMLDialogElement>(`dialog#${id}`)
    if (dialog?.open) dialog.close()
    else dialog?.showModal()
  })
}
