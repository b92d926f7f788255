import { MAGAZINE } from '../../src/magazine/magazine.ts'
import { stableId } from './stable.ts'

const PAGES = [
  {
    title: 'Colophon',
    slug: 'colophon',
    parent: null,
    status: 'published',
    excerpt: `What ${MAGAZINE.name} is made of, and by whom it is kept dusted.`,
    meta_description: `The typefaces, colours and habits behind ${MAGAZINE.name}, a journal of lived-in homes.`,
    html: `<p>A magazine about rooms is a room itself. This is how ours is furnished.</p>
<h2>Letters</h2>
<p>Everything that is read is set in <strong>Newsreader</strong>, drawn by Production Type: a text face with a slightly worn edge, like a step that has been used. Everything that is operated is set in <strong>Instrument Sans</strong>. Both are free for anyone to use, and both carry the accents of the people we write about.</p>
<h2>Colours</h2>
<p>Paper, ink, and whatever the walls are. A story opens on the wall of the room that it begins in, and its links and quotations are dipped in the same pot, further down. What is not a story is blue, from the cover of the first issue. Red is for the full stop after our name and for what cannot be undone.</p>
<ul>
<li>Every category has a colour of its own, and it never grows larger than a dot.</li>
<li>After dusk the pages go dark if your machine does. The pictures stay as they are.</li>
</ul>
<h2>Pictures</h2>
<p>No picture here is a photograph. The rooms are drawn: ${MAGAZINE.name} builds and lights them in a computer, and says so once at the end of every story. So no house was tidied for its picture. Our writers are shown by the chairs they write in, which most of them consider the better likeness.</p>
<blockquote><p>Draw the room before you sit down, and write after you have.</p><p>— a card above the desk of the picture editor</p></blockquote>
<p>For the printed edition there are some <a href="/colophon/printing-notes">notes on printing</a>.</p>`,
  },
  {
    title: 'Printing notes',
    slug: 'printing-notes',
    parent: 'colophon',
    status: 'published',
    excerpt: 'Paper, ink, folding, and the year the green came out blue.',
    meta_description: `How the printed edition of ${MAGAZINE.name} is made: paper, ink, folding and binding.`,
    html: `<p>Twice a year the stories that readers have written to us about most are printed. Four hundred copies, because that is what fits into the van.</p>
<h2>Paper</h2>
<p>An uncoated sheet of 110 grams, warm white, with enough tooth to take a pencil. We know that people write in the margins. Some send us the margins.</p>
<h2>Ink</h2>
<ol>
<li>Black, with a little of the green in it.</li>
<li>The green. In the fourth issue it came out blue, and eleven readers asked us to keep it so. We have kept one page.</li>
<li>No third ink.</li>
</ol>
<h2>Folding and sewing</h2>
<p>Sections of sixteen pages, sewn through the fold with linen thread, so that the thing lies open beside a pan. The spine is left bare: you can see the thread, and count the sections, and know how much is left.</p>`,
  },
  {
    title: 'House rules for contributors',
    slug: 'house-rules',
    parent: null,
    status: 'draft',
    excerpt: 'How to write for us, as far as we have agreed on it.',
    meta_description: `What ${MAGAZINE.name} asks of those who write for it.`,
    html: `<p>To be finished after Thursday’s meeting. So far we agree on this:</p>
<ul>
<li>Go there. Stay for a meal if you are asked.</li>
<li>Say what it cost, and who paid.</li>
<li>One room is enough.</li>
</ul>
<p>Still open: whether dogs count as sources.</p>`,
  },
]

/** The rows of `pages`, parents first, all by `authorId`. */
export function pageRows(authorId: string) {
  return PAGES.map(({ parent, html, ...page }) => ({
    id: stableId('page', page.slug),
    ...page,
    content: { html },
    parent_id: parent === null ? null : stableId('page', parent),
    author_id: authorId,
  }))
}
