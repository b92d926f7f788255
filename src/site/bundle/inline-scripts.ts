/**
 * Inline scripts of readers' pages, inserted as they are written here. They run before what follows them is drawn. Pages
 * have these and the scripts that Astro bundles, and no others (content-security-policy.ts).
 */
import { HAS_FILTER, HAS_QUERY } from '../lists/browse-params.ts'

/** Addresses that are fetched only: the admin, files, and Browse with a search, which would be asked of the database. */
const NOT_PRERENDERED = ['/admin', '/admin/*', '/auth', '/*.*', '/browse\\?*=*']

/**
 * Speculation rules: the page is there, drawn, when its link is followed that was pressed, or that the pointer rested on.
 * Browsers leave that out while they save data.
 */
export const SPECULATION = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: NOT_PRERENDERED } }] },
      eagerness: 'moderate',
    },
  ],
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
})

/**
 * The address chooses the category, as it comes and as a reader goes back: /homes?category=Small+Rooms. A former
 * name, or another spelling, is replaced by the present name.
 */
export const CHOOSE_CATEGORY = `{
  const radios = [...document.getElementsByName('category')]
  const letters = (text) => text.normalize('NFKD').toLowerCase().replace(/[^a-z\\d]/g, '')
  const choose = () => {
    const name = new URLSearchParams(location.search).get('category') ?? ''
    let radio = radios.find(({ value }) => value === name)
    if (!radio) {
      const isCalled = ({ id, dataset }) =>
        [id.slice(3), ...(dataset.former ?? '').split(' ')].some((slug) => slug && letters(slug) === letters(name))
      radio = radios.slice(1).find(isCalled)
      if (radio) history.replaceState(null, '', '?' + new URLSearchParams({ category: radio.value }))
    }
    radio ??= radios[0]
    radio.checked = true
  }
  choose()
  addEventListener('popstate', choose)
}`

/** Classes of <html> by the params in the address; browse.css hides the built list while another one is fetched. */
const SET_BROWSE_CLASSES = [
  ['has-query', HAS_QUERY],
  ['has-filter', HAS_FILTER],
  ['listing', '[?&]view=list'],
]
  .map(
    ([name, pattern]) =>
      `if(/${pattern}/.test(location.search))document.documentElement.classList.add('${name}')`,
  )
  .join('\n')

/** Shows the error message when the script of the list cannot be loaded. */
const SHOW_BROWSE_ERROR = `addEventListener('island:error',({target})=>{
  if(target.querySelector('.browse')&&document.documentElement.classList.contains('has-query'))document.documentElement.classList.replace('has-query','request-failed')
  const again=target.querySelector('.request-failed-note button')
  if(again)again.onclick=()=>location.reload()
})`

export const START_BROWSE = `${SET_BROWSE_CLASSES}\n${SHOW_BROWSE_ERROR}`

export const SITE_SCRIPTS = [SPECULATION, CHOOSE_CATEGORY, START_BROWSE]
