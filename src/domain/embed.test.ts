import { expect, test } from 'vitest'
import { PLAYER_ORIGINS, embedOf } from './embed.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'

test.each([
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
])('%s plays from %s', (address, player) => {
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
])('%s is no film or sound of these sites', (address) => {
  expect(embedOf(address)).toBeNull()
})
