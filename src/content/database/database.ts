import { SqliteDatabase } from './sqlite-database.ts'

/** Changes with the tables below and with what is in them: a file of another version is made anew. */
const SCHEMA_VERSION = 9

const SCHEMA = `
create table meta (name text primary key, value text not null) without rowid;

-- Rows of the tables that stay small, as JSON. lookup: the storage path of a media row, the slug of a letter, else null.
create table row (
  entity text not null, id text not null, lookup text, data text not null,
  primary key (entity, id)
) without rowid;
create index row_lookup on row (lookup);

-- data: the row without its content, which has a table of its own: rows that fit into a database page are read faster. digest: of both. card: as pages show it. image: the key of the featured picture. related: its matches.
create table article (
  id text primary key, slug text not null, image text, modified_at text not null,
  digest text not null, content_digest text not null, card text not null,
  data text not null, picture_urls text not null, related text not null
);
create table article_text (id text primary key, content text not null);
create index article_slug on article (slug);
create index article_image on article (image);
-- What the site map lists of an article: queries name this index, since SQLite would take the one of the primary key.
create index article_address on article (id, slug, modified_at);

-- The pictures of which copies exist, by the URL that rows name them with. file: a PictureFile as JSON.
create table picture (url text primary key, file text not null) without rowid;

-- The lists of articles: newest first.
create table entry (
  list text not null, sort text not null, id text not null,
  primary key (list, sort desc, id)
) without rowid;
-- last_change: of an article of a month, null for other lists.
create table list (name text primary key, size integer not null, last_change text) without rowid;

-- The pages of the site. type: its place in PAGE_TYPES. source: the article or list it was made of, else ''. digest: of what
-- was shown when the page was last written, null before that. stale: 0 no, 1 yes, 2 perhaps. build: the last one that made it
-- stale, perhaps stale or gone. pictures: the copies that it names.
create table page (
  n integer primary key, pathname text not null unique, type integer not null, params text not null,
  source text not null, rank integer not null, digest text, stale integer not null, gone integer not null,
  build integer not null, pictures text not null
);
create index page_source on page (type, source);
create index page_due on page (rank, n) where stale;
create index page_gone on page (n) where gone;
-- What each page read when it was last evaluated. name: the hash of the key of a read, see reads.ts.
create table page_read (name integer not null, page integer not null, primary key (name, page)) without rowid;
create index page_read_page on page_read (page);

-- The parts of long lists that are files of their own. sort: of the newest article, which it is named after; of the first part
-- what is after all times. older: the name of the next one.
create table chunk (
  list text not null, name text not null, sort text not null, older text, ids text not null,
  primary key (list, name)
) without rowid;
create index chunk_place on chunk (list, sort);
-- The long lists whose chunks are made. start: the lists they consist of, and where the chunks begin.
create table long_list (name text primary key, start text not null) without rowid;
-- Old addresses, and where they lead. has_page: whether there is a page there for hosts without redirects.
create table redirect (path text primary key, target text not null, has_page integer not null) without rowid;
`

/** SQLite's page cache in KB, enough for about 10,000 cards. */
const CACHE_KB = 16_000

/** The SQLite database with the published content and the pages of the site. */
export class Database extends SqliteDatabase {
  constructor(file: string | null) {
    super(file, {
      schema: SCHEMA,
      version: SCHEMA_VERSION,
      settings: `pragma cache_size = -${CACHE_KB}`,
    })
  }

  getMeta(name: string): string | null {
    return this.get<{ value: string }>('select value from meta where name = ?', name)?.value ?? null
  }

  setMeta(name: string, value: string): void {
    this.run('insert or replace into meta values (?, ?)', name, value)
  }
}
