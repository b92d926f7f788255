drop function public.media_totals(text, jsonb);

-- The number of files of a kind, and their total size. p_words are the words that are searched for, each with the LIKE
-- patterns of which search_text has to match one.
create function public.media_totals(
  p_kind text default 'all', p_words jsonb default '[]', p_uploader uuid default null)
returns table (files bigint, bytes bigint)
language sql stable security invoker set search_path = ''
as $$
  select count(*), coalesce(sum(m.size_bytes), 0)::bigint
  from public.media m
  where not exists (
      select 1 from jsonb_array_elements(p_words) word
      where public.search_text(m) not like all (array(select jsonb_array_elements_text(word))))
    and (p_uploader is null or m.uploaded_by = p_uploader)
    and case p_kind
      when 'images' then m.mime_type like 'image/%'
      when 'videos' then m.mime_type like 'video/%'
      when 'documents' then m.mime_type not like all (array['image/%', 'video/%', 'audio/%'])
      when 'ending' then m.usable_until > now() and m.usable_until <= now() + interval '30 days'
      when 'ended' then m.usable_until <= now()
      when 'uncredited' then m.mime_type like 'image/%' and m.credit is null
      else true end
$$;
grant execute on function public.media_totals(text, jsonb, uuid) to authenticated;
