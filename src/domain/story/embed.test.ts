import { expect, test } from 'vitest'
import { PLAYER_ORIGINS, embedOf, embedRefusal } from './embed.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'

test.each<string[]>([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', YOUTUBE],
  ['http://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&list=PL1', YOUTUBE],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', YOUTUBE],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${YOUTUBE}&start=90`],
  ['https://youtu.be/dQw4w9WgXcQ?t=42', `${YOUTUBE}&start=42`],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
  [
    'https://soundcloud.com/forss/flickermood',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood&auto_play=true',
  ],
  [
    'https://open.spotify.com/intl-de/episode/4rOoJ6Egrf8K2IrywzwOMk?si=x',
    'https://open.spotify.com/embed/episode/4rOoJ6Egrf8K2IrywzwOMk',
  ],
  ['https://youtu.be/dQw4w9WgXcQ#t=1m30s', `${YOUTUBE}&start=90`],
  [
    'https://www.youtube.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG&autoplay=1',
  ],
  [
    'https://www.youtube.com/playlist?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG&si=x',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG&autoplay=1',
  ],
  [
    'https://www.youtube.com/embed/live_stream?channel=UCX6OQ3DkcsbYNE6H8uQQuVA',
    'https://www.youtube-nocookie.com/embed/live_stream?channel=UCX6OQ3DkcsbYNE6H8uQQuVA&autoplay=1',
  ],
  ...[
    'https://vimeo.com/manage/videos/76979871',
    'https://vimeo.com/showcase/123/video/76979871',
    'https://vimeo.com/groups/films/videos/76979871',
    'https://vimeo.com/channels/staffpicks/76979871',
  ].map((address) => [address, 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1']),
  [
    'https://vimeo.com/manage/videos/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
  ['https://vimeo.com/76979871#t=1m30s', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1#t=90s'],
])('%s plays from %s', (address = '', player = '') => {
  const embed = embedOf(address)
  expect(embed?.player).toBe(player)
  expect(PLAYER_ORIGINS).toContain(new URL(player).origin)
})

test.each([
  '',
  'youtube',
  'https://www.youtube.com/@mantel',
  'https://www.youtube.com/watch?v="><script>',
  'https://vimeo.com/about',
  'https://soundcloud.com/forss',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
  'https://mantel.example/film.mp4',
  'https://www.youtube.com/attribution_link?v=dQw4w9WgXcQ',
  'https://soundcloud.com/forss/likes',
  'https://soundcloud.com/you/history',
  'https://soundcloud.com/discover/sets/charts-top',
])('%s is no film or sound of these sites', (address) => {
  expect(embedOf(address)).toBeNull()
})

test.each([
  ['https://www.youtube.com/embed/videoseries', /names no list/],
  ['https://www.youtube.com/embed/live_stream?channel=mantel', /names no channel/],
  ['https://www.youtube.com/playlist', /names no list/],
  ['https://www.youtube.com/clip/UgkxU2HSeGL', /whole film/],
  ['https://www.youtube.com/@mantel', /address of a channel/],
  ['https://vimeo.com/showcase/123', /one film/],
  ['https://vimeo.com/event/123', /one film/],
  ['https://soundcloud.com/forss/flickermood/s-Xy12', /private/],
])('%s is refused, and the dialog says why', (address, reason) => {
  expect(embedOf(address)).toBeNull()
  expect(embedRefusal(address)).toMatch(reason)
})

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1', /without the list/],
  ['https://vimeo.com/showcase/123/video/76979871', /without the others/],
  ['https://soundcloud.com/forss/flickermood#t=1:30', /from its beginning/],
  ['https://vimeo.com/76979871', null],
])('what of %s does not play is said', (address, words) => {
  const leftOut = embedOf(address)?.leftOut ?? null
  if (words === null) expect(leftOut).toBeNull()
  else expect(leftOut).toMatch(words)
})
