import type { Element, ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { el, text } from '../domain/body/html/hast.ts'
import type { LetterContent, ShownBlock, ShownStory } from '../domain/letters/letter.ts'
import { wordsOf } from '../words/words.ts'
import { type LetterFrame, pageUrlOf } from './letter-frame.ts'
import {
  type LetterPicture,
  SHOWN_WIDTHS,
  keyOf,
  letterPicturePath,
  letterPictures,
} from './letter-pictures.ts'
import { textTrees } from './letter-texts.ts'
import {
  type MailBodyContext,
  SANS,
  SERIF,
  captionNode,
  imageProperties,
  layoutTable,
  mailNodes,
} from './mail-body.ts'
import { type MailColours, mailColours } from './mail-colours.ts'
import { mailLink } from './mail-link.ts'
import { PREFERENCES_PLACE, UNSUBSCRIBE_PLACE } from './reader-links.ts'

/** The width of a mail, and the room at both sides of its words, in CSS pixels. */
const WIDTH = SHOWN_WIDTHS.whole
const ROOM = 32
/** The width of a small picture on phones. */
const SMALL_ON_PHONES = 104
/** Behind the preview line, so that programs show nothing of the letter behind it. */
const FILLER = '\u00a0\u200c'.repeat(80)

/**
 * The HTML of a letter's mail: tables for layout and inline styles, as programs for mail need them. It is the same for all
 * readers: reader-links.ts has the places of their links.
 */
export function mailHtml(content: LetterContent, frame: LetterFrame): string {
  return new Mail(content, frame).html()
}

class Mail {
  readonly #content: LetterContent
  readonly #frame: LetterFrame
  readonly #colours: MailColours
  readonly #dark: MailColours
  readonly #numbers: ReadonlyMap<string, number>
  readonly #texts: ReadonlyMap<ShownBlock, Root>

  constructor(content: LetterContent, frame: LetterFrame) {
    const { light, dark } = mailColours(frame.theme)
    this.#content = content
    this.#frame = frame
    this.#colours = light
    this.#dark = dark
    this.#numbers = new Map(letterPictures(content).map((one, index) => [keyOf(one), index + 1]))
    this.#texts = textTrees(content, frame.language)
  }

  html(): string {
    const { subject, preview_text: preview } = this.#content
    const { language } = this.#frame
    const { ground, ink } = this.#colours
    const head = el('head', [
      el('meta', [], { charSet: 'utf-8' }),
      el('meta', [], { name: 'viewport', content: 'width=device-width' }),
      el('meta', [], { name: 'color-scheme', content: 'light dark' }),
      el('meta', [], { name: 'supported-color-schemes', content: 'light dark' }),
      el('title', [text(subject)]),
      el('style', [text(this.#styles())]),
    ])
    const hidden = el('div', [text(preview + FILLER)], {
      style: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
    })
    const body = el('body', [...(preview === '' ? [] : [hidden]), this.#around()], {
      className: ['g', 'i'],
      style: `margin:0;padding:0;background-color:${ground};color:${ink}`,
    })
    const root: Root = {
      type: 'root',
      children: [{ type: 'doctype' }, el('html', [head, body], { lang: language })],
    }
    return toHtml(root)
  }

  /** What the styles of elements cannot say: the dark colours, and phones. */
  #styles(): string {
    const { ground, sheet, ink, soft, link, signal, rule } = this.#dark
    const dark = [
      ...[`.g{background-color:${ground}!important}`, `.s{background-color:${sheet}!important}`],
      ...[`.i{color:${ink}!important}`, `.f{color:${soft}!important}`, `.l{color:${link}!important}`],
      ...[`.n{color:${signal}!important}`, `.q{border-color:${signal}!important}`],
      `.r{border-color:${rule}!important}`,
      ...[`.b{background-color:${link}!important}`, `.c{color:${sheet}!important}`],
    ]
    const phones = [
      '.p{padding-left:20px!important;padding-right:20px!important}',
      '.t{font-size:28px!important}',
      `.k{width:${SMALL_ON_PHONES}px!important}`,
      `.w{width:${SMALL_ON_PHONES + 20}px!important}`,
    ]
    return [
      ':root{color-scheme:light dark;supported-color-schemes:light dark}',
      `@media (prefers-color-scheme:dark){${dark.join('')}}`,
      `@media (max-width:620px){${phones.join('')}}`,
    ].join('')
  }

  #around(): Element {
    const { ground } = this.#colours
    return el(
      'table',
      [
        el('tr', [
          el(
            'td',
            [
              // Outlook on Windows knows no largest width.
              comment(`<table role="presentation" width="${WIDTH}" align="center"><tr><td>`),
              this.#letter(),
              this.#footer(),
              comment('</td></tr></table>'),
            ],
            { align: 'center', style: 'padding:24px 0' },
          ),
        ]),
      ],
      {
        ...PRESENTATION,
        lang: this.#frame.language,
        className: ['g'],
        style: `background-color:${ground}`,
      },
    )
  }

  #letter(): Element {
    const { sheet, ink } = this.#colours
    const { subject, blocks } = this.#content
    const title = el('h1', [text(subject)], {
      className: ['t'],
      style: `margin:0;font:normal 36px/1.15 ${SERIF};letter-spacing:-0.5px`,
    })
    return el(
      'table',
      [
        this.#header(),
        this.#row([title], '20px', '28px'),
        ...blocks.flatMap((block) => this.#block(block)),
        this.#row([text('\u00a0')], '0', '0'),
      ],
      {
        ...PRESENTATION,
        align: 'center',
        className: ['s', 'i'],
        style: `max-width:${WIDTH}px;margin:0 auto;background-color:${sheet};color:${ink};text-align:left;font:17px/1.6 ${SERIF}`,
      },
    )
  }

  #header(): Element {
    const { siteName, siteUrl, language } = this.#frame
    const { soft, signal, ink } = this.#colours
    const url = pageUrlOf(this.#frame)
    const name = el(
      'a',
      [text(siteName), el('span', [text('.')], { className: ['n'], style: `color:${signal}` })],
      { href: siteUrl, className: ['i'], style: `color:${ink};text-decoration:none` },
    )
    const browser =
      url === null
        ? []
        : [
            el('a', [text(wordsOf(language).mails.letter.browser)], {
              href: url,
              className: ['f'],
              style: `color:${soft}`,
            }),
          ]
    const cells = [
      el('td', [name], { className: ['i'], style: `font:normal 24px/1.2 ${SERIF};color:${ink}` }),
      el('td', browser, {
        align: 'right',
        className: ['f'],
        style: `font:normal 13px/1.5 ${SANS};color:${soft}`,
      }),
    ]
    return this.#row([el('table', [el('tr', cells)], PRESENTATION)], '28px', '0')
  }

  #footer(): Element {
    const { siteName, language } = this.#frame
    const { soft } = this.#colours
    const { letter, leave } = wordsOf(language).mails
    const style = `margin:0 0 8px;font:normal 13px/1.6 ${SANS};color:${soft}`
    const line = (...children: ElementContent[]) => el('p', children, { className: ['f'], style })
    const url = pageUrlOf(this.#frame)
    const links = [
      this.#footerLink(UNSUBSCRIBE_PLACE, leave),
      text(' · '),
      this.#footerLink(PREFERENCES_PLACE, letter.preferences),
      ...(url === null ? [] : [text(' · '), this.#footerLink(url, letter.browser)]),
    ]
    return layoutTable(
      [[line(el('strong', [text(siteName)])), line(text(letter.why(siteName))), line(...links)]],
      { className: ['p', 'f'], style: `padding:24px ${ROOM}px;text-align:left;color:${soft}` },
      { align: 'center', style: `max-width:${WIDTH}px;margin:0 auto` },
    )
  }

  #footerLink(href: string, words: string): Element {
    return el('a', [text(words)], { href, className: ['f'], style: `color:${this.#colours.soft}` })
  }

  /** A row of the letter with words. */
  #row(children: ElementContent[], above: string, below: string): Element {
    const { ink } = this.#colours
    return el('tr', [
      el('td', children, {
        className: ['p', 'i'],
        style: `padding:${above} ${ROOM}px ${below};color:${ink}`,
      }),
    ])
  }

  #block(block: ShownBlock): Element[] {
    switch (block.kind) {
      case 'text':
        return [
          this.#row(mailNodes(this.#texts.get(block)?.children ?? [], this.#bodyContext()), '0', '16px'),
        ]
      case 'hero':
        return this.#hero(block.story)
      case 'stories':
        return [
          this.#row(
            [
              ...(block.heading === '' ? [] : [this.#heading(block.heading)]),
              ...block.stories.map((story) => this.#story(story)),
            ],
            '8px',
            '28px',
          ),
        ]
      case 'picture': {
        const image = this.#picture({ image: block.image, size: 'whole' }, block.alt)
        const href = mailLink(block.href, this.#frame)
        return [
          wide(href === null ? image : [el('a', image, { href })]),
          this.#row(
            block.caption === '' ? [] : [captionNode([text(block.caption)], this.#colours)],
            '0',
            '28px',
          ),
        ]
      }
      case 'button': {
        const href = mailLink(block.href, this.#frame)
        return href === null ? [] : [this.#row([this.#button(href, block.label)], '4px', '32px')]
      }
    }
  }

  #heading(words: string): Element {
    return el('h2', [text(words)], { style: `margin:0 0 16px;font:italic 28px/1.2 ${SERIF}` })
  }

  #button(href: string, label: string): Element {
    const { link, sheet } = this.#colours
    const words = el('a', [text(label)], {
      href,
      className: ['c'],
      style: `display:inline-block;padding:12px 24px;font:bold 15px/1.4 ${SANS};color:${sheet};text-decoration:none`,
    })
    const cell = el('td', [words], {
      className: ['b'],
      align: 'center',
      style: `background-color:${link};border-radius:24px`,
    })
    return el('table', [el('tr', [cell])], { ...PRESENTATION, width: undefined })
  }

  #hero(story: ShownStory): Element[] {
    const href = this.#storyLink(story)
    const image = story.image === null ? [] : this.#picture({ image: story.image, size: 'whole' }, story.alt)
    return [
      ...(image.length === 0 ? [] : [wide([el('a', image, { href })])]),
      this.#row(this.#storyWords(story, 'h2', '32px/1.15'), '20px', '32px'),
    ]
  }

  /** A story in a list: its words, and its picture beside them. */
  #story(story: ShownStory): Element {
    const { rule, ink } = this.#colours
    const image = story.image === null ? [] : this.#picture({ image: story.image, size: 'small' }, story.alt)
    const border = `border-top:1px solid ${rule}`
    const words = el('td', this.#storyWords(story, 'h3', '21px/1.25'), {
      vAlign: 'top',
      className: ['r', 'i'],
      style: `padding:18px 0 14px;${border};color:${ink}`,
    })
    const width = SHOWN_WIDTHS.small
    const beside = el('td', [el('a', image, { href: this.#storyLink(story) })], {
      vAlign: 'top',
      width: width + 20,
      className: ['r', 'w'],
      style: `padding:22px 0 18px 20px;${border}`,
    })
    return el('table', [el('tr', image.length === 0 ? [words] : [words, beside])], PRESENTATION)
  }

  #storyWords(story: ShownStory, tagName: 'h2' | 'h3', font: string): ElementContent[] {
    const { link, ink, soft } = this.#colours
    const { category, title, excerpt, byline } = story
    const titleLink = el('a', [text(title)], {
      href: this.#storyLink(story),
      className: ['i'],
      style: `color:${ink};text-decoration:none`,
    })
    const line = (words: string, name: string, style: string) =>
      words === '' ? [] : [el('p', [text(words)], { className: [name], style })]
    return [
      ...line(
        category,
        'l',
        `margin:0 0 6px;font:bold 12px/1.4 ${SANS};letter-spacing:1px;text-transform:uppercase;color:${link}`,
      ),
      el(tagName, [titleLink], { style: `margin:0 0 8px;font:normal ${font} ${SERIF}` }),
      ...line(excerpt, 'f', `margin:0 0 8px;font:normal 16px/1.5 ${SERIF};color:${soft}`),
      ...line(byline, 'f', `margin:0;font:normal 13px/1.5 ${SANS};color:${soft}`),
    ]
  }

  #storyLink({ path }: ShownStory): string {
    return mailLink(path, this.#frame) ?? this.#frame.siteUrl
  }

  #picture(picture: LetterPicture, alt: string): ElementContent[] {
    const src = this.#pictureUrl(picture)
    if (src === null) return []
    const properties = imageProperties(SHOWN_WIDTHS[picture.size], alt)
    return [el('img', [], { src, ...properties, ...(picture.size === 'small' && { className: ['k'] }) })]
  }

  #pictureUrl(picture: LetterPicture): string | null {
    const { slug, siteUrl } = this.#frame
    const number = this.#numbers.get(keyOf(picture))
    if (number === undefined) return null
    return slug === null
      ? (URL.parse(picture.image, siteUrl)?.href ?? null)
      : siteUrl + letterPicturePath(slug, number)
  }

  #bodyContext(): MailBodyContext {
    return {
      colours: this.#colours,
      linkOf: (href) => mailLink(href, this.#frame),
      pictureOf: (image) => this.#pictureUrl({ image, size: 'whole' }),
      width: WIDTH - 2 * ROOM,
    }
  }
}

const PRESENTATION = {
  role: 'presentation',
  width: '100%',
  cellPadding: '0',
  cellSpacing: '0',
  border: '0',
} as const

/** HTML for Outlook on Windows only. */
const comment = (html: string) => ({ type: 'comment' as const, value: `[if mso]>${html}<![endif]` })

/** A row with a picture as wide as the letter. */
const wide = (image: ElementContent[]): Element => el('tr', [el('td', image, { style: 'padding:0' })])
