create table public.subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 320 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  first_name text check (char_length(first_name) <= 120),
  preferences jsonb not null default '{"weeklyNewsletter": true, "designTips": true, "newArticles": false, "specialOffers": false}'
    check (jsonb_typeof(preferences) = 'object' and pg_column_size(preferences) < 1000),
  source_page text check (char_length(source_page) <= 300),
  status text not null default 'active' check (status in ('active', 'unsubscribed')),
  subscribed_at timestamptz not null default now()
);
create unique index subscribers_email_idx on public.subscribers (lower(email));
create index subscribers_subscribed_idx on public.subscribers (subscribed_at desc);
create index subscribers_email_trgm_idx on public.subscribers using gin (email extensions.gin_trgm_ops);

alter table public.subscribers enable row level security;
grant insert (email, first_name, preferences, source_page) on public.subscribers to anon;
grant select, insert, update, delete on public.subscribers to authenticated;
create policy "anyone subscribes" on public.subscribers for insert to anon with check (status = 'active');
create policy "editors read subscribers" on public.subscribers for select to authenticated using ((select public.has_role('super_admin', 'editor')));
create policy "editors change subscribers" on public.subscribers for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins remove subscribers" on public.subscribers for delete to authenticated using ((select public.has_role('super_admin')));

create trigger enforce_rate_limit before insert on public.subscribers for each row execute function private.enforce_rate_limit();
create trigger require_form_enabled before insert on public.subscribers
for each row execute function private.require_form_enabled('newsletter_enabled', 'The newsletter is closed');

-- Stored without outer blanks, which phone keyboards add, and in lower case.
create function private.normalize_email() returns trigger
language plpgsql set search_path = ''
as $$ begin new.email := lower(trim(new.email)); return new; end $$;
create trigger normalize_email before insert or update of email on public.subscribers for each row execute function private.normalize_email();

-- Counts for the list of subscribers, and the sources to filter by, most used first. Visitors send the source, so only
-- 200 different ones are listed.
create function public.get_subscriber_overview(month_start timestamptz)
returns table (total bigint, active bigint, this_month bigint, sources text[])
language sql stable set search_path = ''
as $$
  select count(*), count(*) filter (where s.status = 'active'), count(*) filter (where s.subscribed_at >= month_start),
    coalesce((
      select array_agg(used.source_page order by used.times desc, used.source_page)
      from (select source_page, count(*) as times from public.subscribers
            where source_page <> '' group by source_page order by times desc, source_page limit 200) used
    ), '{}')
  from public.subscribers s
$$;
grant execute on function public.get_subscriber_overview(timestamptz) to authenticated;
