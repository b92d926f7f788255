CREATE OR REPLACE FUNCTION private.unmet_checks(a public.articles)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.require_checks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;
