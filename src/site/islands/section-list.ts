import { FIRST_CHUNK, listChunkPath } from '../../content/lists/list-chunks.ts'
import { ALL } from '../lists/section-filter.ts'
import { createElement } from './dom.ts'
import { focusAfterAnswer } from './forms/focus-after-answer.ts'
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts'

/** The loaded cards of a list, newest first; `next` is the address of the next chunk, null at the end. */
interface List {
  cards: Element[]
  next: string | null
}

/** Chunks loaded automatically while scrolling; after them a button loads more, so that the footer can be reached. */
const AUTO_LOAD_CHUNKS = 4
const SKELETONS = 6

/** Starts infinite loading of the page's list and keeps its filter in the address. */
export function startSectionList(): void {
  const grid = document.querySelector<HTMLElement>('#list')
  const more = document.querySelector<HTMLElement>('#more')
  if (grid && more && !grid.classList.contains('live')) runSectionList(grid, more)
}

/** Loads chunks of the filtered list as the reader nears its end. The checked radio button is the filter. */
function runSectionList(grid: HTMLElement, more: HTMLElement): void {
  const words = pageWords
  const radios = [...document.querySelectorAll<HTMLInputElement>('[name=category]')]
  const lines = new Map([...more.querySelectorAll('p')].map((line) => [line.dataset.line, line]))
  const count = document.querySelector('.section-filter [role=status]')
  const countLines = [...(count?.querySelectorAll('span') ?? [])]
  const movesFirst = grid.dataset.movesFirst !== undefined
  const first = [...grid.children]
  const known = new Map(first.map((card) => [addressOf(card), card]))
  const lists = new Map<string, List>()
  const skeletons = Array.from({ length: SKELETONS }, skeleton)
  const status = createElement('p', { class: 'status', role: 'status' })
  const button = createElement('button', { class: 'button' })
  const link = createElement('a', { class: 'link' }, words.browseAll)
  let loading: List | null = null
  let autoLoadsLeft = AUTO_LOAD_CHUNKS
  let failed = false

  const activeKey = () => radios.find(({ checked }) => checked)?.id.slice(3) ?? ALL
  const countOf = (key: string) => Number(lines.get(key)?.dataset.count ?? 0)

  const listOf = (key: string): List => {
    let list = lists.get(key)
    if (!list) {
      const cards = first.filter((card) => key === ALL || card.matches(`[data-in~="${key}"]`))
      const name = [grid.dataset.list, ...(key === ALL ? [] : [key])].join('.')
      const next = cards.length < countOf(key) ? listChunkPath(name, FIRST_CHUNK) : null
      lists.set(key, (list = { cards, next }))
    }
    return list
  }
  /** The lists shown one after the other; a story in both is shown in the first. */
  const shownLists = () => [...new Set(movesFirst ? [activeKey(), ALL] : [activeKey()])].map(listOf)
  const nextIncomplete = () => shownLists().find(({ next }) => next !== null)

  const renderCards = () => {
    const cards = new Set<Element>()
    for (const list of shownLists()) {
      for (const card of list.cards) cards.add(card)
      if (list.next !== null) break
    }
    const shown = [...cards]
    for (const placeholder of skeletons) placeholder.remove()
    // Appending keeps the reader's focus, which replacing the cards would lose.
    const isExtended = [...grid.children].every((card, index) => card === shown[index])
    if (isExtended) grid.append(...shown.slice(grid.children.length))
    else grid.replaceChildren(...shown)
    const open = nextIncomplete()
    if (loading && loading === open) grid.append(...skeletons)
    updateStatus(shown.length, open)
  }

  const updateStatus = (shown: number, open: List | undefined) => {
    const total = countOf(movesFirst ? ALL : activeKey())
    if (loading && loading === open) status.textContent = words.loadingArticles
    else if (failed) status.textContent = words.moreNotLoaded
    else status.textContent = total > 0 ? words.shownOf(shown, total) : ''
    button.textContent = failed ? words.tryAgain : words.showMore
    button.hidden = !open || (autoLoadsLeft > 0 && !failed)
    link.hidden = !open && shown >= total
    link.href = lines.get(activeKey())?.querySelector<HTMLAnchorElement>('a:not([rel])')?.href ?? '/browse'
  }

  const load = async () => {
    const list = nextIncomplete()
    if (loading || !list?.next) return
    loading = list
    failed = false
    renderCards()
    try {
      const chunk =
        (await fetchChunk(list.next)) ??
        (await fetchMovedChunk(list.next, grid.dataset.list ?? '')) ??
        NO_CHUNK
      for (const card of chunk.cards) {
        const story = known.get(addressOf(card)) ?? card
        known.set(addressOf(card), story)
        if (!list.cards.includes(story)) list.cards.push(story)
      }
      list.next = chunk.next
      autoLoadsLeft -= 1
    } catch {
      // The reader may have chosen another list meanwhile.
      failed = list === nextIncomplete()
    }
    loading = null
    renderCards()
    reobserve()
  }

  /** What readers reach at the end of the list: on a shelf that they move sideways its last story. */
  const end = () => (getComputedStyle(grid).overflowX === 'auto' ? grid.lastElementChild : null) ?? more
  const observer = new IntersectionObserver(
    // A busy browser reports several changes at once: the last is current.
    (entries) => {
      if (entries.at(-1)?.isIntersecting && autoLoadsLeft > 0 && !failed) void load()
    },
    { rootMargin: '1000px' },
  )
  /** Re-observes the end, which reports at once whether it is still near the viewport. */
  const reobserve = () => {
    observer.disconnect()
    observer.observe(end())
  }
  const applyFilter = () => {
    // Screen readers announce an inserted line more reliably than one that becomes visible.
    count?.replaceChildren(...countLines.filter(({ dataset }) => dataset.line === activeKey()))
    autoLoadsLeft = AUTO_LOAD_CHUNKS
    failed = false
    renderCards()
    reobserve()
  }

  /** The category in the address, '' when it has no radio button. */
  const categoryInAddress = () => {
    const name = new URLSearchParams(location.search).get('category') ?? ''
    return radios.some(({ value }) => value === name) ? name : ''
  }
  const writeFilterToAddress = () => {
    const value = radios.find(({ checked }) => checked)?.value ?? ''
    if (value === categoryInAddress()) return
    const query = value === '' ? '' : `?${new URLSearchParams({ category: value })}`
    history.pushState(null, '', location.pathname + query)
  }

  for (const radio of radios) {
    radio.addEventListener('change', () => {
      writeFilterToAddress()
      applyFilter()
    })
  }
  // The inline script of LongList.astro runs first and checks the radio button of the address.
  addEventListener('popstate', applyFilter)
  button.addEventListener('click', () => {
    const before = grid.children.length
    autoLoadsLeft = AUTO_LOAD_CHUNKS
    void load().then(() => focusAfterAnswer(grid.children[before]?.querySelector('a'), button))
  })

  more.replaceChildren(status, button, link)
  grid.classList.add('live')
  // This module is loaded by the first change of a radio button.
  writeFilterToAddress()
  applyFilter()
}

