/**
 * Scripts that stand in pages of readers as they are written here, and run before what follows them is drawn. Pages have
 * these and those that Astro bundles, and no others (content-security-policy.ts).
 */
import { HAS_FILTER, HAS_QUERY } from './browse-params.ts'

/** Speculation rules: prefetch a page while the pointer rests on its link. */
export const SPECULATION = '{"prefetch":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}'

/** The address chooses the category, as it comes and as a reader goes back: /living-spaces?category=Small+Spaces */
export const CHOOSE_CATEGORY = `{
  const radios = [...document.getElementsByName('category')]
  const choose = () => {
    const name = new URLSearchParams(location.search).get('category')
    const radio = radios.find(({ value }) => value === name) ?? radios[0]
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
