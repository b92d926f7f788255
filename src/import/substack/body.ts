import type { ElementContent, Root } from 'hast'
import { str } from '../../domain/body/json.ts'
import { el, isElement } from '../../domain/body/html/hast.ts'
import { type StoryBody, nodesOf, storyBody } from '../body/story-body.ts'
import { elementsIn, hasClass } from './attributes.ts'
import { type Found, storyNodes } from './blocks.ts'
import type { FoundPictures } from './picture-blocks.ts'

/** The text of a story of Substack. */
export interface SubstackBody extends StoryBody {
  /** Why not everybody could read all of it; null where everybody could. */
  privateFor: string | null
  pictures: FoundPictures
}

/** `sound`: the address of the sound that the story accompanies, shown before its text. */
export function substackBody(source: string, language: string, sound: Sound | null): SubstackBody {
  const nodes = nodesOf(source) as ElementContent[]
  const privateFor = closedPart(nodes)
  const found: Found = { notes: [], pictures: new Map(), footnotes: [] }
  const children = storyNodes(nodes, found)
  if (sound !== null) {
    children.unshift(el('p', [el('a', [{ type: 'text', value: sound.title }], { href: sound.address })]))
    found.notes.push({ kind: 'changed', text: 'The sound of an episode is a link' })
  }
  if (found.footnotes.length > 0) {
    const last = children.findLast((child) => isElement(child))
    const isSetOff = isElement(last) && elementsIn(last, ({ tagName }) => tagName === 'hr').length > 0
    children.push(...(isSetOff ? [] : [el('hr')]), el('ol', found.footnotes))
  }
  const tree: Root = { type: 'root', children }
  const { html, notes } = storyBody(tree, language)
  return { html, notes: [...found.notes, ...notes], privateFor, pictures: found.pictures }
}

export interface Sound {
  address: string
  title: string
}

/** Why a part of a text was not for everybody. */
function closedPart(nodes: readonly ElementContent[]): string | null {
  const all = el('div', [...nodes])
  const isWall = elementsIn(all, (node) => {
    const component = str(node.properties.dataComponentName)
    return hasClass(node, 'paywall-jump', 'paywall') || /^Paywall/.test(component)
  })
  if (isWall.length > 0) return 'A part of it was only for paying readers'
  const isForSome = elementsIn(all, (node) => {
    return hasClass(node, 'dynamic-content-block') || node.properties.dataDynamicAudiences !== undefined
  })
  return isForSome.length > 0 ? 'A part of it was only for some readers' : null
}