/** The cards of a chunk and the address of the next. */
interface Chunk {
  cards: Element[]
  next: string | null
}

/** Used for a chunk that no longer exists: the list has become shorter since the page was built. */
const NO_CHUNK: Chunk = { cards: [], next: null }

/**
 * A chunk that is not at `path` any more since the list was renamed after the page was loaded: the author, the tag or the
 * category of the filter button. `listOfPage` is the name that the page's list had.
 */
async function fetchMovedChunk(path: string, listOfPage: string): Promise<Chunk | null> {
  const [, , list = '', chunk = ''] = path.split('/')
  let page = await fetchPage(location.pathname)
  // On a host without redirects there is a page that leads on.
  const to = page?.querySelector('[http-equiv=refresh] ~ [rel=canonical]')?.getAttribute('href')
  if (to) page = await fetchPage(new URL(to).pathname)
  const present = page?.querySelector<HTMLElement>('#list')?.dataset.list
  if (present === undefined) return null
  const button = list.slice(listOfPage.length + 1)
  const renamed = page?.querySelector(`[name=category][data-former~="${button}"]`)
  const presentButton = renamed?.id.slice(3) ?? button
  const presentList = presentButton === '' ? present : `${present}.${presentButton}`
  return presentList === list ? null : fetchChunk(listChunkPath(presentList, chunk))
}

/** Null when there is none at the address. */
async function fetchChunk(path: string): Promise<Chunk | null> {
  const page = await fetchPage(path)
  if (page === null) return null
  const next = page.querySelector('#more [rel=next]')?.getAttribute('href') ?? null
  return { cards: [...page.querySelectorAll('#list > *')], next }
}

/** The page at an address; null when there is none. */
async function fetchPage(path: string): Promise<Document | null> {
  const response = await fetch(path, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

function addressOf(card: Element): string {
  return card.querySelector('a')?.getAttribute('href') ?? ''
}

function skeleton(): HTMLElement {
  return createElement('div', { class: 'card skeleton' }, createElement('div', { class: 'frame' }))
}
