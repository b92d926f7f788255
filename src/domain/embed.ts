/** A film or sound that plays from another site, in a frame that is loaded when a reader presses it. */
export interface Embed {
  /** The name of that site. */
  provider: string
  kind: 'film' | 'sound'
  /** The address of the frame. */
  player: string
  /** Width over height of the frame; null for one of a fixed height. */
  ratio: string | null
}

interface Provider {
  name: string
  hosts: readonly string[]
  /** The origin of its frames, which the policy of pages allows. */
  origin: string
  read: (url: URL) => (Pick<Embed, 'kind' | 'ratio'> & { path: string }) | null
}

const WIDE = '16/9'

const PROVIDERS: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    origin: 'https://www.youtube-nocookie.com',
    read: ({ hostname, pathname, searchParams }) => {
      const [, first = '', second = ''] = pathname.split('/')
      const isNamed = ['embed', 'shorts', 'live', 'v'].includes(first)
      const id = isNamed ? second : hostname.endsWith('youtu.be') ? first : (searchParams.get('v') ?? '')
      if (!/^[\w-]{11}$/.test(id)) return null
      const start = seconds(searchParams.get('t') ?? searchParams.get('start') ?? '')
      const path = `/embed/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`
      return { kind: 'film', ratio: first === 'shorts' ? '9/16' : WIDE, path }
    },
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    origin: 'https://player.vimeo.com',
    read: ({ pathname, searchParams }) => {
      const [, id, key] = /^\/(?:video\/|channels\/[\w-]+\/)?(\d+)(?:\/([\da-f]+))?\/?$/.exec(pathname) ?? []
      if (id === undefined) return null
      const hash = key ?? /^[\da-f]+$/.exec(searchParams.get('h') ?? '')?.[0]
      const path = `/video/${id}?autoplay=1&dnt=1${hash === undefined ? '' : `&h=${hash}`}`
      return { kind: 'film', ratio: WIDE, path }
    },
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com', 'm.soundcloud.com'],
    origin: 'https://w.soundcloud.com',
    read: ({ pathname }) => {
      if (!/^\/[\w-]+\/(?:sets\/)?[\w-]+\/?$/.test(pathname)) return null
      const url = encodeURIComponent(`https://soundcloud.com${pathname}`)
      return { kind: 'sound', ratio: null, path: `/player/?url=${url}&auto_play=true` }
    },
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    origin: 'https://open.spotify.com',
    read: ({ pathname }) => {
      const [, kind, id] =
        /^\/(?:intl-\w+\/)?(?:embed\/)?(track|album|playlist|episode|show)\/(\w+)\/?$/.exec(pathname) ?? []
      return id === undefined ? null : { kind: 'sound', ratio: null, path: `/embed/${kind}/${id}` }
    },
  },
]

/** The sites whose films and sounds a story can have. */
export const EMBED_PROVIDERS: readonly string[] = PROVIDERS.map(({ name }) => name)

/** The origins that frames of readers' pages may come from. */
export const PLAYER_ORIGINS: ReadonlySet<string> = new Set(PROVIDERS.map(({ origin }) => origin))

/** The film or sound at an address, as people copy it; null for any other address. */
export function embedOf(address: string): Embed | null {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/^www\./, '')
  const provider = PROVIDERS.find(({ hosts }) => hosts.includes(host))
  const read = provider?.read(url)
  if (provider === undefined || read == null) return null
  const { kind, ratio, path } = read
  return { provider: provider.name, kind, ratio, player: provider.origin + path }
}

/** `90`, `90s` or `1h2m3s` in seconds. */
function seconds(time: string): number {
  const [whole, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? []
  return whole ? Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) : 0
}
