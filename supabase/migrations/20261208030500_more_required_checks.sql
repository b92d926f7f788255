-- Photographers who are not credited, rights of pictures and open comments become checks for which a story can be refused.

-- The file of the library that the address of a picture names (mediaAtQuery in src/admin/data/media-at.ts).
create or replace function private.library_file(p_address text) returns setof public.media
language sql stable security definer set search_path = ''
as $$
  select m.* from public.media m where m.storage_path = coalesce(
    private.percent_decoded(substring(p_address from '/storage/v1/object/public/media/([^?#]+)')), substring(p_address from '^/(.*)$'))
$$;

-- Whether the library says what the picture at an address shows.
create or replace function private.has_library_alt(p_address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.library_file(p_address) m where m.alt_text ~ '\S') $$;

-- The value of an attribute of a tag, of whose source p_attributes is what follows its name; null without it.
create or replace function private.attribute_of(p_attributes text, p_name text) returns text
language sql immutable set search_path = ''
as $$
  select private.unescape_text(coalesce(found.parts[2], found.parts[3], found.parts[4], ''))
  from regexp_matches(p_attributes, '([^\s"''>/=]+)(?:\s*=\s*(?:"([^"]*)"|''([^'']*)''|([^\s"''>]+)))?', 'g')
    with ordinality as found (parts, place)
  where lower(found.parts[1]) = p_name
  order by found.place limit 1
$$;

-- The pictures that a body shows, with what it says of each; in stories in parts the library may say it.
create or replace function private.body_pictures(p_content jsonb) returns table (address text, alt text, may_be_library boolean)
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
create or replace function private.lacks_alt(p_content jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.body_pictures(p_content) p
    where coalesce(p.alt, '') !~ '\S' and not (p.may_be_library and private.has_library_alt(p.address)))
$$;

-- The files of the library that a story shows as pictures.
create or replace function private.story_files(a public.articles) returns setof public.media
language sql stable security definer set search_path = ''
as $$
  select m.* from (
    select unnest(a.gallery || a.featured_image) union select p.address from private.body_pictures(a.content) p) shown (address),
    private.library_file(shown.address) m
$$;

-- Whether the library names somebody for a photograph of a story whom the story does not credit.
create or replace function private.lacks_photographer(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.story_files(a) m
    where coalesce(m.made_by, 'photograph') = 'photograph' and m.credit ~ '\S'
      and not exists (select from unnest(private.story_names(a)) name, private.fold_text(name) as folded
        where folded <> '' and strpos(private.fold_text(m.credit), folded) > 0))
$$;

-- Whether a picture of a story may not be shown when the story goes out, or not for 30 days from then.
create or replace function private.lacks_rights(a public.articles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.story_files(a) m, greatest(a.published_at, a.publish_at, now()) as goes_out
    where not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, goes_out)
      or m.usable_until > goes_out and m.usable_until <= goes_out + interval '720 hours')
$$;

-- The checks that a story does not meet, by their names.
create or replace function private.unmet_checks(a public.articles) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
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
    where is_unmet order by place)
$$;

-- Why a story is not published (refusalText in src/domain/checks.ts).
create or replace function private.check_refusal(p_checks text[]) returns text
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

alter table public.site_settings drop constraint site_settings_required_checks_check;
alter table public.site_settings add constraint site_settings_required_checks_check check (required_checks <@
  array['excerpt', 'category', 'share_picture', 'title_length', 'writer', 'picture_credits', 'alt_text', 'headings', 'notes',
    'rights', 'comments'] and cardinality(required_checks) <= 11);
