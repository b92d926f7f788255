-- Functions that each save of a story calls, in PL/pgSQL, which keeps their plans for the session.

create or replace function private.words_of(p_text text) returns tsvector
language plpgsql immutable set search_path = ''
as $$
begin
  return to_tsvector('private.written_words',
    translate(private.fold_text(p_text), '''"-./\@_=&:;#+*~^$%<>|', repeat(' ', 22)));
end $$;

create or replace function private.add_search_words(p_words tsvector) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_words (word, stem, near)
  select added, private.stem_of(added), private.one_letter_less(added)
  from unnest(tsvector_to_array(p_words)) added
  where length(added) between 2 and 40 and added !~ '^\d+$'
    and not exists (select 1 from private.search_words where word = added)
  on conflict do nothing;
end $$;

create or replace function private.label_words(a public.articles) returns tsvector
language plpgsql stable security definer set search_path = ''
as $$
begin
  return setweight(private.words_of(concat_ws(' ',
    (select c.name from public.categories c where c.id = a.category_id), array_to_string(private.story_names(a), ' '))), 'C');
end $$;

create or replace function private.story_text(a public.articles) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return concat_ws(' ',
    (select string_agg((fact ->> 'label') || ': ' || (fact ->> 'value') || '.', ' ' order by place)
     from jsonb_array_elements(a.facts) with ordinality as f (fact, place) where fact ->> 'value' <> ''),
    private.body_text(a.content));
end $$;

create or replace function private.story_names(a public.articles) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when a.credits is null then array(
      select coalesce(own.name, owner.full_name) from public.profiles owner
      left join public.author_profiles own on own.profile_id = owner.id
      where owner.id = a.author_id and coalesce(own.name, owner.full_name) is not null)
    else array(
      select p.name from jsonb_array_elements(a.credits) with ordinality as given (credit, place)
      join public.author_profiles p on p.id = (given.credit ->> 'person_id')::uuid
      group by p.id order by min(given.place)) end;
end $$;

create or replace function private.has_new_picture_elsewhere(now_there text[], before text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from unnest(now_there) address
    where address <> '' and not private.is_own_picture(address) and address <> all (coalesce(before, '{}'))
      and not exists (select 1 from public.articles a where address = a.featured_image or address = any (a.gallery))
      and not exists (
        select 1 from (select content from public.articles union all select content from public.pages
                       union all select content from public.article_templates) other
        where strpos(other.content::text, address) > 0 and address in (select private.pictures_in(other.content))));
end $$;
