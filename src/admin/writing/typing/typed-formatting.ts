import {
  Extension,
  getMarkType,
  getNodeType,
  InputRule,
  markInputRule,
  nodeInputRule,
  textblockTypeInputRule,
  wrappingInputRule,
} from '@tiptap/core'
import { linkAddress } from '../links/link-address.ts'

/**
 * Formatting by signs of Markdown while they are typed. Signs that prose or a measure may contain stay as typed: there
 * is no emphasis with a blank just inside its signs, a star before a blank marks a note, and underscores are letters. Undo
 * and Backspace bring the signs back. Pasted text keeps its signs.
 */
export const TypedFormatting = Extension.create({
  name: 'typedFormatting',
  addInputRules() {
    const { schema } = this.editor
    const node = (name: string) => getNodeType(name, schema)
    const mark = (name: string) => getMarkType(name, schema)
    return [
      markInputRule({ find: BOLD, type: mark('bold') }),
      markInputRule({ find: ITALIC, type: mark('italic') }),
      markInputRule({ find: STRIKE, type: mark('strike') }),
      markInputRule({ find: CODE, type: mark('code') }),
      markInputRule({
        find: findLink,
        type: mark('link'),
        getAttributes: ({ data }) => ({ href: data?.href as string }),
      }),
      ...[
        textblockTypeInputRule({
          find: /^(#{1,4})[ \u00a0]$/,
          type: node('heading'),
          getAttributes: ([, signs = '']) => ({ level: signs.length }),
        }),
        wrappingInputRule({ find: /^-[ \u00a0]$/, type: node('bulletList') }),
        wrappingInputRule({ find: /^>[ \u00a0]$/, type: node('blockquote') }),
        textblockTypeInputRule({
          find: /^```([a-z]+)?\s$/,
          type: node('codeBlock'),
          getAttributes: ([, language]) => ({ language }),
        }),
        // On Enter: a line of its own.
        nodeInputRule({ find: /^(?:---|—-|\*\*\*)\n$/, type: node('horizontalRule') }),
      ].map(onlyInParagraphs),
    ]
  },
})

const BOLD = /(?:^|\s)(\*\*([^\s*](?:[^*]*[^\s*])?)\*\*)$/
/** With a letter: `*40*` belongs to a measure. */
const ITALIC = /(?:^|\s)(\*(?=[^*]*\p{L})([^\s*](?:[^*]*[^\s*])?)\*)$/u
const STRIKE = /(?:^|\s)(~~([^\s~](?:[^~]*[^\s~])?)~~)$/
const CODE = /(?:^|\s)(`([^\s`](?:[^`]*[^\s`])?)`)$/

/** `[words](address)`, when the address is one that the link dialog takes. */
function findLink(text: string) {
  const found = /\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)$/.exec(text)
  if (!found) return null
  const [whole, words = '', address = ''] = found
  const href = linkAddress(address)
  const isPlain = words.trim() === '' || text[found.index - 1] === '!'
  return href === null || isPlain
    ? null
    : { index: found.index, text: whole, replaceWith: words, data: { href } }
}

function onlyInParagraphs(rule: InputRule): InputRule {
  return new InputRule({
    find: rule.find,
    handler: (props) =>
      props.state.doc.resolve(props.range.from).parent.type.name === 'paragraph' ? rule.handler(props) : null,
  })
}
