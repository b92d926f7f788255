import { expect, test } from 'vitest'
import { checkAstroVersion, freshStaticPaths, outputFile } from './astro-adapter.ts'

test('refuses another major or minor version of Astro than it was tried with', () => {
  expect(() => checkAstroVersion('7.3.99')).not.toThrow()
  for (const version of ['7.4.0', '7.30.0', '8.3.0']) {
    expect(() => checkAstroVersion(version)).toThrow(/astro-adapter\.ts was tried with 7\.3/)
  }
})

test("says so when Astro's app has no route cache to clear", async () => {
  const app = {} as Parameters<typeof freshStaticPaths>[0]
  await expect(freshStaticPaths(app)).rejects.toThrow('app.routeCache')
})

test.each([
  ['/', 'page', 'index.html'],
  ['/article/a', 'page', 'article/a.html'],
  ['/rss.xml', 'endpoint', 'rss.xml'],
])('writes the path %s of a %s to %s', (pathname, type, file) => {
  expect(outputFile(pathname, type)).toBe(file)
})
