/** The keys of every cached answer; a mutation invalidates by their beginnings. */
export const keys = {
  articles: {
    all: ['articles'],
    lists: () => ['articles', 'list'],
    list: (search: object) => ['articles', 'list', search],
    counts: () => ['articles', 'counts'],
    stats: () => ['articles', 'stats'],
    recent: () => ['articles', 'recent'],
    waiting: () => ['articles', 'waiting'],
    search: (text: string) => ['articles', 'search', text],
    one: (id: string) => ['articles', 'one', id],
    publishState: (id: string) => ['articles', 'publish-state', id],
  },
  categories: { all: ['categories'] },
  tags: { all: ['tags'] },
  authors: { all: ['authors'], names: () => ['authors', 'names'], profiles: () => ['authors', 'profiles'] },
  media: { all: ['media'], images: (search: object) => ['media', 'images', search] },
  templates: {
    all: ['templates'],
    list: () => ['templates', 'list'],
    one: (id: string) => ['templates', 'one', id],
  },
  analytics: { all: ['analytics'], series: (name: string, range: object) => ['analytics', name, range] },
  settings: { all: ['settings'], site: () => ['settings', 'site'], deploy: () => ['settings', 'deploy'] },
  palette: (kind: string, text: string) => ['palette', kind, text],
  builds: { all: ['builds'], latest: () => ['builds', 'latest'] },
} as const
