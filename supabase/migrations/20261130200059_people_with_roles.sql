CREATE OR REPLACE FUNCTION private.people_named(p_text text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
$function$
;
