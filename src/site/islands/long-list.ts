import { listChunkPath, FIRST_CHUNK } from '../../content/list-chunks.ts'
import { ALL } from '../sieve.ts'
import { make } from './make.ts'
import { PATIENCE } from './patience.ts'

/** The cards of one list that are here, newest first; `next` is the part to fetch, null when nothing is missing. */
interface List {
  cards: Element[]
  next: string | null
}

/** Parts that come by themselves; then the foot of the page gets its turn, and a button asks for more. */
const AT_A_TIME = 4
const SKELETONS = 6

/** Lets the list of the page go on beyond the stories it came with, and keeps its filter in the address. */
export function listenToList(): void {
  const grid = document.querySelector<HTMLElement>('#list')
  const more = document.querySelector<HTMLElement>('#more')
  if (grid && more && !grid.classList.contains('live')) goOn(grid, more)
}

/** Fetches the list in parts as the reader comes near its end. The chosen button says which list that is. */
function goOn(grid: HTMLElement, more: HTMLElement): void {
  const radios = [...document.querySelectorAll<HTMLInputElement>('[name=category]')]
  const lines = new Map([...more.querySelectorAll('p')].map((line) => [line.dataset.line, line]))
  const count = document.querySelector('.sieve [role=status]')
  const counts = [...(count?.querySelectorAll('span') ?? [])]
  const lifts = grid.dataset.lifts !== undefined
  const first = [...grid.children]
  const known = new Map(first.map((card) => [addressOf(card), card]))
  const lists = new Map<string, List>()
  const skeletons = Array.from({ length: SKELETONS }, skeleton)
  const status = make('p', { class: 'status', role: 'status' })
  const button = make('button', { class: 'button' })
  const link = make('a', { class: 'link' }, 'Browse all articles')
  let loading: List | null = null
  let left = AT_A_TIME
  let failed = false

  const chosen = () => radios.find(({ checked }) => checked)?.id.slice(3) ?? ALL
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
  /** What the page shows, one list after the other; a story in both stands in the first. */
  const sources = () => [...new Set(lifts ? [chosen(), ALL] : [chosen()])].map(listOf)
  const unfinished = () => sources().find(({ next }) => next !== null)

  const arrange = () => {
    const cards = new Set<Element>()
    for (const list of sources()) {
      for (const card of list.cards) cards.add(card)
      if (list.next !== null) break
    }
    const shown = [...cards]
    for (const line of skeletons) line.remove()
    // Cards that only join the others leave those, and the reader's focus, where they are.
    const joins = [...grid.children].every((card, index) => card === shown[index])
    if (joins) grid.append(...shown.slice(grid.children.length))
    else grid.replaceChildren(...shown)
    const open = unfinished()
    if (loading && loading === open) grid.append(...skeletons)
    tell(shown.length, open)
  }

  const tell = (shown: number, open: List | undefined) => {
    const total = countOf(lifts ? ALL : chosen())
    if (loading && loading === open) status.textContent = 'Loading articles...'
    else if (failed) status.textContent = 'More articles could not be loaded.'
    else status.textContent = total > 0 ? `Showing ${shown} of ${total} articles.` : ''
    button.textContent = failed ? 'Try Again' : 'Show more'
    button.hidden = !open || (left > 0 && !failed)
    link.hidden = !open && shown >= total
    link.href = lines.get(chosen())?.querySelector('a')?.href ?? '/browse'
  }

  const load = async () => {
    const list = unfinished()
    if (loading || !list?.next) return
    loading = list
    failed = false
    arrange()
    try {
      const part = await fetchPart(list.next)
      for (const card of part.cards) {
        const story = known.get(addressOf(card)) ?? card
        known.set(addressOf(card), story)
        if (!list.cards.includes(story)) list.cards.push(story)
      }
      list.next = part.next
      left -= 1
    } catch {
      failed = true
    }
    loading = null
    arrange()
    look()
  }

  const observer = new IntersectionObserver(
    // A busy browser tells several movements at once: the last is where the end is now.
    (entries) => {
      if (entries.at(-1)?.isIntersecting && left > 0 && !failed) void load()
    },
    { rootMargin: '1000px' },
  )
  /** Observing anew tells at once whether the end is still near. */
  const look = () => {
    observer.unobserve(more)
    observer.observe(more)
  }
  const choose = () => {
    // Screen readers hear a line that comes, more surely than one that is shown.
    count?.replaceChildren(...counts.filter(({ dataset }) => dataset.line === chosen()))
    left = AT_A_TIME
    failed = false
    arrange()
    look()
  }

  /** The category in the address, '' for one that has no button. */
  const wanted = () => {
    const name = new URLSearchParams(location.search).get('category') ?? ''
    return radios.some(({ value }) => value === name) ? name : ''
  }
  const keep = () => {
    const value = radios.find(({ checked }) => checked)?.value ?? ''
    if (value === wanted()) return
    const query = value === '' ? '' : `?${new URLSearchParams({ category: value })}`
    history.pushState(null, '', location.pathname + query)
  }

  for (const radio of radios) {
    radio.addEventListener('change', () => {
      keep()
      choose()
    })
  }
  // The page has put the buttons as the address says by then (see LongList.astro).
  addEventListener('popstate', choose)
  button.addEventListener('click', () => {
    const before = grid.children.length
    left = AT_A_TIME
    void load().then(() => grid.children[before]?.querySelector('a')?.focus({ preventScroll: true }))
  })

  more.replaceChildren(status, button, link)
  grid.classList.add('live')
  // The button that was pressed first has called this here.
  keep()
  choose()
}

/** The cards of a part of the list and where it goes on; nothing where the list is shorter than when the page was made. */
async function fetchPart(path: string): Promise<{ cards: Element[]; next: string | null }> {
  const response = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) })
  if (response.status === 404) return { cards: [], next: null }
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const template = document.createElement('template')
  template.innerHTML = await response.text()
  const cards = [...template.content.children]
  const link = cards.findLast((element) => element instanceof HTMLLinkElement)
  return { cards: cards.filter((element) => element !== link), next: link?.getAttribute('href') ?? null }
}

function addressOf(card: Element): string {
  return card.querySelector('a')?.getAttribute('href') ?? ''
}

function skeleton(): HTMLElement {
  return make('div', { class: 'card skeleton' }, make('div', { class: 'frame' }))
}
