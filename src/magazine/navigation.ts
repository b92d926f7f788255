/** A title and its links, as pairs of text and address. */
interface LinkGroup {
  title: string
  links: readonly (readonly [text: string, href: string])[]
}

/** The links of the footer. The header's are the sections (sections.ts). */
export function footerGroups({ newsletterEnabled }: { newsletterEnabled: boolean }): readonly LinkGroup[] {
  return [
    {
      title: 'Explore',
      links: [
        ['All articles', '/browse'],
        ['Our Authors', '/authors'],
        ['Guides & Tips', '/guides-tips'],
        ...(newsletterEnabled ? ([['Newsletter', '/#letter']] as const) : []),
        ['RSS', '/rss.xml'],
      ],
    },
    {
      title: 'Categories',
      links: [
        ['Interior Design', '/living-spaces?category=Interior+Design'],
        ['Furniture Guide', '/guides-tips?category=Furniture+Guide'],
        ['Small Spaces', '/living-spaces?category=Small+Spaces'],
      ],
    },
    {
      title: 'Company',
      links: [
        ['About', '/about'],
        ['Contact', '/contact'],
        ['Privacy', '/privacy'],
        ['Terms', '/terms'],
        ['Your subscription', '/subscription'],
      ],
    },
  ]
}

/** The searches that the empty search field suggests. */
export const RECENT_SEARCHES: readonly string[] = [
  'modern kitchen design',
  'small space solutions',
  'bathroom renovation',
]
