import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Random } from '../support/random.ts'

/** A story as its writer knows it. */
interface KnownStory {
  /** The text of the last save that was answered with success. */
  saved: string
  /** Texts sent since then without such an answer: any of them may be stored. */
  unanswered: string[]
  version: number
}

/** A story as it is stored. */
export interface StoredStory {
  id: string
  slug: string
  content: unknown
  version: number
  status: string
}

/** From then on a writer changes only what is there: the site stays small. */
const MAX_STORIES = 4

/** An editor who writes and publishes through the API as the admin does, and remembers what was answered. */
export class ApiEditor {
  readonly #client: SupabaseClient
  readonly #credentials: { email: string; password: string }
  readonly #random: Random
  readonly stories = new Map<string, KnownStory>()
  saves = 0

  constructor(client: SupabaseClient, credentials: { email: string; password: string }, random: Random) {
    this.#client = client
    this.#credentials = credentials
    this.#random = random
  }

  /** Saves a new story, or another text in one of its own; more often than not it is published. Fails silently. */
  async write(): Promise<void> {
    const { data } = await this.#client.auth.getSession()
    if (!data.session) {
      const { error } = await this.#client.auth.signInWithPassword(this.#credentials)
      if (error) return
    }
    const canCreate = this.stories.size < MAX_STORIES
    const isNew = canCreate && (this.stories.size === 0 || this.#random.next() < 0.3)
    if (isNew) await this.#create()
    else await this.#change(this.#random.pick([...this.stories.keys()]), this.#random.next() < 0.6)
  }

  async #create(): Promise<void> {
    const id = randomUUID()
    const text = `The first text of ${id}`
    const { data, error, status } = await this.#client
      .from('articles')
      .insert({ id, title: `Story ${id}`, slug: `story-${id}`, content: contentOf(text), status: 'draft' })
      .select('version')
      .single<{ version: number }>()
    if (error) return this.#forgetRefusedSession(status)
    this.saves += 1
    this.stories.set(id, { saved: text, unanswered: [], version: data.version })
  }

  async #change(id: string, publish: boolean): Promise<void> {
    const known = this.stories.get(id)
    if (!known) return
    const text = `Text ${randomUUID()} of ${id}`
    known.unanswered.push(text)
    const { data, error, status } = await this.#client.rpc('save_article', {
      p_id: id,
      p_version: known.version,
      p_article: { content: contentOf(text), ...(publish && { status: 'published' }) },
    })
    if (!error) {
      this.saves += 1
      const { version } = data as { version: number }
      this.stories.set(id, { saved: text, unanswered: [], version })
      return
    }
    await this.#forgetRefusedSession(status)
    // Saved before by a request without an answer: the next save goes on from what is stored.
    if (error.code === 'PT409') await this.#reload(id)
  }

  async #reload(id: string): Promise<void> {
    const { data } = await this.#client
      .from('articles')
      .select('id, slug, content, version, status')
      .eq('id', id)
      .maybeSingle<StoredStory>()
    const loss = data && this.compare(data)
    if (loss) throw new Error(loss)
  }

  async #forgetRefusedSession(status: number): Promise<void> {
    if (status === 401 || status === 403) await this.#client.auth.signOut({ scope: 'local' })
  }

  /** What a stored story has lost of what was answered as saved, else null. The writer goes on from it. */
  compare({ id, content, version }: StoredStory): string | null {
    const known = this.stories.get(id)
    if (!known) return null
    const stored = storedText(content)
    const isKnown = stored === known.saved || known.unanswered.includes(stored)
    this.stories.set(id, { saved: stored, unanswered: [], version })
    return isKnown ? null : `${id} holds "${stored}" and not "${known.saved}", which was answered as saved`
  }
}

export function contentOf(text: string): { html: string } {
  return { html: `<p>${text}</p>` }
}

/** The text of the first paragraph of a body. */
export function storedText(content: unknown): string {
  const { html = '' } = content as { html?: string }
  return /<p>([^<]*)/.exec(html)?.[1] ?? ''
}
