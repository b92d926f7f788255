/* Thins the history of an article: every revision of the last 24 hours stays, and of the days before the last one of
   each day (in UTC) and kind, and each that was saved as published. Runs at the article's first revision of a day. */
create function private.thin_revisions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.article_revisions r where r.article_id = new.article_id and r.id <> new.id
             and r.created_at >= private.day_start(private.utc_day(now()))) then
    return null;
  end if;
  delete from public.article_revisions where id in (
    select r.id from (
      select v.id, v.created_at, v.kind = 'saved' and v.data ->> 'status' = 'published' as is_published,
        lead(v.id) over (partition by v.kind, private.utc_day(v.created_at) order by v.id) is null as is_last_of_day
      from public.article_revisions v where v.article_id = new.article_id) r
    where r.created_at < now() - interval '24 hours' and not r.is_last_of_day and not r.is_published);
  return null;
end $$;
create trigger thin_revisions after insert on public.article_revisions
for each row execute function private.thin_revisions();
