import { describe, expect, test } from 'vitest'
import { facebookUrl, instagramCaption, pinterestUrl, xUrl } from './share.ts'

const story = {
  url: 'https://mantel.example/article/salt-and-light',
  title: 'Salt & light: 100%',
  image: 'https://mantel.example/_images/a-share.jpg',
  tags: ['Food & Design', 'salt', 'salt', '—'],
}

describe('share links', () => {
  test('encode special characters in URL, title and image', () => {
    expect(new URL(facebookUrl(story)).searchParams.get('u')).toBe(story.url)
    expect(new URL(xUrl(story)).searchParams.get('text')).toBe(`${story.title} ${story.url}`)
    const pin = new URL(pinterestUrl(story) ?? '').searchParams
    expect(Object.fromEntries(pin)).toEqual({ url: story.url, media: story.image, description: story.title })
  })

  test('Pinterest has no link without a picture', () => {
    expect(pinterestUrl({ ...story, image: null })).toBeNull()
  })
})

test('the Instagram caption is title, hashtags and link; tags without letters are skipped', () => {
  expect(instagramCaption(story)).toBe(`${story.title}\n\n#FoodDesign #salt\n\n${story.url}`)
  expect(instagramCaption({ ...story, tags: [] })).toBe(`${story.title}\n\n${story.url}`)
})
