import { expect, test } from 'vitest'
import { type BuildApp, checkAstroVersion, outputFile, warmBundle } from './astro-adapter.ts'

test('refuses another major or minor version of Astro than it was tried with', () => {
  expect(() => checkAstroVersion('7.3.99')).not.toThrow()
  for (const version of ['7.4.0', '7.30.0', '8.3.0']) {
    expect(() => checkAstroVersion(version)).toThrow(/astro-adapter\.ts was tried with 7\.3/)
  }
})

test("says so when Astro's app has no route cache to clear", () => {
  expect(() => warmBundle({ manifest: { routes: [] } } as unknown as BuildApp)).toThrow('app.routeCache')
})

test.each([
  ['/', 'page', 'index.html'],
  ['/article/a', 'page', 'article/a.html'],
  ['/rss.xml', 'endpoint', 'rss.xml'],
])('writes the path %s of a %s to %s', (pathname, type, file) => {
  expect(outputFile(pathname, type)).toBe(file)
})
