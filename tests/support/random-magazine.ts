import type { Stack } from '../../supabase/local/stack.ts'
import type { Random } from './random.ts'

type Row = Record<string, unknown>

const WORDS = [
  'oak',
  'Crème brûlée',
  '京都の町家',
  'שלום',
  '😀',
  'a < b & "c"',
  "it's",
  '\\',
  '\u2028',
  'tab\there',
  'line\nbreak',
  'null',
  '%41',
  '\u0001',
]
const NUMBERS = ['1', '-0.5', '1.50', '12345678901234567890', '0.1234567890123456789', `1${'0'.repeat(320)}`]

/** Rows of every table of an archive, by table: few of each, with whatever its columns can hold. */
export function randomMagazine(random: Random): Record<string, Row[]> {
  let number = 0
  const uuid = () => {
    const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  const words = (most = 4) =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ')
  /** A name that no other row has. */
  const name = () => `${words(2)} ${(number += 1)}`
  const slug = () => `s-${(number += 1)}`
  const maybe = <T>(make: () => T): T | null => (random.next() < 0.5 ? make() : null)
  const time = () => {
    const micros = String(random.below(1_000_000)).padStart(6, '0')
    return `${1950 + random.below(100)}-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:3${random.below(10)}:2${random.below(10)}.${micros}+0${random.below(10)}:00`
  }
  const day = () => `20${10 + random.below(40)}-0${1 + random.below(9)}-1${random.below(10)}`
  const json = (depth = 0): unknown => {
    const kind = random.below(depth > 2 ? 4 : 6)
    if (kind === 0) return words()
    if (kind === 1) return rawNumber(random.pick(NUMBERS))
    if (kind === 2) return random.pick([true, false, null])
    if (kind === 3) return `/storage/v1/object/public/media/u/${random.below(9)}.webp`
    const items = Array.from({ length: random.below(4) }, () => json(depth + 1))
    return kind === 4 ? items : Object.fromEntries(items.map((item) => [words(2), item]))
  }
  const object = () => ({ [words(1)]: json() })
  const some = (make: (at: number) => Row, most = 4) =>
    Array.from({ length: 1 + random.below(most) }, (_, at) => make(at))
  const of = (rows: readonly Row[]) => random.pick(rows).id

  const profiles = some(() => {
    const isGone = random.next() < 0.3
    return {
      ...{ id: uuid(), full_name: maybe(name), role: random.pick(['viewer', 'editor', 'super_admin']) },
      ...{ email: isGone ? null : `p${(number += 1)}@people.example`, email_confirmed: random.next() < 0.5 },
      ...{ created_at: time(), updated_at: time(), removed_at: isGone ? time() : null },
    }
  })
  const authors = some(() => ({
    ...{
      id: uuid(),
      name: name(),
      slug: slug(),
      email: maybe(() => 'author@people.example'),
      bio: maybe(words),
    },
    ...{ social_links: object(), team_position: maybe(() => random.below(9)) },
  }))
  const categories = some(() => ({
    id: uuid(),
    name: name(),
    slug: slug(),
    sections: [slug(), '{"a,b"}'],
    created_at: time(),
  }))
  const tags = some(() => ({ id: uuid(), name: name(), slug: slug() }))
  const media = some(() => ({
    ...{
      id: uuid(),
      filename: name(),
      original_filename: name(),
      mime_type: 'image/webp',
      size_bytes: random.below(9),
    },
    ...{
      storage_path: `u/${slug()}.webp`,
      focus: maybe(() => [3, 97]),
      uploaded_by: maybe(() => of(profiles)),
    },
    ...{ usable_until: maybe(time) },
  }))
  const fonts = some(() => ({
    id: uuid(),
    font_name: name(),
    font_file_path: '/storage/v1/object/public/fonts/a.woff2',
    font_usage: ['Body'],
  }))
  const pages: Row[] = []
  for (let left = 1 + random.below(4); left > 0; left -= 1)
    pages.push({
      ...{
        id: uuid(),
        title: name(),
        slug: slug(),
        content: json() ?? words(),
        status: random.pick(['draft', 'published']),
      },
      parent_id: pages.length > 0 ? maybe(() => of(pages)) : null,
    })
  // Children may come before their parents.
  pages.reverse()
  const articles = some(
    () => ({
      ...{
        id: uuid(),
        title: name(),
        slug: slug(),
        content: json() ?? words(),
        status: random.pick(['draft', 'published', 'archived']),
      },
      ...{
        gallery: ['a"b', 'c,d', ''],
        category_id: maybe(() => of(categories)),
        author_id: maybe(() => of(profiles)),
      },
      ...{
        published_at: maybe(time),
        deleted_at: random.pick([null, null, 'infinity']),
        captions: object(),
        read_time: 3,
        colour: maybe(() => '#408080'),
      },
      ...{ credits: [], facts: [] },
    }),
    6,
  )
  const templates = some(() => ({ id: uuid(), name: name(), content: object(), credits: [], facts: [] }))
  const imports = some(() => ({
    id: uuid(),
    source: words(),
    format: 'ghost',
    file_name: name(),
    report: object(),
  }))
  const versions = ['newsletter-a', 'contact-b']
  const subscribers = some(() => ({
    id: uuid(),
    email: `r${(number += 1)}@people.example`,
    consent_version: maybe(() => random.pick(versions)),
    subscribed_at: time(),
  }))
  // None that goes out: a restore has it wait.
  const letters = some(() => {
    const isOut = random.next() < 0.5
    const frozen = { frozen_at: time(), content: object(), html: words(), plain_text: words(), candidates: 2 }
    return {
      ...{
        id: uuid(),
        subject: slug(),
        blocks: [object()],
        slug: slug(),
        created_by: maybe(() => of(profiles)),
      },
      ...(isOut ? { ...frozen, status: 'sent', ended_at: time() } : { status: 'draft' }),
    }
  })
  const plan = (about: Row) => ({
    ...{ id: uuid(), planned_on: maybe(day), person_id: maybe(() => of(profiles)) },
    ...about,
  })
  // A letter has one plan at most.
  const plans = [
    ...some(() => plan({ title: name() })),
    ...letters.filter(() => random.below(2) === 0).map(({ id }) => plan({ letter_id: id })),
  ]
  const threads = some(() => ({
    ...{ id: uuid(), created_at: time() },
    ...random.pick([
      { article_id: of(articles), kind: 'story' },
      { letter_id: of(letters), kind: 'letter' },
    ]),
  }))
  const letter_recipients = letters.map(({ id }) => ({
    ...{
      id: uuid(),
      letter_id: id,
      subscriber_id: of(subscribers),
      email: `r${(number += 1)}@people.example`,
    },
    ...{ state: random.pick(['excluded', 'accepted', 'failed']), reason: maybe(words), due_at: time() },
  }))
  return {
    profiles,
    author_profiles: authors,
    merged_people: [{ from_id: uuid(), into_id: of(authors) }],
    former_names: [{ name_key: name(), profile_id: of(profiles) }],
    name_requests: [{ profile_id: of(profiles), name: name(), created_at: time() }],
    notification_choices: [{ profile_id: of(profiles), kind: 'due', choice: 'none' }],
    proposed_people: some(() => ({ id: uuid(), name: name(), proposed_by: maybe(() => of(profiles)) })),
    categories,
    tags,
    merged_tags: [{ from_id: uuid(), into_id: of(tags) }],
    sections: some(() => ({
      id: uuid(),
      slug: slug(),
      title: name(),
      position: random.below(9),
      button_tags: [words()],
    })),
    menus: [{ id: 'header', items: object() }],
    credit_roles: some(() => ({ id: uuid(), name: name(), byline: words(), position: random.below(9) })),
    media,
    media_focus_proposals: [{ media_id: of(media), focus: [1, 2] }],
    deleted_media: [{ storage_path: `u/${slug()}.webp`, media_id: uuid(), stem: words() }],
    used_storage_paths: some(() => ({ bucket_id: 'media', name: `u/${slug()}.webp` })),
    fonts,
    global_styles: [{ id: uuid(), primary_font_id: of(fonts) }],
    theme: [{ id: uuid(), light: object(), dark: object() }],
    branding: [{ id: uuid(), logo: maybe(words), former: maybe(json) }],
    site_settings: [
      {
        id: uuid(),
        site_name: name(),
        language: random.pick(['en', 'de']),
        texts: {},
        contact_email: 'desk@magazine.example',
      },
    ],
    demo_settings: [{ name: name(), value: words() }],
    consent_wordings: versions.map((version) => ({ version, form: 'newsletter', wording: words() })),
    pages,
    articles,
    article_tags: [{ article_id: of(articles), tag_id: of(tags) }],
    article_working_copies: [
      { article_id: of(articles), data: object(), base_version: 1, updated_at: time() },
    ],
    article_templates: templates,
    article_template_tags: [{ template_id: of(templates), tag_id: of(tags) }],
    slug_redirects: [
      { kind: 'custom', old_slug: slug(), target: '/a', id: 900 + random.below(50) },
      { kind: 'article', old_slug: slug(), article_id: of(articles), id: 5 },
    ],
    front_versions: some(() => ({ id: uuid(), page: `/${slug()}`, live_from: time(), blocks: [] })),
    letters,
    plans,
    plan_tasks: some(() => ({
      id: uuid(),
      plan_id: of(plans),
      kind: 'edit',
      person_id: maybe(() => of(profiles)),
      due_on: maybe(day),
      position: 1,
    })),
    comment_threads: threads,
    comments: some(() => ({
      id: uuid(),
      thread_id: of(threads),
      body: name(),
      mentions: [of(profiles)],
      author_id: maybe(() => of(profiles)),
    })),
    comment_guests: [{ article_id: of(articles), profile_id: of(profiles) }],
    story_readings: [{ article_id: of(articles), day: day(), opened: 5, begun: 3, read: 1 }],
    page_readings: [{ day: day(), kind: 'home', page: '', opened: 5, begun: 3, read: 0 }],
    reading_sources: [{ day: day(), source: 'Mail', opened: 5, begun: 3, read: 1 }],
    reading_letters: [{ day: day(), letter: 'may', kind: 'home', page: '', opened: 5, begun: 3, read: 1 }],
    reading_bots: [{ day: day(), reason: 'crawler', readings: 4 }],
    article_revisions: some((at) => ({
      id: 40 - at,
      article_id: of(articles),
      version: 1 + at,
      kind: 'saved',
      data: object(),
      created_at: time(),
    })),
    subscribers,
    letter_sender: [{ id: true, from_name: slug(), per_minute: maybe(() => 1 + random.below(900)) }],
    letter_recipients,
    suppressions: some(() => ({
      ...{ id: uuid(), digest: `\\x${uuid().replaceAll('-', '')}`, email: maybe(() => 'r@people.example') },
      ...{
        reason: random.pick(['hard', 'complaint', 'manual']),
        at: time(),
        by_id: maybe(() => of(profiles)),
      },
    })),
    mail_events: [
      { provider: 'resend', event_id: uuid(), kind: 'hard', recipient_id: of(letter_recipients), at: time() },
    ],
    erased_addresses: some(() => ({ digest: `\\x${uuid().replaceAll('-', '')}` })),
    contact_messages: some(() => ({ id: uuid(), name: name(), email: 'm@people.example', message: words() })),
    imports,
    imported_rows: [
      {
        id: 7,
        import_id: of(imports),
        row_table: 'tags',
        row_key: uuid(),
        columns: ['a'],
        before: maybe(json),
        sent: '',
        stored: '',
      },
    ],
    audit_log: some((at) => ({
      id: 3 + at * 2,
      kind: 'role',
      actor_name: 'a@people.example',
      subject: maybe(words),
      created_at: time(),
    })),
  }
}

const RAW = 'raw number '
const rawNumber = (digits: string) => `${RAW}${digits}`

/** Writes rows into the tables of an archive, past all triggers. What was there goes. */
export async function fillMagazine({ sql }: Pick<Stack, 'sql'>, rows: Record<string, Row[]>): Promise<void> {
  await emptyMagazine({ sql })
  await sql(`create or replace function private.fill_for_test(p_rows jsonb) returns void language plpgsql
    set session_replication_role = replica as $f$
    declare t record; columns text;
    begin
      for t in select * from private.archive_tables() where part <> 'none' order by place loop
        for columns in select distinct (select string_agg(format('%I', k), ', ' order by k) from jsonb_object_keys(r) k)
          from jsonb_array_elements(p_rows -> split_part(t.name, '.', 2)) r loop
          execute format('insert into %1$s (%2$s) overriding system value
            select %2$s from jsonb_array_elements($1) with ordinality as e (e, place), jsonb_populate_record(null::%1$s, e)
            where (select string_agg(format(''%%I'', k), '', '' order by k) from jsonb_object_keys(e) k) = %3$L order by place',
            t.name, columns, columns) using p_rows -> split_part(t.name, '.', 2);
        end loop;
      end loop;
    end $f$`)
  const json = JSON.stringify(rows).replaceAll(new RegExp(`"${RAW}([^"]+)"`, 'g'), '$1')
  await sql('select private.fill_for_test($1::text::jsonb)', [json])
  // As after a restore: what is logged next has a number of its own.
  await sql(
    `select setval(pg_get_serial_sequence('public.audit_log', 'id'), max(id)) from public.audit_log having max(id) is not null`,
  )
}

/** Has a magazine be as a new one, with a key of links of its own. */
export async function emptyMagazine({ sql }: Pick<Stack, 'sql'>): Promise<void> {
  await sql(`create or replace function private.empty_for_test() returns void language plpgsql
    set session_replication_role = replica as $f$
    declare t record;
    begin
      for t in select * from private.archive_tables()
        where part <> 'none' and name <> 'private.unsubscribe_key' order by place desc loop
        execute format('delete from %s', t.name);
      end loop;
      update private.unsubscribe_key set key = uuid_send(gen_random_uuid());
      delete from auth.identities; delete from auth.users; delete from storage.objects; delete from private.archive_lines;
      delete from public.publish_outbox; delete from public.notifications;
      delete from private.media_references; delete from private.story_words; delete from private.search_words;
    end $f$`)
  await sql('select private.empty_for_test()')
}
