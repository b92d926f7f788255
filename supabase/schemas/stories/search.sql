-- The readers' search. It finds text of titles and excerpts, and after that close matches: stories with the words in any
-- order and form, also in the body, and with one letter wrong.
--
-- With row-level security, ILIKE is tried on every row: it is not leakproof, so the policy comes first and no trigram
-- index is used. These functions therefore run as their owner, past the policies, and repeat which articles readers may see.
-- They run without scans of whole tables, which the planner takes for common words: it does not know that each row's words
-- are stored apart and have to be fetched, while the index has the answer. Nor are they compiled, which takes longer than
-- they do. What each save of a story calls is in PL/pgSQL, as has_role is, and for the same reason.

-- Languages ----------------------------------------------------------------------------------------------------------

-- Words as they are written, without common ones such as 'the' and 'of': which forms a word has is looked up in
-- private.search_words.
create text search dictionary private.written_words (template = pg_catalog.simple, stopwords = english);
create text search configuration private.written_words (copy = pg_catalog.simple);
alter text search configuration private.written_words alter mapping replace pg_catalog.simple with private.written_words;
create text search dictionary private.german_words (template = pg_catalog.simple, stopwords = german);
create text search configuration private.german_words (copy = pg_catalog.simple);
alter text search configuration private.german_words alter mapping replace pg_catalog.simple with private.german_words;

/* How the words of each language are searched in which the magazine can be (site_settings.language): the configuration
   that takes the words of a text, the dictionary that makes their stems, the words that a question begins with, and whether
   ae, oe and ue are ways to write umlauts. */
create function private.search_languages()
returns table (language text, words regconfig, stems regdictionary, asking text, has_umlauts boolean)
language sql immutable set search_path = ''
as $$
  values
    ('en', 'private.written_words'::regconfig, 'pg_catalog.english_stem'::regdictionary,
      'how|what|where|when|why|which|who|whose|can|could|should|do|does|is|are|will', false),
    ('de', 'private.german_words', 'pg_catalog.german_stem',
      'wie|wo|woher|wohin|womit|was|wann|warum|weshalb|wieso|wer|wen|wem|wessen|welche[mnrs]?|kann|kannst|k(ö|oe)nn(en|te|ten)'
      || '|soll|sollte|darf|muss|gibt|ist|sind|wird|hat', true)
$$;

