/**
 * The menus with which the demo content begins; afterwards they are rows. A link of the footer leads to a page of the site
 * itself (src/domain/site/menu.ts), to a section by its address, or to a category by its name.
 */
export const FOOTER = [
  {
    title: 'Explore',
    links: [
      { label: 'All articles', site: 'browse' },
      { label: 'Our Authors', site: 'authors' },
      { label: null, section: 'guides-tips' },
      { label: 'Newsletter', site: 'newsletter' },
      { label: 'RSS', site: 'rss' },
    ],
  },
  {
    title: 'Categories',
    links: [
      { label: null, category: 'Interior Design' },
      { label: null, category: 'Furniture Guide' },
      { label: null, category: 'Small Spaces' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', site: 'about' },
      { label: 'Contact', site: 'contact' },
      { label: 'Privacy', site: 'privacy' },
      { label: 'Terms', site: 'terms' },
      { label: 'Your subscription', site: 'subscription' },
    ],
  },
] as const

/** The searches that the empty search field suggests. */
export const SEARCHES: readonly string[] = [
  'modern kitchen design',
  'small space solutions',
  'bathroom renovation',
]
