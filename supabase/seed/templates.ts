import { categoryId } from './categories.ts'
import { stableId } from './stable.ts'
import { tagId } from './stories.ts'

/** Instructions to the writer are in brackets. */
const TEMPLATES = [
  {
    name: 'House visit',
    description: 'A home and the people in it, from the doorbell to the leaving. 900 to 1,400 words.',
    title_pattern: 'A house in {month}',
    category: 'Personal Stories',
    tags: ['family life'],
    facts: ['Place', 'Year', 'Area', 'Who lives here', 'What was moved', 'What was kept'],
    excerpt: '[One sentence: who lives here, since when, and the thing they would not move.]',
    html: `<p>[Begin at the door. What did you hear before it opened, and who opened it?]</p>
<h2>How they came here</h2>
<p>[The year, the price if they will say it, what stood in the rooms. Let them tell it, and leave in what they disagree about.]</p>
<h2>The room they use</h2>
<p>[Every house has one room in which everything happens. Where do the keys land? Which chair is whose?]</p>
<blockquote><p>[Something said while looking for something else.]</p><p>— [Name, and what they do all day]</p></blockquote>
<h2>What was kept</h2>
<ul><li>[A thing that was here before them]</li><li>[A thing they carried up the stairs, and who helped]</li><li>[A mistake they have become fond of]</li></ul>
<h2>On the way out</h2>
<p>[The last thing you saw. No summing up: the house will still be there tomorrow.]</p>`,
  },
  {
    name: 'One room, one year',
    description: 'The same room in four seasons, from the same spot. Begin it early.',
    title_pattern: 'One room, {season} {year}',
    category: 'Interior Design',
    tags: ['light'],
    excerpt: '[Which room, which window, and what moved between the first visit and the last.]',
    html: `<p>[Where you stood, and at what hour. The reader should be able to stand there too.]</p>
<h2>Spring</h2>
<p>[What the light reaches for the first time since October.]</p>
<h2>Summer</h2>
<p>[What is open, what is drawn, who has moved outside.]</p>
<h2>Autumn</h2>
<p>[What came back in. The first lamp, and the day it was lit.]</p>
<h2>Winter</h2>
<p>[What the room is for now.]</p>
<h3>Measured</h3>
<ul><li>[Size, window, which way it faces]</li><li>[Paint: maker, name, number of coats]</li><li>[What it cost in the year, candles included]</li></ul>`,
  },
  {
    name: 'Object study',
    description: 'Five hundred words on one thing: who made it, who mended it, where it stands.',
    title_pattern: 'The [thing], looked at for a week',
    category: 'Furniture Guide',
    tags: ['inheritance'],
    excerpt: '[What it is, how old it is, and what it is used for now that it was not made for.]',
    html: `<p>[Describe it with the hands first: weight, edge, temperature. Then the colour.]</p>
<h2>Where it comes from</h2>
<p>[Maker, place, year. Say so when nobody knows.]</p>
<h2>What has been done to it</h2>
<p>[Repairs, from the oldest to the latest. Name those who made them.]</p>
<h2>If you want one</h2>
<p>[What to look for and what to leave at the market. One price that somebody really paid.]</p>`,
  },
  {
    name: 'Supper for some',
    description: 'A recipe for having people round: the table, the timing, the one dish.',
    title_pattern: 'Supper for [number], in {month}',
    category: 'Entertaining Style',
    tags: ['supper'],
    excerpt: '[How many, how much room there really was, and what was eaten.]',
    html: `<p>[Who came, and where they put their coats.]</p>
<h2>The table</h2>
<p>[What it usually is. What was laid on it, and what was deliberately not.]</p>
<h2>The dish</h2>
<p>[For eight, in one pot.]</p>
<ul><li>[Amount, thing]</li><li>[Amount, thing]</li></ul>
<ol><li>[The day before]</li><li>[An hour before]</li><li>[When the bell rings]</li></ol>
<h2>Afterwards</h2>
<p>[What was left, who washed up, what to do differently.]</p>`,
  },
]

/** The rows of `article_templates`, created by the account `createdBy`. */
export function templateRows(createdBy: string) {
  return TEMPLATES.map(({ name, description, title_pattern, category, excerpt, html, facts = [] }) => ({
    id: stableId('template', name),
    name,
    description,
    title_pattern,
    content: { html },
    excerpt,
    category_id: categoryId(category),
    facts: facts.map((label) => ({ label, value: '' })),
    created_by: createdBy,
  }))
}

/** The rows of `article_template_tags`. */
export function templateTagRows() {
  return TEMPLATES.flatMap(({ name, tags }) =>
    tags.map((tag) => ({ template_id: stableId('template', name), tag_id: tagId(tag) })),
  )
}
