import { expect, test } from 'vitest'
import { standardTexts } from '../words/standard-texts.ts'
import { article, author, siteOf, tag } from '../../tests/support/database/content-rows.ts'
import { viewOf } from '../../tests/support/publisher/page-view.ts'
import { articlePage } from '../content/pages/article.ts'
import { authorPage } from '../content/pages/author.ts'
import { tagPage } from '../content/pages/tag.ts'
import type { Picture } from '../content/pictures/pictures.ts'
import type { SiteView } from '../content/types.ts'
import { NO_RIGHTS } from '../domain/media/media-rights.ts'
import { STANDARD_THEME } from '../domain/theme/theme.ts'
import { authorData, collectionData, pageShareImage, storyData } from './structured-data.ts'

const URL_OF_SITE = 'https://mantel.example'
const picture: Picture = {
  url: '/uploads/a.jpg',
  key: 'k',
  width: 1000,
  height: 600,
  alt: 'A library',
  caption: null,
  rights: NO_RIGHTS,
  focus: null,
  colours: [],
}
const site: SiteView = {
  siteName: 'Mantel',
  tagline: 'love where you live.',
  socialLabel: '',
  socialUrl: null,
  newsletterEnabled: true,
  newsletterConfirm: true,
  contactEnabled: true,
  contactEmail: null,
  texts: standardTexts('en'),
  menus: { header: [], footer: [], searches: [] },
  language: 'en',
  dates: { timeZone: 'UTC', language: null },
  typographyCss: '',
  theme: STANDARD_THEME,
  logo: null,
  sharePicture: null,
}

test('a share image says in words what it shows, or what the page is', () => {
  const altOf = (image: Picture | null, view: SiteView = site) =>
    pageShareImage(image, 'Light', view, URL_OF_SITE).alt
  expect(altOf(picture)).toBe('A library')
  expect(altOf({ ...picture, alt: '' })).toBe('Light')
  expect(altOf(null)).toBe('Mantel: love where you live.')
  expect(altOf({ ...picture, key: null }, { ...site, tagline: '' })).toBe('Mantel')
})

test('the picture of an author is a picture of the author, also where there are no copies of it', () => {
  const imageOf = (image_url: string | null) => {
    const content = siteOf({ author_profiles: [author({ id: 'a', name: 'Quiet Newcomer', image_url })] })
    const view = viewOf(content, authorPage, '/author/quiet-newcomer')
    const { mainEntity } = (view && authorData(view, site, URL_OF_SITE)) ?? {}
    return Object(mainEntity).image as unknown
  }
  expect(imageOf('/uploads/a.jpg')).toBe('https://mantel.example/uploads/a.jpg')
  expect(imageOf('https://elsewhere.example/b.jpg')).toBe('https://elsewhere.example/b.jpg')
  expect(imageOf(null)).toBeUndefined()
})

test('search engines are told the facts of a house, and where it is', () => {
  const dataOf = (facts: { label: string; value: string }[]) => {
    const view = viewOf(
      siteOf({ articles: [article({ id: 'a', slug: 'a', facts })] }),
      articlePage,
      '/article/a',
    )
    return view && storyData(view, site, URL_OF_SITE)
  }
  const facts = [
    { label: 'place', value: 'Porto' },
    { label: 'Year', value: '1971' },
    { label: 'Area', value: '' },
  ]
  expect(dataOf(facts)).toMatchObject({
    about: {
      '@type': 'Place',
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'place', value: 'Porto' },
        { '@type': 'PropertyValue', name: 'Year', value: '1971' },
      ],
    },
    contentLocation: { '@type': 'Place', name: 'Porto' },
  })
  expect(dataOf(facts.slice(1))).not.toHaveProperty('contentLocation')
  expect(dataOf([])).not.toHaveProperty('about')
})

test('a story gives search engines its picture in three shapes around its focus, or its social card', () => {
  const key = '0123456789abcdef'
  const imagesOf = (featured_image: string | null) => {
    const content = siteOf(
      { articles: [article({ id: 'a', slug: 'salt', featured_image })] },
      new Map([['/uploads/a.jpg', { key, width: 1600, height: 900 }]]),
    )
    const view = viewOf(content, articlePage, '/article/salt')
    return view && storyData(view, site, URL_OF_SITE).image
  }
  expect(imagesOf('/uploads/a.jpg')).toMatchObject(
    ['16x9', '4x3', '1x1'].map((crop) => ({
      '@type': 'ImageObject',
      contentUrl: `${URL_OF_SITE}/_images/${key}-${crop}-50-50.jpg`,
      width: 1200,
    })),
  )
  expect(imagesOf('https://elsewhere.example/b.jpg')).toEqual([`${URL_OF_SITE}/share/salt.jpg`])
  expect(imagesOf(null)).toEqual([`${URL_OF_SITE}/share/salt.jpg`])
})

test('a list of stories names the stories that its page shows, in their order', () => {
  const articles = ['a', 'b', 'c'].map((id) =>
    article({ id, slug: id, title: `Story ${id}`, tag_ids: ['t'] }),
  )
  const view = viewOf(siteOf({ tags: [tag('t', 'Oak')], articles }), tagPage, '/tag/oak')
  expect(view && collectionData({ ...view, title: view.name }, site, URL_OF_SITE)).toMatchObject({
    '@type': 'CollectionPage',
    url: 'https://mantel.example/tag/oak',
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: [1, 2, 3].map((position) => ({
        position,
        url: `https://mantel.example/article/${'abc'[position - 1]}`,
      })),
    },
  })
})
