import { expect, test } from 'vitest'
import { retiredName, retiredWord } from './retired-words.ts'

test.each([
  'TemplateRail',
  'rail',
  'rails',
  'RAIL_WIDTH',
  'useKeeper',
  'SHOWN',
  'MOST_PAGES',
  'titleCardPath',
])('the name %s is refused, with what to write instead', (name) =>
  expect(retiredName(name)).toMatch(/^'.+' is retired\. Write: ./),
)

test.each(['trail', 'trailData', 'shown', 'almost', 'storedArticle', 'settled', 'toString', 'constructor'])(
  'the name %s is no retired one',
  (name) => expect(retiredName(name)).toBeNull(),
)

test.each(['Draws the rail.', 'the title card of a story', 'see ServerText', 'editor-rail.spec.ts'])(
  'the text "%s" is refused',
  (text) => expect(retiredWord(text)).not.toBeNull(),
)

test.each(['without asking', 'the trail of a page', 'the rows that are shown'])(
  'the text "%s" is no retired one',
  (text) => expect(retiredWord(text)).toBeNull(),
)
