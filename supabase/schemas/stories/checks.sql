/* The checks of a story for which it may be refused when it is published: the same rules as
   src/domain/story/story-checks.ts, where the editor reads them, with the same names. tests/fixtures/story-checks.ts has
   the cases that hold both together. site_settings.required_checks says for which of them a story is refused. */

-- In characters (MAX_CARD_TITLE in src/domain/story/title.ts).
create function private.max_card_title() returns integer language sql immutable set search_path = '' as $$ select 100 $$;

/* Whether a note was left in a text: in square brackets, which within a quotation hold what is added to the words of
   somebody, unless it is a question; or TK, which stands for what is to come. The regular expressions NOTE, QUOTATION and
   BRACKETS of src/domain/story/story-checks.ts. */
create function private.has_note(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text ~ '\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])(?=[^[\]]{0,200}[?:])[^[\]]{1,200}\]|(?<![A-Za-z0-9-])(?:TK(?:TK)+(?![A-Za-z0-9])|TK(?![A-Za-z0-9-]|\s[A-ZÀ-Þ][a-zß-ÿ]))'
    or regexp_replace(p_text, '“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|»[^«»]*«|‹[^‹›]*›|›[^‹›]*‹|‚[^‚‘’]*[‘’]|‘(?:[^‘’]|’(?=[A-Za-zÀ-ɏ]))*’|「[^「」]*」|『[^『』]*』|”[^”]*”|(?<![0-9])"[^"]*"', ' ', 'g')
      ~ '\[(?!(?:…|\.\.\.|sic!?|[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]+|[A-Za-z]|(?:figs?|figures?|plates?|pl|nos?|pp?|vol|ch|tables?|tab|ill|maps?|plans?|Abb|Bild|Tafel|planche|il)\.?\s?[0-9]+[a-z]?(?:[–-][0-9]+)?)\])(?!\s*\])[^[\]]{1,200}\]'
$$;

-- The file of the library that the address of a picture names (mediaAtQuery in src/admin/data/files/media-at.ts).
create function private.library_file(p_address text) returns setof public.media
language sql stable security definer set search_path = ''
as $$
  select m.* from public.media m where m.storage_path = coalesce(
    private.percent_decoded(substring(p_address from '/storage/v1/object/public/media/([^?#]+)')), substring(p_address from '^/(.*)$'))
$$;

-- Whether the library says what the picture at an address shows.
create function private.has_library_alt(p_address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.library_file(p_address) m where m.alt_text ~ '\S') $$;

-- The texts of a body that are HTML, with their places (private.body_values).
create function private.body_html(p_content jsonb) returns table (place bigint[], source text)
language sql stable set search_path = ''
as $$
  select v.place, v.value #>> '{}' from private.body_values(p_content) v
  where jsonb_typeof(v.value) = 'string' and (v.key = 'html' or v.key in ('', 'content') and v.value #>> '{}'
    ~* '^\s*<(p|h[1-6]|blockquote|ul|ol|pre|hr|figure|aside|table|div|section|article|img)[\s/>]')
$$;

-- Whether a heading of a body is more than one level below the one before it. The title is of level 1, a choice of level 2.
create function private.skips_heading(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  with heading (place, nth, level) as (
    select h.place, found.nth, found.match[1]::integer from private.body_html(p_content) h,
      regexp_matches(
        -- Headings of fact boxes are none of the story. All quantifiers of one pattern match as little as the first.
        regexp_replace(h.source, '<aside\y[^>]*?data-block.*?(</aside>|$)', '', 'gi'),
        -- Empty ones are not shown.
        '<h([1-6])\y[^>]*>(?!(?:[\s\u00a0]|&nbsp;|<(?!img\y|/h[1-6])[^>]*>)*</h[1-6])', 'gi')
      with ordinality as found (match, nth)
    union all
    -- Plain text.
    select v.place, found.nth, length(found.match[2]) from private.body_values(p_content) v,
      regexp_matches(v.value #>> '{}', '(^|[\r\n])[ \t]*(#{2,3})[ \t]+[^\s#]', 'g') with ordinality as found (match, nth)
    where jsonb_typeof(v.value) = 'string' and v.key in ('', 'content')
      and not exists (select from private.body_html(p_content) h where h.place = v.place)
    union all
    -- Blocks and rich text.
    select v.place, 0, coalesce(substring(coalesce(v.value #>> '{data,level}', v.value #>> '{attrs,level}',
        v.value ->> 'level', v.value ->> 'tag') from '[1-9]'), '2')::integer
    from private.body_values(p_content) v
    where v.value ->> 'type' in ('header', 'heading') and jsonb_path_exists(v.value, 'strict $.**.text ? (@ like_regex "\\S")')
      and not exists (
        select from private.body_values(p_content) box
        where box.value ->> 'type' in ('factBox', 'marginNote') and box.place = v.place[1 : cardinality(box.place)])
  ), level as (
    select place, nth, least(greatest(level, 2), 4) as level from heading
  ), step as (
    select level, coalesce(
      lag(level) over (partition by case when p_content ->> 'type' = 'interactive' then place end order by place, nth),
      case when p_content ->> 'type' = 'interactive' then 2 else 1 end) as before
    from level
  )
  select exists (select from step where level > before + 1)
$$;

-- The value of an attribute of a tag, of whose source p_attributes is what follows its name; null without it.
create function private.attribute_of(p_attributes text, p_name text) returns text
language sql immutable set search_path = ''
as $$
  select private.unescape_text(coalesce(found.parts[2], found.parts[3], found.parts[4], ''))
  from regexp_matches(p_attributes, '([^\s"''>/=]+)(?:\s*=\s*(?:"([^"]*)"|''([^'']*)''|([^\s"''>]+)))?', 'g')
    with ordinality as found (parts, place)
  where lower(found.parts[1]) = p_name
  order by found.place limit 1
$$;

-- The pictures that a body shows, with what it says of each; in stories in parts the library may say it.
create function private.body_pictures(p_content jsonb) returns table (address text, alt text, may_be_library boolean)
language sql stable set search_path = ''
as $$
  select shown.* from (
    select private.attribute_of(img[1], 'src') as address, private.attribute_of(img[1], 'alt'), false
    from private.body_html(p_content) h, regexp_matches(h.source, '<img\y((?:[^>"'']|"[^"]*"|''[^'']*'')*)>', 'gi') as img
    union all
    select case when v.value ->> 'type' in ('image', 'figure') then coalesce(v.value ->> 'src', v.value #>> '{attrs,src}',
          v.value #>> '{data,file,url}', v.value #>> '{data,url}')
        when p_content ->> 'type' = 'interactive' and v.key = 'choices' then v.value ->> 'image' end,
      case when v.value ->> 'type' in ('image', 'figure') then coalesce(v.value ->> 'alt', v.value #>> '{attrs,alt}',
          v.value #>> '{attrs,altText}', v.value #>> '{data,alt}', v.value ->> 'altText')
        else v.value ->> 'title' end,
      coalesce(p_content ->> 'type', '') in ('interactive', 'mixed-media')
    from private.body_values(p_content) v where jsonb_typeof(v.value) = 'object') shown
  where shown.address ~ '\S' and shown.address !~* '^\s*(?!https?:)[a-z][a-z0-9+.-]*:'
$$;

-- Whether a body has a picture that does not say what it shows.
create function private.lacks_alt(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.body_pictures(p_content) p
    where coalesce(p.alt, '') !~ '\S' and not (p.may_be_library and private.has_library_alt(p.address)))
$$;

-- The files of the library that a story shows as pictures.
create function private.story_files(a public.articles) returns setof public.media
language sql stable security definer set search_path = ''
as $$
  select m.* from (
    select unnest(a.gallery || a.featured_image) union select p.address from private.body_pictures(a.content) p) shown (address),
    private.library_file(shown.address) m
$$;

-- Whether the library names somebody for a photograph of a story whom the story does not credit.
create function private.lacks_photographer(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.story_files(a) m
    where coalesce(m.made_by, 'photograph') = 'photograph' and m.credit ~ '\S'
      and not exists (select from unnest(private.story_names(a)) name, private.fold_text(name) as folded
        where folded <> '' and strpos(private.fold_text(m.credit), folded) > 0))
$$;

-- Whether a picture of a story may not be shown when the story goes out, or not for 30 days from then.
create function private.lacks_rights(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.story_files(a) m, greatest(a.published_at, a.publish_at, now()) as goes_out
    where not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, goes_out)
      or m.usable_until > goes_out and m.usable_until <= goes_out + interval '720 hours')
$$;

-- Whether somebody is credited for the words of a story: its owner, or whom its credits name in that role.
create function private.names_writer(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when a.credits is null then private.story_names(a) <> '{}' else exists (
    select from jsonb_array_elements(a.credits) credit
    join public.credit_roles r on r.id = (credit ->> 'role_id')::uuid and r.is_words) end
$$;

-- The checks that a story does not meet, by their names. In PL/pgSQL, whose statements a session plans once: a function in
-- SQL is planned at each call, which takes longer than all of the checks.
create function private.unmet_checks(a public.articles) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select name from (values
      (1, 'excerpt', coalesce(a.excerpt, '') !~ '\S'),
      (2, 'category', a.category_id is null),
      (3, 'share_picture', coalesce(a.featured_image, '') !~ '\S'),
      (4, 'title_length', char_length(btrim(a.title, E' \t\r\n')) > private.max_card_title()),
      (5, 'writer', not private.names_writer(a)),
      (6, 'picture_credits', private.lacks_photographer(a)),
      (7, 'alt_text', private.lacks_alt(a.content) or exists (
        select from unnest(a.gallery || a.featured_image) address
        where address ~ '\S' and not private.has_library_alt(address))),
      (8, 'headings', private.skips_heading(a.content)),
      (9, 'notes', exists (
        select from (
          values (a.title), (a.standfirst), (a.excerpt), (a.meta_title), (a.meta_description),
            (private.body_text(a.content))
          union all select value from jsonb_each_text(a.captions)
          union all select fact ->> 'label' from jsonb_array_elements(a.facts) fact
          union all select fact ->> 'value' from jsonb_array_elements(a.facts) fact) part (words)
        where private.has_note(words))),
      (10, 'rights', private.lacks_rights(a)),
      (11, 'comments', exists (
        select from public.comment_threads t where t.article_id = a.id and t.resolved_at is null))
    ) as checked (place, name, is_unmet)
    where is_unmet order by place);
end $$;

-- Why a story is not published (refusalText in src/domain/story/checks.ts).
create function private.check_refusal(p_checks text[]) returns text
language sql immutable set search_path = ''
as $$
  select 'Not published: ' || string_agg(case name
    when 'excerpt' then 'no excerpt'
    when 'category' then 'no category'
    when 'share_picture' then 'no featured image'
    when 'title_length' then 'a title too long for its card'
    when 'writer' then 'nobody credited for the words'
    when 'picture_credits' then 'photographers who are not credited'
    when 'alt_text' then 'pictures without alt text'
    when 'headings' then 'headings that skip a level'
    when 'notes' then 'notes left in the text'
    when 'rights' then 'pictures that may not be shown for 30 days'
    when 'comments' then 'open comments' end, ', ' order by place) || '.'
  from unnest(p_checks) with ordinality as refused (name, place)
$$;

-- Refuses to publish or schedule a story that does not meet the required checks, and to publish changes of one for what it
-- ceases to meet.
create function private.require_checks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare required text[]; refused text[];
begin
  if private.is_service() or new.status <> 'published' or new.deleted_at is not null then return new; end if;
  select s.required_checks into required from public.site_settings s;
  if coalesce(required, '{}') = '{}' then return new; end if;
  refused := array(
    select name from unnest(private.unmet_checks(new)) with ordinality as unmet (name, place)
    where name = any (required) order by place);
  -- Most saves pass: the story before is checked for what is refused only.
  if refused <> '{}' and tg_op = 'UPDATE' and old.status = 'published' and old.deleted_at is null then
    refused := array(
      select name from unnest(refused) with ordinality as unmet (name, place)
      where name <> all (private.unmet_checks(old)) order by place);
  end if;
  if refused <> '{}' then
    raise exception '%', private.check_refusal(refused) using errcode = '23514';
  end if;
  return new;
end $$;
-- Not for what other triggers do: a category may be deleted although stories are in it.
create trigger require_checks before insert or update on public.articles
for each row when (pg_trigger_depth() = 0) execute function private.require_checks();

-- Counts a check of links by a person of the staff (functions/check-links). Whether it is one of the first 30 in ten
-- minutes. With the secret key only.
create function public.count_link_check(p_person uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$ select private.count_request('link_checks', p_person::text) <= 30 $$;
grant execute on function public.count_link_check(uuid) to service_role;
