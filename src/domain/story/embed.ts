/** A film or sound that plays from another site, in a frame that is loaded when a reader presses it. */
export interface Embed {
  /** The name of that site. */
  provider: string
  kind: 'film' | 'sound'
  /** The address of the frame. */
  player: string
  /** Width over height of the frame; null for one of a fixed height. */
  ratio: string | null
  /** What of the address does not play, for who enters it; null: nothing. */
  leftOut: string | null
}

type Player = Pick<Embed, 'kind' | 'ratio'> & Partial<Pick<Embed, 'leftOut'>> & { path: string }

interface Provider {
  name: string
  hosts: readonly string[]
  /** The origin of its frames, which the policy of pages allows. */
  origin: string
  /** What an address plays; or why it plays nothing, for who enters it; null where that is not known. */
  read: (url: URL) => Player | string | null
}

const WIDE = '16/9'

/** Frames of YouTube that are no films, although their names have eleven letters, as the ids of films have. */
const LIST_FRAME = 'videoseries'
const CHANNEL_FRAME = 'live_stream'

function readYouTube({ hostname, pathname, searchParams, hash }: URL): Player | string | null {
  const [, first = '', second = ''] = pathname.split('/')
  const list = searchParams.get('list') ?? ''
  if (first === 'playlist' || (first === 'embed' && second === LIST_FRAME))
    return /^[\w-]{12,}$/.test(list)
      ? { kind: 'film', ratio: WIDE, path: `/embed/${LIST_FRAME}?list=${list}&autoplay=1` }
      : 'The address names no list of films that plays here'
  if (first === 'embed' && second === CHANNEL_FRAME) {
    const channel = searchParams.get('channel') ?? ''
    return /^UC[\w-]{22}$/.test(channel)
      ? { kind: 'film', ratio: WIDE, path: `/embed/${CHANNEL_FRAME}?channel=${channel}&autoplay=1` }
      : 'The address names no channel'
  }
  if (first === 'clip') return 'A clip does not play here. Enter the address of the whole film'
  if (/^@|^(?:channel|c|user)$/.test(first))
    return 'This is the address of a channel. Enter that of one of its films'
  const isNamed = ['embed', 'shorts', 'live', 'v'].includes(first)
  const isPage = first === 'watch' || first === ''
  const queried = isPage ? (searchParams.get('v') ?? '') : ''
  const id = isNamed ? second : hostname.endsWith('youtu.be') ? first : queried
  if (!/^[\w-]{11}$/.test(id)) return null
  const start = seconds(
    searchParams.get('t') ?? searchParams.get('start') ?? /^#t=(.+)/.exec(hash)?.[1] ?? '',
  )
  return {
    kind: 'film',
    ratio: first === 'shorts' ? '9/16' : WIDE,
    path: `/embed/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`,
    leftOut: list === '' ? null : 'The film plays alone, without the list that the address names.',
  }
}

function readVimeo({ pathname, searchParams, hash }: URL): Player | string | null {
  const [, id, key] =
    /^\/(?:video\/|channels\/[\w-]+\/|manage\/videos\/|groups\/[\w-]+\/videos\/|(?:showcase|album)\/\d+\/video\/)?(\d+)(?:\/([\da-f]+))?\/?$/.exec(
      pathname,
    ) ?? []
  if (id === undefined)
    return /^\/(?:showcase|album|event|ondemand|groups|channels)\//.test(pathname)
      ? 'This address shows several films, or an event. Enter that of one film'
      : null
  const secret = key ?? /^[\da-f]+$/.exec(searchParams.get('h') ?? '')?.[0]
  const start = seconds(/^#t=(.+)/.exec(hash)?.[1] ?? '')
  const path = `/video/${id}?autoplay=1&dnt=1${secret === undefined ? '' : `&h=${secret}`}${start > 0 ? `#t=${start}s` : ''}`
  const isInList = /^\/(?:showcase|album|groups|channels)\//.test(pathname)
  return {
    ...{ kind: 'film', ratio: WIDE, path },
    leftOut: isInList ? 'The film plays alone, without the others of this page.' : null,
  }
}

/** Pages of SoundCloud whose addresses look like a sound's. */
const SOUNDCLOUD_PAGES =
  /^\/(?:charts|discover|jobs|messages|pages|people|search|settings|stations|stream|tags|upload|you)\/|^\/[\w-]+\/(?:albums|comments|followers|following|likes|popular-tracks|reposts|sets|spotlight|tracks)\/?$/

function readSoundCloud({ pathname, searchParams, hash }: URL): Player | string | null {
  if (/^\/[\w-]+\/(?:sets\/)?[\w-]+\/s-\w+\/?$/.test(pathname) || searchParams.has('secret_token'))
    return 'This sound is private and does not play here. Make it public, or enter another'
  if (SOUNDCLOUD_PAGES.test(pathname) || !/^\/[\w-]+\/(?:sets\/)?[\w-]+\/?$/.test(pathname)) return null
  const url = encodeURIComponent(`https://soundcloud.com${pathname}`)
  return {
    ...{ kind: 'sound', ratio: null, path: `/player/?url=${url}&auto_play=true` },
    leftOut: hash.startsWith('#t=') ? 'The sound plays from its beginning.' : null,
  }
}

const PROVIDERS: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    origin: 'https://www.youtube-nocookie.com',
    read: readYouTube,
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    origin: 'https://player.vimeo.com',
    read: readVimeo,
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com', 'm.soundcloud.com'],
    origin: 'https://w.soundcloud.com',
    read: readSoundCloud,
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
  const read = readAddress(address)
  return typeof read === 'string' ? null : read
}

/** Why an address plays nothing, for who enters it; null where it plays, and where no more is known. */
export function embedRefusal(address: string): string | null {
  const read = readAddress(address)
  return typeof read === 'string' ? read : null
}

function readAddress(address: string): Embed | string | null {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/^www\./, '')
  const provider = PROVIDERS.find(({ hosts }) => hosts.includes(host))
  const read = provider?.read(url)
  if (provider === undefined || read == null) return null
  if (typeof read === 'string') return read
  const { kind, ratio, path, leftOut = null } = read
  return { provider: provider.name, kind, ratio, leftOut, player: provider.origin + path }
}

/** `90`, `90s` or `1h2m3s` in seconds. */
function seconds(time: string): number {
  const [whole, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? []
  return whole ? Number(hours) * 3600 + Number(minutes) * 60 + Number(rest) : 0
}