create function private.has_umlauts(p_language text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return (select l.has_umlauts from private.search_languages() l where l.language = p_language);
end $$;

-- The ways to write a folded word: in German 'haeuser', too, for 'hauser', which is 'häuser' folded, and the other way round.
create function private.spellings_of(p_word text, p_language text) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  if not private.has_umlauts(p_language) then return array[p_word]; end if;
  return array(
    select p_word
    union
    select regexp_replace(p_word, '(?<![aeiouq])([aou])e', '\1', 'g')
    union
    select left(p_word, place) || 'e' || substr(p_word, place + 1) from generate_series(1, length(p_word)) place
    where substr(p_word, place, 1) in ('a', 'o', 'u'));
end $$;

-- 'the', 'being' and their like, of which no place is kept. The list of German ones has 'für', which is 'fur' folded.
create function private.is_common_word(p_word text, p_language text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare words regconfig := (select l.words from private.search_languages() l where l.language = p_language);
begin
  return exists (
    select from unnest(private.spellings_of(p_word, p_language)) spelling,
      unnest(array[spelling, replace(replace(replace(spelling, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')]) written
    where to_tsvector(words, written) = '');
end $$;

-- What the forms of a word have in common in a language: 'en:kitchen' for 'kitchens'.
create function private.stem_of(p_word text, p_language text) returns text
language plpgsql immutable set search_path = ''
as $$
declare stems regdictionary := (select l.stems from private.search_languages() l where l.language = p_language);
begin
  return p_language || ':' || coalesce((ts_lexize(stems, p_word))[1], p_word);
end $$;

-- Words of texts -----------------------------------------------------------------------------------------------------

-- The words of a text and their places. Signs are blanks: 'architect''s', 'well-being' and 'and/or' are two words each.
create function private.words_of(p_text text, p_language text) returns tsvector
language plpgsql immutable set search_path = ''
as $$
begin
  return to_tsvector((select l.words from private.search_languages() l where l.language = p_language),
    translate(private.fold_text(p_text), '''"-./\@_=&:;#+*~^$%<>|', repeat(' ', 22)));
end $$;

-- The values in an article's body, of every format (src/domain/body), in their order, each with its key.
create function private.body_values(p_content jsonb) returns table (key text, value jsonb, place bigint[])
language plpgsql stable set search_path = ''
as $$
declare body jsonb := p_content;
begin
  if jsonb_typeof(p_content) = 'string' and p_content #>> '{}' ~ '^\s*[[{]' then
    begin
      body := (p_content #>> '{}')::jsonb;
    exception when data_exception then
      -- Plain text that begins with a bracket.
    end;
  end if;
  return query
  with recursive node (key, value, place) as (
    select '', body, array[]::bigint[]
    union all
    select child.* from node, lateral (
      select e.key, e.value, node.place || e.place
      from jsonb_each(case jsonb_typeof(node.value) when 'object' then node.value else '{}' end)
        with ordinality as e (key, value, place)
      union all
      select node.key, e.value, node.place || e.place
      from jsonb_array_elements(case jsonb_typeof(node.value) when 'array' then node.value else '[]' end)
        with ordinality as e (value, place)) child
  )
  select node.key, node.value, node.place from node;
end $$;

/* The text of an article's body without tags. At most 300,000 characters: a tsvector has room for about a million bytes. */
create function private.body_text(p_content jsonb) returns text
language sql stable set search_path = ''
as $$
  select coalesce((
  select left(private.normalized(replace(replace(replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(
      string_agg(separator || words, '' order by place),
      '(^|\n)#{2,3} |\*\*', '\1', 'g'),
      '</?(p|h[1-6]|li|ul|ol|blockquote|footer|pre|hr|br|figure|figcaption|table|tr|td|th|div)\y[^>]*>', ' ', 'gi'),
      '<[^>]*>', '', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'), 'NFC'), 300000)
  from (
    select value #>> '{}' as words, place,
      -- The runs of a paragraph follow each other without a blank.
      case when key = 'text' and trim_array(place, least(2, cardinality(place))) = lag(trim_array(place, least(2, cardinality(place)))) over (order by place) then '' else ' ' end
        as separator
    from private.body_values(p_content)
    where jsonb_typeof(value) = 'string'
      and key in ('', 'html', 'text', 'caption', 'items', 'content', 'code', 'title', 'description')
  ) part), '')
$$;

-- The text of an article under its head: its facts and its body.
create function private.story_text(a public.articles) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return concat_ws(' ',
    (select string_agg((fact ->> 'label') || ': ' || (fact ->> 'value') || '.', ' ' order by place)
     from jsonb_array_elements(a.facts) with ordinality as f (fact, place) where fact ->> 'value' <> ''),
    private.body_text(a.content));
end $$;

-- The words of the articles that are published or scheduled. Readers may see those whose published_at is past.
create table private.story_words (
  article_id uuid primary key references public.articles (id) on delete cascade,
  published_at timestamptz,
  -- Title, standfirst and excerpt, folded, a line each.
  head_text text not null,
  -- Their words: of the title (A), of the others (B).
  head tsvector not null,
  -- The same, and those of the names of its category, tags and people (C), of its facts and of its body (D).
  words tsvector not null,
  -- The names of its people, as readers filter by them.
  people text[] not null default '{}',
  -- The language without whose common words they are.
  language text not null default 'en'
);
create index story_words_words_idx on private.story_words using gin (words);
create index story_words_people_idx on private.story_words using gin (people);
create index story_words_head_text_idx on private.story_words using gin (head_text extensions.gin_trgm_ops);
alter table private.story_words enable row level security;

-- Every word of a story that is or was published or scheduled; private.word_meant tells readers the ones they can read.
create table private.search_words (
  word text primary key,
  -- private.one_letter_less(word)
  near text[] not null,
  -- In each language, so that a change of the magazine's language changes no row: private.stem_of(word, language)
  stems text[] not null
);
create index search_words_stems_idx on private.search_words using gin (stems);
create index search_words_near_idx on private.search_words using gin (near);
alter table private.search_words enable row level security;

-- A word, and all that one letter less makes of it. Two words of which one has a wrong letter, one too many or too few, or
-- two letters swapped, have one of these in common.
create function private.one_letter_less(p_word text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_agg(distinct left(p_word, place - 1) || substr(p_word, place + 1))
  from generate_series(1, length(p_word) + 1) place
$$;

create function private.add_search_words(p_words tsvector) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_words (word, near, stems)
  select added, private.one_letter_less(added),
    array(select private.stem_of(added, l.language) from private.search_languages() l)
  from unnest(tsvector_to_array(p_words)) added
  where length(added) between 2 and 40 and added !~ '^\d+$'
    and not exists (select 1 from private.search_words where word = added)
  on conflict do nothing;
end $$;

-- The words of a story's category, tags and people.
create function private.label_words(a public.articles, p_language text) returns tsvector
language plpgsql stable security definer set search_path = ''
as $$
begin
  return setweight(private.words_of(concat_ws(' ',
    (select c.name from public.categories c where c.id = a.category_id),
    (select string_agg(t.name, ' ') from public.article_tags one join public.tags t on t.id = one.tag_id
     where one.article_id = a.id),
    array_to_string(private.story_names(a), ' ')), p_language), 'C');
end $$;

create function private.index_story(a public.articles) returns void
language plpgsql security definer set search_path = ''
as $$
declare story_language text := private.magazine_language(); story_head tsvector; story_words tsvector;
begin
  story_head := setweight(private.words_of(a.title, story_language), 'A')
    || setweight(private.words_of(concat_ws(' ', a.standfirst, a.excerpt), story_language), 'B');
  story_words := story_head || setweight(private.words_of(private.story_text(a), story_language), 'D')
    || private.label_words(a, story_language);
  insert into private.story_words (article_id, published_at, head_text, head, words, people, language)
  values (a.id, a.published_at, private.fold_text(concat_ws(E'\n', a.title, a.standfirst, a.excerpt)), story_head,
    story_words, private.story_names(a), story_language)
  on conflict (article_id) do update set published_at = excluded.published_at, head_text = excluded.head_text,
    head = excluded.head, words = excluded.words, people = excluded.people, language = excluded.language;
  perform private.add_search_words(story_words);
end $$;

create function private.story_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_indexed boolean;
begin
  was_indexed := tg_op = 'UPDATE' and exists (select 1 from private.story_words where article_id = new.id);
  if new.status <> 'published' or new.deleted_at is not null then
    if was_indexed then delete from private.story_words where article_id = new.id; end if;
  elsif not was_indexed or exists (
      select from private.changed_columns('public.articles', to_jsonb(old), to_jsonb(new)) c where c.is_searched) then
    perform private.index_story(new);
  elsif old.published_at is distinct from new.published_at then
    update private.story_words set published_at = new.published_at where article_id = new.id;
  end if;
  return null;
end $$;
create trigger story_words_changed after insert or update on public.articles
for each row execute function private.story_words_changed();

/* Indexes again the stories that are indexed in another language than the magazine's, at most p_most at once; those that
   somebody is saving get it by that. Returns how many are left. A story waits for it as briefly as for a save of it. */
create function private.index_stories_again(p_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare story_language text := private.magazine_language(); locked uuid[]; a public.articles;
begin
  locked := array(
    select s.article_id from private.story_words s where s.language <> story_language
    order by s.article_id limit p_most for update skip locked);
  -- Read once the rows are locked: a save that came before is seen, one that comes now waits and indexes its own text.
  for a in select article.* from public.articles article where article.id = any (locked) loop
    perform private.index_story(a);
  end loop;
  return (select count(*) from private.story_words s where s.language <> story_language);
end $$;

-- Indexes the category, the tags and the people of these stories again, without reading their bodies.
create function private.index_labels(p_articles uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare labels tsvector;
begin
  for labels in
    update private.story_words s
    set words = ts_filter(s.words, '{a,b,d}') || private.label_words(a, s.language), people = private.story_names(a)
    from public.articles a where a.id = s.article_id and s.article_id = any (p_articles)
    returning ts_filter(s.words, '{c}')
  loop
    perform private.add_search_words(labels);
  end loop;
end $$;

create function private.category_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_labels(array(select a.id from public.articles a where a.category_id = new.id));
  return null;
end $$;
create trigger category_words_changed after update on public.categories
for each row when (old.name <> new.name) execute function private.category_words_changed();

create function private.tag_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'tags' then
    perform private.index_labels(array(select t.article_id from public.article_tags t where t.tag_id = new.id));
  else
    perform private.index_labels(array(select distinct t.article_id from changed t));
  end if;
  return null;
end $$;
create trigger tag_words_changed after update on public.tags
for each row when (old.name <> new.name) execute function private.tag_words_changed();
create trigger tag_words_changed_on_insert after insert on public.article_tags
referencing new table as changed for each statement execute function private.tag_words_changed();
create trigger tag_words_changed_on_delete after delete on public.article_tags
referencing old table as changed for each statement execute function private.tag_words_changed();

create function private.person_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'profiles' then
    perform private.index_labels(private.stories_naming(null, array[new.id]));
  else
    perform private.index_labels(private.stories_naming(coalesce(new.id, old.id), array[old.profile_id, new.profile_id]));
  end if;
  return null;
end $$;
create trigger person_words_changed after insert or delete or update of name, profile_id on public.author_profiles
for each row execute function private.person_words_changed();
create trigger person_words_changed after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.person_words_changed();

-- Questions -----------------------------------------------------------------------------------------------------------

-- The ILIKE pattern that finds a text anywhere, with its wildcards escaped.
create function private.ilike_pattern(p_text text) returns text
language sql immutable set search_path = ''
as $$ select '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%' $$;

-- Whether a text has nothing but signs and blanks, of which no index knows anything. Ranges, since the classes of a pattern
-- know only the letters of the database's language.
create function private.is_only_signs(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text ~ '^[\u0001-/:-@[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2010-\u2069\u20a0-\u20cf\u2190-\u2bff\u3000-\u3003\u3008-\u3020\ufe0f\U0001f000-\U0001faff]*$'
$$;

-- What is searched for of a text that somebody sends: its first 200 characters.
create function private.searched_part(p_text text) returns text
language sql immutable set search_path = ''
as $$ select left(p_text, 200) $$;

-- The words that are searched for, in their order; at most 12.
create function private.words_to_find(p_text text, p_language text) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(lexeme order by place), '{}') from (
    select lexeme, positions[1] as place from unnest(private.words_of(p_text, p_language))
    -- All others are left out of a text already.
    where not (private.has_umlauts(p_language) and private.is_common_word(lexeme, p_language)) order by 2 limit 12) word
$$;

-- Finds the stories with one of these words; 'kitch*' is any word that begins so.
create function private.any_word(p_words text[]) returns tsquery
language sql immutable set search_path = ''
as $$
  select string_agg('''' || replace(rtrim(word, '*'), '''', '''''') || '''' || case when word like '%*' then ':*' else '' end,
    '|')::tsquery
  from unnest(p_words) word
$$;

/* Finds the stories with a word in any form of which a story has one ('kitchens' for 'kitchen') and any spelling, written as
   one with the word before or after it ('bookcase' for 'book case'), and, where it is the last, with any ending ('kitch*'). */
create function private.any_form(
  p_word text, p_language text, p_before text default null, p_after text default null, p_is_last boolean default false)
returns tsquery
language sql stable set search_path = ''
as $$
  with spelled as (select spelling from unnest(private.spellings_of(p_word, p_language)) spelling)
  select private.any_word(array_agg(form)) from (
    select spelling || case when p_is_last and length(p_word) > 2 then '*' else '' end from spelled
    union
    (select word from private.search_words
     where stems && array(select private.stem_of(spelling, p_language) from spelled) limit 20)
    union
    select word from private.search_words where word in (p_before || p_word, p_word || p_after)) found (form)
$$;

-- The query for stories that all of these queries find; any_of: for stories that any of them finds.
create function private.all_of(p_queries tsquery[]) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg('(' || query::text || ')', ' & ')::tsquery from unnest(p_queries) query $$;
create function private.any_of(p_queries tsquery[]) returns tsquery
language sql immutable set search_path = ''
as $$ select string_agg('(' || query::text || ')', ' | ')::tsquery from unnest(p_queries) query $$;

-- What finds each of the words, in their order.
create function private.queries_of(p_words text[], p_language text) returns tsquery[]
language sql stable set search_path = ''
as $$
  select array_agg(
    private.any_form(p_words[place], p_language, p_words[place - 1], p_words[place + 1], place = cardinality(p_words))
    order by place)
  from generate_subscripts(p_words, 1) place
$$;

-- The words of a query, 'kitch*' for one that may have any ending.
create function private.query_words(p_query tsquery) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct part[1] || case when part[2] is null then '' else '*' end), '{}')
  from regexp_matches(p_query::text, '''([^'']+)''(:\*)?', 'g') part
$$;

-- How many stories that readers may see are found; counts to 50.
create function private.count_public_stories(p_query tsquery) returns bigint
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select count(*) from (
    select 1 from private.story_words where words @@ p_query and published_at <= now() limit 50) story
$$;

/* What somebody most likely meant with a word that no story has, as written in stories that readers may see: a word with
   one other letter, the two words that were written as one, or a form that the stem does not know ('rented' for 'rental').
   Null when there is none. Words of four letters have too many with another letter to mean one of them. */
create function private.word_meant(p_word text, p_language text) returns text
language sql stable security definer set search_path = ''
as $$
  select words from (
    select word as words, private.any_word(array[word]) as query, 1 as kind
    from private.search_words
    where length(p_word) between 5 and 40 and near && private.one_letter_less(p_word) and word <> p_word
    union all
    select first_part || ' ' || second_part,
      private.all_of(array(
        select private.any_word(array[part]) from unnest(array[first_part, second_part]) part
        where not private.is_common_word(part, p_language))), 1
    from generate_series(2, least(length(p_word), 40) - 2) length,
      lateral (select left(p_word, length) as first_part, substr(p_word, length + 1) as second_part) parts
    where not exists (
      select 1 from unnest(array[first_part, second_part]) part
      where not private.is_common_word(part, p_language) and not exists (select 1 from private.search_words where word = part))
    union all
    select word, private.any_word(array[word]), 2
    from private.search_words
    where length(p_word) <= 40 and stems && array(
      select p_language || ':' || left(p_word, length)
      from generate_series(greatest(length(p_word) - 4, 4), length(p_word) - 1) length)
  ) candidate, lateral (select private.count_public_stories(query) as stories) found
  where stories > 0
  order by kind, left(words, 1) = left(p_word, 1) desc, stories desc, words limit 1
$$;

-- Finds the stories with all of these words, parted by blanks, in any form.
create function private.all_forms(p_words text, p_language text) returns tsquery
language sql stable set search_path = ''
as $$
  select private.all_of(array_agg(private.any_form(word, p_language))) from string_to_table(p_words, ' ') word
  where not private.is_common_word(word, p_language)
$$;

-- A pattern that finds a folded word in a text: in German in one that is not folded, 'k[uü]chen'.
create function private.word_pattern(p_word text, p_language text) returns text
language sql immutable set search_path = ''
as $$
  select case when private.has_umlauts(p_language)
    -- The ends of words, which patterns know only of the letters of the database's language.
    then '(?<![[:alnum:]äöüß])' || replace(replace(replace(replace(p_word, 'a', '[aä]'), 'o', '[oö]'), 'u', '[uü]'),
      'ss', '(?:ss|ß)') || '(?![[:alnum:]äöüß])'
    else '\m' || p_word || '\M' end
$$;

-- A folded word as stories that readers may see write it, in small letters: in German 'küche' for 'kuche'.
create function private.as_written(p_word text, p_language text) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select coalesce((
    select substring(lower(concat_ws(' ', a.title, a.standfirst, a.excerpt, private.story_text(a)))
      from private.word_pattern(p_word, p_language))
    from private.story_words s join public.articles a on a.id = s.article_id
    where private.has_umlauts(p_language) and s.words @@ private.any_word(array[p_word]) and s.published_at <= now()
    order by s.published_at desc limit 1), p_word)
$$;

-- Whether a text is a question: what it is about are the words of it that few stories have.
create function private.is_question(p_text text, p_language text) returns boolean
language sql immutable set search_path = ''
as $$
  select btrim(p_text) ~* ('(^(' || l.asking || ')\M.*\s|\?$)')
  from private.search_languages() l where l.language = p_language
$$;

-- The part of a text, about 200 characters, with the first of these words, 'kitch*' being any that begins so.
-- Null when none does.
create function private.passage(p_text text, p_words text[]) returns text
language plpgsql stable set search_path = ''
as $$
declare pattern text; place integer; begin_at integer; part text;
begin
  select '\m(?:' || string_agg(rtrim(word, '*') || case when word like '%*' then '' else '\M' end, '|') || ')'
  into pattern from unnest(p_words) word;
  -- Folding a long text takes longer than all the rest.
  place := regexp_instr(p_text, pattern, 1, 1, 0, 'i');
  if place = 0 then place := regexp_instr(private.fold_text(p_text), pattern); end if;
  if coalesce(place, 0) = 0 then return null; end if;
  begin_at := greatest(place - 80, 1);
  part := substr(p_text, begin_at, 200);
  -- Whole words.
  if begin_at > 1 then part := '… ' || regexp_replace(part, '^\S*\s+', ''); end if;
  if begin_at + 200 <= length(p_text) then part := regexp_replace(part, '\s+\S*$', '') || ' …'; end if;
  return regexp_replace(btrim(part), '\s+', ' ', 'g');
end $$;

-- The two searches ----------------------------------------------------------------------------------------------------

/* The close matches of a text, as public.find_stories describes them; p_contained is the number of stories that contain it.
   p_filters are conditions on the article a, p_order is the order of columns of it or null for the closest first, and
   p_columns what is told of it. All three are SQL, so only find_stories calls this.
   Without index scans, too: that of the primary key reads the whole table. */
create function private.find_close_stories(
  p_text text, p_contained integer, p_filters text, p_order text, p_columns text, p_skip integer, p_take integer)
returns jsonb
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_indexscan = off set jit = off
as $$
declare
  language text := private.magazine_language();
  words text[] := private.words_to_find(p_text, language);
  queries tsquery[] := private.queries_of(words, language);
  query tsquery := private.all_of(queries);
  is_question boolean := p_contained = 0 and cardinality(words) > 1 and private.is_question(p_text, language);
  likeliest text;
  meant text;
  words_needed integer := 0;
  -- What each word of the text tells: the fewer stories have it, the more.
  weights real[];
  close jsonb;
begin
  for attempt in 1 .. 3 loop
    continue when attempt = 1 and is_question;
    if attempt = 2 then
      for place in 1 .. cardinality(words) loop
        continue when private.count_public_stories(queries[place]) > 0;
        likeliest := private.word_meant(words[place], language);
        continue when likeliest is null;
        queries[place] := private.all_forms(likeliest, language);
        meant := regexp_replace(
          coalesce(meant,
            case when private.has_umlauts(language) then lower(private.normalized(p_text, 'NFC'))
              else private.fold_text(p_text) end),
          private.word_pattern(words[place], language),
          (select string_agg(private.as_written(word, language), ' ' order by at)
           from string_to_table(likeliest, ' ') with ordinality part (word, at)));
      end loop;
      continue when meant is null or is_question;
      query := private.all_of(queries);
    elsif attempt = 3 then
      exit when cardinality(words) < 2;
      query := private.any_of(queries);
      words_needed := case when is_question then 1 else (cardinality(words) + 1) / 2 end;
      weights := array(select 1.0 / (1 + private.count_public_stories(word)) from unnest(queries) with ordinality q (word, place)
        order by place);
    end if;
    -- Only the 100 that promise most are ranked, since all words of a story have to be read for it.
    execute format($query$
      with alike as materialized (
        select article_id, published_at from private.story_words where head_text like $1 and published_at <= now()
      ),
      matching as materialized (
        select s.article_id as id, s.published_at, s.in_head %4$s
        from (
          select article_id, published_at, 2 as in_head from alike %5$s
          union all
          select article_id, published_at, case when head @@ $2 then 1 else 0 end from private.story_words
          where words @@ $2 and published_at <= now() and article_id not in (select article_id from alike)
        ) s %1$s
      ),
      nearest as materialized (select * from matching order by in_head desc, published_at desc, id limit 100),
      close as materialized (
        select nearest.*, ts_rank_cd(s.words, $2, 1) as rank,
          found.*
        from nearest join private.story_words s on s.article_id = nearest.id,
          lateral (
            select count(*) as words_found,
              sum(weight * case when s.head @@ word then 8 else 1 end) as weight_found
            from unnest($3, $9) as one (word, weight) where $4 > 0 and s.words @@ word) found
        union all
        select *, 0, 0, null from matching where $4 = 0 and id not in (select id from nearest)
      ),
      promising as (select * from close where $4 = 0 or words_found >= $4),
      page as materialized (
        select p.*, row_number() over (order by %2$s, p.id) as place
        from (select * from promising order by %2$s, id limit $6 offset $5) p
      ),
      -- Those forms of the words that these stories have: others may stand in stories that are not out.
      shown as materialized (
        select coalesce(array_agg(form), '{}') as words from unnest($7) form
        where exists (
          select 1 from page join private.story_words s on s.article_id = page.id
          where s.words @@ private.any_word(array[form]))
      )
      select jsonb_build_object(
        'total', (select count(*) from promising),
        'stories', (select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.place), '[]') from (
          select %3$s, page.place,
            case when page.in_head = 0 then private.passage(private.story_text(a), shown.words) end as passage
          from page join public.articles a using (id) cross join shown
        ) s),
        'words', (select to_jsonb(words) from shown))
    $query$,
      case when p_filters <> '' or p_order is not null
        then 'join public.articles a on a.id = s.article_id where true' || p_filters else '' end,
      coalesce(p_order, 'weight_found desc, in_head desc, rank desc, published_at desc'),
      p_columns,
      case when p_order is not null then ', a.title, a.read_time' else '' end,
      -- A text that contains another does so when both are folded.
      case when p_contained > 0 then 'where not exists (select 1 from public.articles a
        where a.id = article_id and (a.title ilike $8 or a.excerpt ilike $8))' else '' end)
    into close
    using private.ilike_pattern(private.fold_text(p_text)), query, queries, words_needed,
      case p_contained when 0 then p_skip else 0 end, p_take, private.query_words(query), private.ilike_pattern(p_text),
      weights;
    close := close || jsonb_build_object('has_all_words', attempt = 1);
    exit when p_contained > 0 or (close ->> 'total')::integer > 0;
  end loop;
  return close || jsonb_build_object('meant', meant);
end $$;

-- The category that readers mean by a name: the category with this name, in any spelling, else the one that had it before.
create function private.category_named(p_name text) returns public.categories
language sql stable security definer set search_path = ''
as $$
  select c from public.categories c, public.slugify(private.fold_text(p_name)) wanted
  where c.name = p_name or c.slug = wanted or c.id = (
    select r.entity_id from public.slug_redirects r where r.kind = 'category' and r.old_slug = wanted)
  order by c.name <> p_name, c.slug <> wanted limit 1
$$;

-- The present name of a person of published stories whom readers mean by a name: of one with that name, else with it in
-- another spelling, else of the one who had it before. Null: of nobody.
create function private.author_named(p_name text) returns text
language sql stable security definer set search_path = ''
as $$
  with named (name, rank) as (
    select p_name, 1
    union all
    select a.name, 2 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name)
    union all
    select p.full_name, 2 from public.profiles p where private.name_key(p.full_name) = private.name_key(p_name)
    union all
    select a.name, 3 from public.slug_redirects r join public.author_profiles a on a.id = r.entity_id
    where r.kind = 'author'
      and r.old_slug in (public.slugify(p_name), regexp_replace(lower(btrim(private.normalized(p_name, 'NFC'))), '\s+', '-', 'g'))
    union all
    select coalesce(own.name, p.full_name), 3 from private.former_names f join public.profiles p on p.id = f.profile_id
    left join public.author_profiles own on own.profile_id = p.id
    where f.name_key = private.name_key(p_name)
  )
  select n.name from named n
  where exists (
    select 1 from private.story_words s where s.people @> array[n.name] and s.published_at <= now())
  order by n.rank, n.name limit 1
$$;

-- The people of published stories whose name has all words of a text, the last one perhaps begun: at most three.
create function private.people_named(p_text text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with magazine as (select private.magazine_language() as language),
  wanted as (
    select private.all_of(array_agg(private.any_word(array(
      select spelling || '*' from unnest(private.spellings_of(word, language)) spelling)))) as query
    from magazine, unnest(private.words_to_find(p_text, language)) word
  )
  select coalesce(jsonb_agg(to_jsonb(person) order by person.stories desc, person.name), '[]') from (
    select a.name, a.slug, nullif(trim(a.role), '') as role, found.stories
    from magazine, wanted, public.author_profiles a, lateral (
      select count(*) as stories from private.story_words s where s.people @> array[a.name] and s.published_at <= now()) found
    where private.words_of(a.name, magazine.language) @@ wanted.query and found.stories > 0
    order by found.stories desc, a.name limit 3
  ) person
$$;

-- The facts for the card of a story, at most two, as rememberedFacts in src/domain/story/fact.ts chooses them: the labels are
-- its REMEMBERED.
create function private.remembered_facts(p_facts jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(fact order by place), '[]') from (
    select fact, place from jsonb_array_elements(p_facts) with ordinality as f (fact, place)
    where fact ->> 'value' <> ''
      and lower(fact ->> 'label') in ('what was moved', 'what was kept', 'was weichen musste', 'was geblieben ist')
    order by place limit 2) shown
$$;

/* A page of the published articles that match every filter, and how many match: {"total", "stories": [...]}. '' and null
   mean no filter; of longer texts the first 200 characters count. p_text is searched in title and excerpt; p_category and
   p_author are names as readers see them, or saw
   them before: "category" and "author" of the result are the present ones, where they differ;
   p_least and p_most are minutes of read time, p_usual those of an article without one; p_sort is latest, oldest, title
   or read-time. At most 100 articles are returned. Beyond the last page there are none, but the total is right.

   With a text that has letters or digits the last page has "close", too: {"total", "stories", "words", "meant",
   "has_all_words"}, the stories that do not contain the text but all of its words ("has_all_words"); or, where there is
   none, those with the words that may be meant by the ones that no story has ("meant" is the text with them); or, where
   there is none either, those with at least half of the words. A question finds at once those with any of its words. The
   fewer stories have a word, the more it counts. They come by how close they are, unless p_sort is another order than
   latest. Where no story contains the text, they are paged in the place of the others. "words" are those that were looked
   for, in all their forms (private.query_words); the "passage" of a story is the part of its facts and body with one of
   them, where its title, standfirst and excerpt do not match.

   The first page of a text has "people": [{"name", "slug", "role", "stories"}], at most three whose name has all of its words. */
create function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  skip integer := greatest(p_skip, 0);
  take integer := least(greatest(p_take, 0), 100);
  filters text := '';
  containing text := '';
  -- Null for the latest first.
  ordering text := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then format('coalesce(read_time, %L::integer), published_at desc', p_usual)
  end;
  columns text := $sql$a.id, a.title, a.title_emphasis, a.slug, a.excerpt,
    case when not private.names_one_of(a.featured_image, public.withdrawn_files(a)) then a.featured_image end as featured_image,
    a.read_time, a.published_at, private.remembered_facts(a.facts) as remembered,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
  category public.categories;
  author_name text;
begin
  p_text := private.searched_part(p_text);
  p_category := private.searched_part(p_category);
  p_author := private.searched_part(p_author);
  if p_category <> '' then
    category := private.category_named(p_category);
    filters := format(' and a.category_id = %L', category.id);
  end if;
  if p_author <> '' then
    author_name := coalesce(private.author_named(p_author), p_author);
    filters := filters || format(
      ' and a.id in (select s.article_id from private.story_words s where s.people @> array[%L])', author_name);
  end if;
  if p_least is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) >= %L', p_usual, p_least);
  end if;
  if p_most is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) <= %L', p_usual, p_most);
  end if;
  if p_text <> '' then containing := ' and (a.title ilike $1 or a.excerpt ilike $1)'; end if;
  -- With a filter the matches are computed once, for the count and the page together; without one each of the two uses its
  -- own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $3 offset $2)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select %4$s from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters || containing when '' then 'not materialized' else 'materialized' end,
    filters || containing, coalesce(ordering, 'published_at desc'), columns)
  into result using private.ilike_pattern(p_text), skip, take;

  if category.name <> p_category then result := result || jsonb_build_object('category', category.name); end if;
  if author_name <> p_author then result := result || jsonb_build_object('author', author_name); end if;
  if p_text <> '' and p_author = '' and skip = 0 then
    result := result || jsonb_build_object('people', private.people_named(p_text));
  end if;
  total := result ->> 'total';
  if private.is_only_signs(coalesce(p_text, '')) or total > 0 and not total between skip + 1 and skip + take then
    return result;
  end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;

-- The newest titles of published articles that contain p_text, and after them titles with its words; at most 100.
create function public.find_titles(p_text text, p_take integer default 5) returns table (title text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  take integer := least(greatest(p_take, 0), 100);
  searched text := private.searched_part(p_text);
  contained text := private.ilike_pattern(searched);
  folded text := private.ilike_pattern(private.fold_text(searched));
  language text := private.magazine_language();
  query tsquery;
  found integer;
begin
  return query
    select a.title from public.articles a
    where a.status = 'published' and a.published_at <= now() and a.deleted_at is null and a.title ilike contained
    order by a.published_at desc, a.id limit take;
  get diagnostics found = row_count;
  if found = take or private.is_only_signs(searched) then return; end if;
  query := private.all_of(private.queries_of(private.words_to_find(searched, language), language));
  return query
    select a.title
    from (
      select article_id, published_at from private.story_words
      where words @@ query and head @@ query and ts_filter(head, '{a}') @@ query and published_at <= now()
      union
      select article_id, published_at from private.story_words
      where head_text like folded and split_part(head_text, E'\n', 1) like folded and published_at <= now()
    ) s join public.articles a on a.id = s.article_id
    where not a.title ilike contained
    order by s.published_at desc, a.id limit take - found;
end $$;

grant execute on function
  public.find_stories(text, text, text, integer, integer, integer, text, integer, integer),
  public.find_titles(text, integer)
to anon, authenticated;
